class defaultdict(dict):
    def __init__(self, default_factory=None, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.default_factory = default_factory
    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        self[key] = value = self.default_factory()
        return value
    def __repr__(self):
        return f'defaultdict({self.default_factory!r}, {dict(self)!r})'

class _Keys:
    def __init__(self, name, view):
        self._name, self._view = name, view
    def __iter__(self): return iter(self._view)
    def __len__(self): return len(self._view)
    def __contains__(self, key): return key in self._view
    def __eq__(self, other): return self._view == (other._view if isinstance(other, _Keys) else other)
    def __repr__(self): return f'{self._name}({list(self)!r})'
class OrderedDict(dict):
    def keys(self): return _Keys('odict_keys', dict.keys(self))
    def values(self): return _Keys('odict_values', dict.values(self))
    def items(self): return _Keys('odict_items', dict.items(self))
    def move_to_end(self, key, last=True):
        if not last:
            _refuse('move_to_end(last=False)', 'make a new dict')
        self[key] = self.pop(key)
    def __repr__(self):
        return f'OrderedDict({list(self.items())!r})'

class Counter(dict):
    def __init__(self, iterable=None, **counts):
        super().__init__()
        self.update(iterable, **counts)
    def __missing__(self, key):
        return 0
    def update(self, iterable=None, **counts):
        if isinstance(iterable, dict):
            for key, count in iterable.items():
                self[key] += count
        elif iterable is not None:
            for key in iterable:
                self[key] += 1
        for key, count in counts.items():
            self[key] += count
    def subtract(self, iterable):
        for key, count in Counter(iterable).items():
            self[key] -= count
    def most_common(self, n=None):
        items = sorted(self.items(), key=lambda item: item[1], reverse=True)
        return items if n is None else items[:n]
    def elements(self):
        return iter([key for key, count in self.items() for _ in range(count)])
    def total(self):
        return sum(self.values())
    def copy(self):
        return Counter(self)
    def __add__(self, other):
        result = Counter(self)
        result.update(other)
        return Counter({key: count for key, count in result.items() if count > 0})
    def __sub__(self, other):
        result = Counter(self)
        result.subtract(other)
        return Counter({key: count for key, count in result.items() if count > 0})
    def __repr__(self):
        if not self:
            return 'Counter()'
        return 'Counter({' + ', '.join([f'{key!r}: {count!r}' for key, count in self.most_common()]) + '})'

class deque:
    def __init__(self, iterable=(), maxlen=None):
        self._items = []
        self.maxlen = maxlen
        self.extend(iterable)
    def append(self, item):
        self._items.append(item)
        if self.maxlen is not None and len(self._items) > self.maxlen:
            self._items.pop(0)
    def appendleft(self, item):
        self._items.insert(0, item)
        if self.maxlen is not None and len(self._items) > self.maxlen:
            self._items.pop()
    def extend(self, iterable):
        for item in iterable:
            self.append(item)
    def pop(self):
        if not self._items:
            raise IndexError('pop from an empty deque')
        return self._items.pop()
    def popleft(self):
        if not self._items:
            raise IndexError('pop from an empty deque')
        return self._items.pop(0)
    def clear(self):
        self._items.clear()
    def __len__(self):
        return len(self._items)
    def __iter__(self):
        return iter(self._items)
    def __getitem__(self, index):
        return self._items[index]
    def __setitem__(self, index, item):
        self._items[index] = item
    def __repr__(self):
        return f'deque({self._items!r})' if self.maxlen is None else f'deque({self._items!r}, maxlen={self.maxlen})'

def namedtuple(typename, field_names, *, rename=False, defaults=(), module=None):
    names = field_names.replace(',', ' ').split() if isinstance(field_names, str) else list(field_names)
    return _named_tuple(typename, names, dict(zip(names[len(names) - len(defaults):], defaults)))
def _named_tuple(typename, names, defaults):
    def bound(args, kwargs):
        if len(args) > len(names):
            raise TypeError(f'{typename}.__new__() takes {len(names) + 1} positional arguments but {len(args) + 1} were given')
        values = dict(zip(names, args))
        for name, value in kwargs.items():
            if name not in names or name in values:
                raise TypeError(f"{typename}.__new__() got {'an unexpected keyword' if name not in names else 'multiple values for'} argument '{name}'")
            values[name] = value
        values = {**defaults, **values}
        missing = [repr(name) for name in names if name not in values]
        if missing:
            raise TypeError(f"{typename}.__new__() missing {len(missing)} required positional argument{'s' if len(missing) > 1 else ''}: {' and '.join(missing)}")
        return tuple([values[name] for name in names])
    class Named:
        _fields = tuple(names)
        _field_defaults = defaults
        def __init__(self, /, *args, **kwargs):
            self.__dict__['_items'] = bound(args, kwargs)
        @classmethod
        def _make(cls, iterable):
            return cls(*iterable)
        def _asdict(self):
            return dict(zip(names, self._items))
        def _replace(self, /, **changes):
            return type(self)(**{**self._asdict(), **changes})
        def __getattr__(self, name):
            if name not in names:
                raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
            return self._items[names.index(name)]
        def __setattr__(self, name, value):
            raise AttributeError("can't set attribute")
        def __iter__(self): return iter(self._items)
        def __len__(self): return len(names)
        def __getitem__(self, index): return self._items[index]
        def __hash__(self): return hash(self._items)
        def __add__(self, other): return self._items + tuple(other)
        def __eq__(self, other): return self._items == _plain(other)
        def __lt__(self, other): return self._items < _plain(other)
        def __le__(self, other): return self._items <= _plain(other)
        def __gt__(self, other): return self._items > _plain(other)
        def __ge__(self, other): return self._items >= _plain(other)
        def __repr__(self):
            return type(self).__name__ + '(' + ', '.join([f'{name}={value!r}' for name, value in zip(names, self._items)]) + ')'
    Named.__name__ = typename
    return Named
def _plain(other):
    return getattr(other, '_items', other)
