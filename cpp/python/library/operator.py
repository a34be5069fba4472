def add(a, b, /): return a + b
def sub(a, b, /): return a - b
def mul(a, b, /): return a * b
def truediv(a, b, /): return a / b
def floordiv(a, b, /): return a // b
def mod(a, b, /): return a % b
def matmul(a, b, /): return a @ b
def neg(a, /): return -a
def not_(a, /): return not a
def eq(a, b, /): return a == b
def ne(a, b, /): return a != b
def lt(a, b, /): return a < b
def le(a, b, /): return a <= b
def gt(a, b, /): return a > b
def ge(a, b, /): return a >= b
def and_(a, b, /): return a & b
def or_(a, b, /): return a | b
def xor(a, b, /): return a ^ b
def contains(a, b, /): return b in a
def getitem(a, b, /): return a[b]
def itemgetter(*items):
    return lambda of: of[items[0]] if len(items) == 1 else tuple([of[item] for item in items])
def attrgetter(name):
    def get(of):
        for part in name.split('.'):
            of = getattr(of, part)
        return of
    return get
def methodcaller(name, /, *args, **kwargs):
    return lambda of: getattr(of, name)(*args, **kwargs)
