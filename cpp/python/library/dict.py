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
