// Programs and what CPython 3.11 prints for them.
#include <fstream>
#include <iterator>

#include "catch.h"
#include "python_program.h"

using headsup::tests::outcome;

TEST_CASE("programs print what CPython prints", "[python]") {
  // Each prints many lines; tests/fixtures/python/*.txt is what python3.11 wrote for them.
  const std::string name = GENERATE("text", "formats", "language", "containers", "modules");
  const auto read = [&name](const char* ending) {
    std::ifstream file(HEADSUP_FIXTURES "/python/" + name + ending);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const std::string wanted = read(".txt");
  REQUIRE(!wanted.empty());
  const std::string got = outcome(read(".py"));
  const auto differs = std::mismatch(got.begin(), got.end(), wanted.begin(), wanted.end()).first;
  const auto at = static_cast<std::size_t>(differs - got.begin());
  INFO(name << " after: " << got.substr(at < 80 ? 0 : at - 80, 200));
  CHECK(got == wanted);
}

TEST_CASE("functions take arguments as Python's do", "[python]") {
  CHECK(outcome("def f(a, b=2, *args, c=3, **more):\n"
                "    return a, b, args, c, more\n"
                "print(f(1), f(1, 5, 6, 7, c=8, d=9), f(*[1, 2], **{'c': 4}))\n") ==
        "(1, 2, (), 3, {}) (1, 5, (6, 7), 8, {'d': 9}) (1, 2, (), 4, {})\n");
  CHECK(outcome("def outer():\n"
                "    count = 0\n"
                "    def step():\n"
                "        nonlocal count\n"
                "        count += 1\n"
                "        return count\n"
                "    return step\n"
                "step = outer(); step()\n"
                "print(step(), (lambda x, y=2: x * y)(4))\n") == "2 8\n");
  CHECK(outcome("total = 0\ndef add(n):\n    global total\n    total += n\nadd(2); add(3)\nprint(total)\n") ==
        "5\n");
}

TEST_CASE("classes inherit, and define operators, properties and calls", "[python]") {
  CHECK(outcome("class A:\n"
                "    kind = 'a'\n"
                "    def __init__(self, x): self.x = x\n"
                "    def __repr__(self): return f'{type(self).__name__}({self.x})'\n"
                "    def __add__(self, other): return type(self)(self.x + other.x)\n"
                "    def __call__(self, y): return self.x * y\n"
                "    @property\n"
                "    def double(self): return 2 * self.x\n"
                "    @double.setter\n"
                "    def double(self, value): self.x = value // 2\n"
                "    @staticmethod\n"
                "    def one(): return A(1)\n"
                "    @classmethod\n"
                "    def two(cls): return cls(2)\n"
                "class B(A):\n"
                "    def __init__(self, x):\n"
                "        super().__init__(x + 1)\n"
                "b = B(1)\n"
                "b.double = 20\n"
                "print(b, b + A.one(), b(3), b.double, B.two(), B.kind, isinstance(b, A))\n") ==
        "B(10) B(12) 30 20 B(3) a True\n");
  CHECK(outcome("class M:\n"
                "    def __setattr__(self, name, value):\n"
                "        self.__dict__[name] = value * 2\n"
                "    def __getattr__(self, name):\n"
                "        return name + '?'\n"
                "m = M()\n"
                "m.x = 4\n"
                "print(m.x, m.y, hasattr(m, 'z'), getattr(m, 'x'))\n") == "8 y? True 8\n");
  CHECK(outcome("class A:\n    def f(self): return 'A'\n"
                "class B(A):\n    def f(self): return 'B' + super().f()\n"
                "class C(A):\n    def f(self): return 'C' + super().f()\n"
                "class D(B, C):\n    def f(self): return 'D' + super().f()\n"
                "print(D().f(), [c.__name__ for c in (D, B)])\n") == "DBCA ['D', 'B']\n");
}

TEST_CASE("comprehensions, generators and unpacking", "[python]") {
  CHECK(
      outcome(
          "print([i * j for i in range(4) if i % 2 for j in (1, 2)], {k: v for k, v in zip('ab', [1, 2])},\n"
          "      sum(x for x in range(5)), {x % 3 for x in range(9)})\n") ==
      "[1, 2, 3, 6] {'a': 1, 'b': 2} 10 {0, 1, 2}\n");
  CHECK(outcome("def pairs(n):\n"
                "    for i in range(n):\n"
                "        if i == 2: continue\n"
                "        got = yield i, i * i\n"
                "    yield from ['end']\n"
                "print(list(pairs(4)), next(pairs(1)))\n") == "[(0, 0), (1, 1), (3, 9), 'end'] (0, 0)\n");
  CHECK(outcome("first, *middle, last = 'abcd'\n(a, b), c = [1, 2], 3\nprint(first, middle, last, a, b, c, "
                "(n := 5) + n)\n") == "a ['b', 'c'] d 1 2 3 10\n");
  CHECK(outcome("functions = [lambda: i for i in range(3)]\nprint([f() for f in functions])\n") ==
        "[2, 2, 2]\n");
}

TEST_CASE("exceptions are caught by class, and finally always runs", "[python]") {
  CHECK(outcome("def f(x):\n"
                "    try:\n"
                "        return 10 // x\n"
                "    except (ZeroDivisionError, TypeError) as e:\n"
                "        return f'{type(e).__name__}: {e}'\n"
                "    else:\n"
                "        return 'never'\n"
                "    finally:\n"
                "        print('finally', end=' ')\n"
                "print(f(5), f(0), f('a'))\n") ==
        "finally finally finally 2 ZeroDivisionError: integer division or modulo by zero TypeError: "
        "unsupported operand "
        "type(s) for //: 'int' and 'str'\n");
  CHECK(outcome("class Mine(ValueError):\n"
                "    def __init__(self, n): super().__init__(f'mine {n}'); self.n = n\n"
                "try:\n    raise Mine(3)\nexcept ValueError as e:\n    print(e, e.n, repr(e), e.args)\n") ==
        "mine 3 3 Mine('mine 3') ('mine 3',)\n");
  CHECK(outcome("class Manager:\n"
                "    def __enter__(self): print('in', end=' '); return 7\n"
                "    def __exit__(self, type, value, trace): print('out', value); return True\n"
                "with Manager() as m:\n    print(m, end=' '); raise KeyError('k')\n") == "in 7 out 'k'\n");
}

TEST_CASE("text is formatted as Python formats it", "[python]") {
  CHECK(outcome("x = 3.14159\n"
                "print(f'{x:.2f} {7:>4}|{\"a\":^5}|{1234567:,} {0.25:.1%} {x=:.1f} {x!r:>9} {5:03d} {255:#x} "
                "{1e-7} {1e16}')\n") ==
        "3.14    7|  a  |1,234,567 25.0% x=3.1   3.14159 005 0xff 1e-07 1e+16\n");
  CHECK(outcome("print('%5.2f|%-4d|%s|%%|%r' % (2.5, 7, [1], 'q'), '{:>3}{0}'.format if False else "
                "'{0}-{k:<3}|'.format(1, k=2))\n") == " 2.50|7   |[1]|%|'q' 1-2  |\n");
  CHECK(outcome("print(0.1 + 0.2, 1 / 3, 100.0, 1e100, -0.0, float('inf'), [1.0, 'it\\'s', None], (1,))\n") ==
        "0.30000000000000004 0.3333333333333333 100.0 1e+100 -0.0 inf [1.0, \"it's\", None] (1,)\n");
  CHECK(outcome("print('가나다'[1], len('가나다'), '가나다'[::-1], 'Straße'.upper()[:3], 'a b  c'.split(), "
                "'x'.join('abc'))\n") == "나 3 다나가 STR ['a', 'b', 'c'] axbxc\n");
}

TEST_CASE("numbers behave as Python's", "[python]") {
  CHECK(outcome("print(7 // -2, -7 % 3, 2 ** -1, 7 / 2, round(2.5), round(2.675, 2), int('12'), "
                "float('1e3'), True + 1, 0x1f, 1_000)\n") == "-4 2 0.5 3.5 2 2.67 12 1000.0 2 31 1000\n");
  CHECK(outcome("import math\nprint(math.sqrt(16), math.floor(-2.5), math.isclose(0.1 + 0.2, 0.3), math.inf "
                "> 1)\n") == "4.0 -3 True True\n");
}

TEST_CASE("lists, dicts and sets have Python's methods", "[python]") {
  CHECK(
      outcome("a = [3, 1, 2]\na.append(0); a.extend([9]); a.insert(1, 7); a.sort(reverse=True)\n"
              "print(a); print(a.pop(), a.index(7), sorted('bca', key=ord), a[1:3], a[-1])\na[1:3] = []\ndel "
              "a[0]\nprint(a)\n") == "[9, 7, 3, 2, 1, 0]\n0 1 ['a', 'b', 'c'] [7, 3] 1\n[2, 1]\n");
  CHECK(outcome("d = {'a': 1}\nd.update(b=2); d.setdefault('c', []).append(3)\n"
                "print(d); print(d.get('x', 0), d.pop('a'), list(d.items()), 'b' in d, {**d, 'z': 0})\n") ==
        "{'a': 1, 'b': 2, 'c': [3]}\n0 1 [('b', 2), ('c', [3])] True {'b': 2, 'c': [3], 'z': 0}\n");
  CHECK(outcome("print({3, 1, 2}, set([40, 7, 25, 100, 9]), list({1, 9, 17}))\n") ==
        "{1, 2, 3} {100, 7, 40, 9, 25} [1, 9, 17]\n");
  CHECK(outcome("print({1, 2} | {2, 3}, {1, 2} & {2}, {1} <= {1, 2}, len(set('aab')))\n") ==
        "{1, 2, 3} {2} True 2\n");
}

TEST_CASE("small modules can be imported", "[python]") {
  CHECK(outcome("from collections import Counter, defaultdict\nfrom dataclasses import dataclass\nfrom tqdm "
                "import tqdm\n"
                "@dataclass\nclass Config:\n    width: int = 8\n    name: str = 'x'\n"
                "d = defaultdict(list)\nfor i in tqdm(range(2)): d[i % 2].append(i)\n"
                "print(Counter('aab').most_common(1), Config(4), dict(d))\n") ==
        "[('a', 2)] Config(width=4, name='x') {0: [0], 1: [1]}\n");
}
