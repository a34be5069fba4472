# Methods of list and tuple that are rarely used.
def index(self, value, start=0, stop=9223372036854775807, /):
    start = max(start + len(self), 0) if start < 0 else start
    stop = stop + len(self) if stop < 0 else stop
    for at, item in enumerate(self):
        if start <= at < stop and (item is value or item == value):
            return at
    raise ValueError(f'{value!r} is not in list' if isinstance(self, list) else 'tuple.index(x): x not in tuple')
def count(self, value, /):
    return sum([item is value or item == value for item in self])
