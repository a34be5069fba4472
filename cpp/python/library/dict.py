# Methods of dict that are rarely used.
def setdefault(self, key, default=None, /):
    if key not in self:
        self[key] = default
    return self[key]
def popitem(self, /):
    for key in reversed(self):
        return key, self.pop(key)
    raise KeyError('popitem(): dictionary is empty')
def clear(self, /):
    for key in list(self):
        del self[key]
def copy(self, /):
    return dict(self)
@classmethod
def fromkeys(cls, iterable, value=None, /):
    return {key: value for key in iterable}
def update(self, iterable=(), /, **kwargs):
    _update(self, iterable, **kwargs)
def _update(self, iterable=(), /, **kwargs):
    if isinstance(iterable, dict):
        for key in iterable:
            self[key] = iterable[key]
    elif hasattr(iterable, 'keys'):
        for key in iterable.keys():
            self[key] = iterable[key]
    else:
        at = 0
        for item in iterable:
            try:
                pair = list(item)
            except TypeError:
                raise TypeError(f'cannot convert dictionary update sequence element #{at} to a sequence')
            if len(pair) != 2:
                raise ValueError(f'dictionary update sequence element #{at} has length {len(pair)}; 2 is required')
            self[pair[0]] = pair[1]
            at += 1
    for key in kwargs:
        self[key] = kwargs[key]
