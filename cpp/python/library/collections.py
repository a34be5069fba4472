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

class OrderedDict(dict):
    def move_to_end(self, key, last=True):
        if not last:
            raise NotImplementedError('move_to_end(last=False) is not part of the Python that runs here: make a new dict')
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

def namedtuple(name, fields, **options):
    raise NotImplementedError('namedtuple is not part of the Python that runs here: write a class or use a dict')
