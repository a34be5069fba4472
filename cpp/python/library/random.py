# The Mersenne Twister, seeded and used as CPython does. What is not seeded begins with the seed 0, so that a run can be repeated.
from math import log as _log, sqrt as _sqrt, cos as _cos, sin as _sin, exp as _exp, pi as _pi
_magic = 4 * _exp(-0.5) / _sqrt(2.0)
class Random:
    def __init__(self, x=None):
        self.seed(0 if x is None else x)
    def seed(self, a=None, version=2):
        a = 0 if a is None else a
        if not isinstance(a, int):
            _refuse('a seed that is no whole number', 'use a whole number')
        self._next_gauss = None
        self._state = _seeded(abs(a))
    def random(self):
        return _random(self._state)
    def getrandbits(self, k, /):
        bits = at = 0
        while k > 0:
            bits |= _bits(self._state, min(k, 32)) << at
            at += 32
            k -= 32
        return bits
    def _below(self, n):
        k = n.bit_length()
        r = self.getrandbits(k)
        while r >= n:
            r = self.getrandbits(k)
        return r
    def randrange(self, start, stop=None, step=1):
        choices = range(start) if stop is None else range(start, stop, step)
        if not choices:
            raise ValueError('empty range for randrange()' if stop is None else f'empty range for randrange() ({start}, {stop}, {stop - start})')
        return choices[self._below(len(choices))]
    def randint(self, a, b):
        return self.randrange(a, b + 1)
    def choice(self, seq):
        if not len(seq):
            raise IndexError('Cannot choose from an empty sequence')
        return seq[self._below(len(seq))]
    def shuffle(self, x):
        for i in range(len(x) - 1, 0, -1):
            j = self._below(i + 1)
            x[i], x[j] = x[j], x[i]
    def sample(self, population, k, *, counts=None):
        if counts is not None:
            population = [item for item, count in zip(population, counts) for _ in range(count)]
        n = len(population)
        if not 0 <= k <= n:
            raise ValueError('Sample larger than population or is negative')
        size = 21
        if k > 5:
            power = 1
            while power < k * 3:
                power *= 4
            size += power
        result = []
        if n <= size:
            pool = list(population)
            for i in range(k):
                j = self._below(n - i)
                result.append(pool[j])
                pool[j] = pool[n - i - 1]
            return result
        taken = set()
        for i in range(k):
            j = self._below(n)
            while j in taken:
                j = self._below(n)
            taken.add(j)
            result.append(population[j])
        return result
    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        n = len(population)
        if weights is None and cum_weights is None:
            return [population[int(self.random() * n)] for _ in range(k)]
        sums = list(cum_weights or [])
        for weight in weights or []:
            sums.append(weight + (sums[-1] if sums else 0))
        results = []
        for _ in range(k):
            x = self.random() * (sums[-1] + 0.0)
            at = 0
            while at < n - 1 and sums[at] <= x:
                at += 1
            results.append(population[at])
        return results
    def uniform(self, a, b):
        return a + (b - a) * self.random()
    def triangular(self, low=0.0, high=1.0, mode=None):
        u = self.random()
        c = 0.5 if mode is None else (mode - low) / (high - low)
        if u > c:
            u, c, low, high = 1.0 - u, 1.0 - c, high, low
        return low + (high - low) * _sqrt(u * c)
    def gauss(self, mu=0.0, sigma=1.0):
        z = self._next_gauss
        self._next_gauss = None
        if z is None:
            turn = self.random() * (2 * _pi)
            radius = _sqrt(-2.0 * _log(1.0 - self.random()))
            z = _cos(turn) * radius
            self._next_gauss = _sin(turn) * radius
        return mu + z * sigma
    def normalvariate(self, mu=0.0, sigma=1.0):
        while True:
            u1 = self.random()
            u2 = 1.0 - self.random()
            z = _magic * (u1 - 0.5) / u2
            if z * z / 4.0 <= -_log(u2):
                return mu + z * sigma
    def expovariate(self, lambd=1.0):
        return -_log(1.0 - self.random()) / lambd
_shared = Random()
seed = _shared.seed
random = _shared.random
getrandbits = _shared.getrandbits
randrange = _shared.randrange
randint = _shared.randint
choice = _shared.choice
choices = _shared.choices
shuffle = _shared.shuffle
sample = _shared.sample
uniform = _shared.uniform
triangular = _shared.triangular
gauss = _shared.gauss
normalvariate = _shared.normalvariate
expovariate = _shared.expovariate
