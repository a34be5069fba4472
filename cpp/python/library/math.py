# Functions of math that are no function of libc.
def log(x, base=None, /):
    if base is None:
        return _log(x)
    denominator = _log(base)
    if denominator == 0:
        raise ZeroDivisionError('float division by zero')
    return _log(x) / denominator
def erfc(x, /):
    return 1.0 - erf(x)
def gamma(x, /):
    _refuse('math.gamma', 'use math.factorial')
lgamma = gamma
def degrees(x, /):
    return copysign(x, x) * (180 / pi)
def radians(x, /):
    return copysign(x, x) * (pi / 180)
def isnan(x, /):
    return fabs(x) != fabs(x)
def isinf(x, /):
    return fabs(x) == inf
def isfinite(x, /):
    return fabs(x) < inf
def isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0):
    return a == b or isfinite(a) and isfinite(b) and abs(a - b) <= max(rel_tol * max(abs(a), abs(b)), abs_tol)
def hypot(*coordinates):
    largest = max([fabs(x) for x in coordinates], default=0.0)
    if largest == 0.0 or largest == inf:
        return largest
    return largest * sqrt(fsum([(x / largest) ** 2 for x in coordinates]))
def dist(p, q, /):
    return hypot(*[a - b for a, b in zip(p, q, strict=True)])
def modf(x, /):
    whole = float(trunc(x))
    return x - whole, whole
def factorial(n, /):
    n = _whole(n)
    if n < 0:
        raise ValueError('factorial() not defined for negative values')
    return prod(range(1, n + 1))
def prod(iterable, /, *, start=1):
    for item in iterable:
        start *= item
    return start
def gcd(*integers):
    result = 0
    for b in integers:
        while b:
            result, b = b, result % b
    return abs(result)
def isqrt(n, /):
    n = _whole(n)
    if n < 0:
        raise ValueError('isqrt() argument must be nonnegative')
    root = int(sqrt(n))
    while root > 0 and root > n // root:
        root -= 1
    while root + 1 <= n // (root + 1):
        root += 1
    return root
def comb(n, k, /):
    if n < 0 or k < 0:
        raise ValueError('n must be a non-negative integer' if n < 0 else 'k must be a non-negative integer')
    result = 1 if k <= n else 0
    for i in range(1, min(k, n - k) + 1):
        result = result * (n - i + 1) // i
    return result
def perm(n, k=None, /):
    return prod(range(n - (n if k is None else k) + 1, n + 1))
# Neumaier's sum, which is exact for what programs add up.
def fsum(seq, /):
    total = lost = 0.0
    for x in seq:
        next = total + x
        lost += (total - next) + x if abs(total) >= abs(x) else (x - next) + total
        total = next
    return total + lost
