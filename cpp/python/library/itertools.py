def _chain(iterables):
    for iterable in iterables:
        yield from iterable
def chain(*iterables):
    return _chain(iterables)
chain.from_iterable = _chain
def starmap(function, iterable):
    for args in iterable:
        yield function(*args)
def pairwise(iterable):
    before = None
    for at, item in enumerate(iterable):
        if at > 0:
            yield before, item
        before = item
def groupby(iterable, key=None):
    group = []
    last = None
    for item in iterable:
        k = item if key is None else key(item)
        if group and k != last:
            yield last, iter(group)
            group = []
        group.append(item)
        last = k
    if group:
        yield last, iter(group)
def count(start=0, step=1):
    while True:
        yield start
        start += step
def cycle(iterable):
    items = list(iterable)
    while items:
        yield from items
def repeat(item, times=None):
    while times is None or times > 0:
        yield item
        if times is not None:
            times -= 1
def islice(iterable, start, stop=None, step=1):
    if stop is None:
        start, stop = 0, start
    if stop <= 0:
        return
    for at, item in enumerate(iterable):
        if at >= start and (at - start) % step == 0:
            yield item
        if at + 1 >= stop:
            return
def accumulate(iterable, function=None):
    total = None
    for at, item in enumerate(iterable):
        total = item if at == 0 else total + item if function is None else function(total, item)
        yield total
def product(*iterables, repeat=1):
    results = [()]
    for pool in [list(iterable) for iterable in iterables] * repeat:
        results = [result + (item,) for result in results for item in pool]
    yield from results
def permutations(iterable, r=None):
    items = list(iterable)
    r = len(items) if r is None else r
    for places in product(range(len(items)), repeat=r):
        if len(set(places)) == r:
            yield tuple(items[i] for i in places)
def combinations(iterable, r):
    items = list(iterable)
    for places in product(range(len(items)), repeat=r):
        if all(places[i] < places[i + 1] for i in range(r - 1)):
            yield tuple(items[i] for i in places)
def zip_longest(*iterables, fillvalue=None):
    lists = [list(iterable) for iterable in iterables]
    for i in range(max([len(items) for items in lists], default=0)):
        yield tuple(items[i] if i < len(items) else fillvalue for items in lists)
