# numpy.random: the Mersenne Twister as numpy's older functions seed and use it. What is not seeded begins with the seed 0.
import math
import numpy
from random import _seeded, _random, _bits
_state, _kept = [_seeded(0, True)], []
def seed(seed=0):
    if not 0 <= seed < 4294967296:
        raise ValueError('Seed must be between 0 and 2**32 - 1')
    _state[0] = _seeded(seed, True)
    _kept.clear()
def _number(): return _random(_state[0])
def _normal():
    if _kept:
        return _kept.pop()
    square = 0
    while square >= 1 or square == 0:
        x, y = 2 * _number() - 1, 2 * _number() - 1
        square = x * x + y * y
    f = math.sqrt(-2 * math.log(square) / square)
    _kept.append(f * x)
    return f * y
def _below(n):
    if n == 1:
        return 0
    mask, value = (1 << (n - 1).bit_length()) - 1, n
    while value >= n:
        value = _bits(_state[0], 32) & mask
    return value
def _drawn(size, draw, dtype=numpy.float64):
    if size is None:
        return draw()
    size = numpy._size(size)
    return numpy.array([draw() for i in range(math.prod(size))], dtype).reshape(size)
def random_sample(size=None): return _drawn(size, _number)
random = ranf = sample = random_sample
def rand(*size): return _drawn(size or None, _number)
def randn(*size): return _drawn(size or None, _normal)
def standard_normal(size=None): return _drawn(size, _normal)
def normal(loc=0.0, scale=1.0, size=None): return _drawn(size, lambda: loc + scale * _normal())
def uniform(low=0.0, high=1.0, size=None): return _drawn(size, lambda: low + (high - low) * _number())
def randint(low, high=None, size=None, dtype=None):
    if high is None:
        low, high = 0, low
    if low >= high:
        raise ValueError('low >= high')
    return _drawn(size, lambda: low + _below(high - low), numpy.int64)
def shuffle(x):
    for i in range(len(x) - 1, 0, -1):
        j = _below(i + 1)
        if isinstance(x, numpy.ndarray):
            x[[i, j]] = x[[j, i]]
        else:
            x[i], x[j] = x[j], x[i]
def permutation(x):
    order = list(range(x if isinstance(x, int) else len(x)))
    shuffle(order)
    order = numpy.array(order, numpy.int64)
    return order if isinstance(x, int) else numpy.asarray(x)[order]
def choice(a, size=None, replace=True, p=None):
    if p is not None and not replace:
        raise NotImplementedError('numpy.random.choice(replace=False, p=) is not here')
    n = a if isinstance(a, int) else len(a)
    def draw():
        if p is None:
            return _below(n)
        u = _number() * sum(p)
        total = 0
        for i in range(n):
            total += p[i]
            if total > u:
                return i
        return n - 1
    if replace:
        at = _drawn(size, draw, numpy.int64)
    else:
        at = permutation(n)[:math.prod(numpy._size(size))].reshape(size) if size is not None else permutation(n)[0]
    if isinstance(a, int):
        return at
    if isinstance(at, int):
        return a[at]
    return numpy.asarray(a)[at]
def default_rng(seed=None): raise NotImplementedError('numpy.random.default_rng is not here: use numpy.random.seed and numpy.random.randn')
Generator = RandomState = default_rng
