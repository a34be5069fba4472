import math
from typing import Optional
class A:
    """Doc"""
    n: int = 3
    def __init__(self, x, y=2, *args, k=5, **kw):
        self.x = x; self.y = y
        self.args = args
    def __repr__(self): return f"A({self.x!r}, {self.y})"
    @property
    def z(self): return self.x + self.y
    @z.setter
    def z(self, v): self.x = v
    @staticmethod
    def s(a): return a * 2
    @classmethod
    def c(cls, a): return cls(a)
    def __add__(self, o): return A(self.x + o.x)
class B(A):
    def __init__(self, x):
        super().__init__(x, 7)
a = A(1, 2, 3)
print(a, a.z, A.s(4), A.c(9), B(3), a + a)
a.z = 10
print(a.x, a.__dict__, A.__doc__, [i*i for i in range(5) if i % 2], {k: v for k, v in zip("abc", range(3))})
def gen(n):
    for i in range(n):
        if i == 3: continue
        yield i
    yield from [10, 20]
print(list(gen(5)), sum(x for x in gen(4)))
def outer():
    c = 0
    def inc():
        nonlocal c
        c += 1
        return c
    return inc
f = outer(); f(); print(f())
print(f"{math.pi:.3f} {1e10} {3:>5}|{'x':^5}|{12345678:,} {0.1+0.2} {1/3:e} {5:05d} {a=}")
try:
    1/0
except ZeroDivisionError as e:
    print("caught", e, type(e).__name__)
finally:
    print("fin")
first, *rest = [1,2,3]
print(first, rest, (y := 5) + y, [1,2,3][::-1], "hello"[1:3], "%5.2f|%s|%-5d|" % (3.14159, "s", 4))
print(sorted([3,1,2], key=lambda x: -x), max([1,5,2]), min("b", "a"), any([0,1]), {1,2}|{3})
print("a,b".split(","), " x ".strip(), "-".join(["p","q"]), "abc".upper(), "{} {:>4} {k}".format(1, 2, k=3))
for i in range(3):
    if i == 5: break
else: print("else")
print(not 1, 7 // 2, -7 // 2, -7 % 3, 2**10, 2**-1, 10 / 4, 1 < 2 < 3, None is None, 3 in [1,2,3])
x = {"a": 1, **{"b": 2}}
print(x, list(x.items()), x.get("zz"), len(x))
from collections import Counter, defaultdict
print(Counter("hello").most_common(2), Counter("hello"))
d = defaultdict(list); d["a"].append(1); print(d)
print(undefned_name if False else 1)
print(matth.pi)
