// Errors have the type, the words and the place that CPython 3.11 gives them.
#include "catch.h"
#include "python_program.h"

using headsup::tests::outcome;
using namespace headsup::python;

TEST_CASE("names that do not exist are reported with the nearest that does", "[python]") {
  CHECK(outcome("value = 1\nprint(valeu)\n") ==
        "|NameError 2:6-2:11 name 'valeu' is not defined (Did you mean: 'value'?)");
  CHECK(outcome("class A:\n    def __init__(self): self.size = 1\nA().sise\n") ==
        "|AttributeError 3:0-3:8 'A' object has no attribute 'sise' (Did you mean: 'size'?)");
  CHECK(outcome("def f():\n    print(x)\n    x = 1\nf()\n") ==
        "|UnboundLocalError 2:10-2:11 cannot access local variable 'x' where it is not associated with a "
        "value");
}

TEST_CASE("calls that do not fit are reported in Python's words", "[python]") {
  CHECK(outcome("def f(a, b): pass\nf(1)\n") ==
        "|TypeError 2:0-2:4 f() missing 1 required positional argument: 'b'");
  CHECK(outcome("def f(a, b=1): pass\nf(1, 2, 3)\n") ==
        "|TypeError 2:0-2:10 f() takes from 1 to 2 positional arguments but 3 were given");
  CHECK(outcome("def f(*, dim): pass\nf(din=1)\n") ==
        "|TypeError 2:0-2:8 f() got an unexpected keyword argument 'din' (Did you mean: 'dim'?)");
  CHECK(outcome("class A:\n    def f(self): pass\nA().f(1)\n") ==
        "|TypeError 3:0-3:8 A.f() takes 1 positional argument but 2 were given");
  CHECK(outcome("len(1, 2)\n") == "|TypeError 1:0-1:9 len() takes exactly one argument (2 given)");
}

TEST_CASE("methods taken from their class check their object", "[python]") {
  CHECK(outcome("list.append(int, 1)\n") ==
        "|TypeError 1:0-1:19 descriptor 'append' for 'list' objects doesn't apply to a 'type' object");
  CHECK(outcome("int('q_', 1)\n") == "|ValueError 1:0-1:12 int() base must be >= 2 and <= 36, or 0");
}

TEST_CASE("operations on the wrong types are reported in Python's words", "[python]") {
  CHECK(outcome("1 + 'a'\n") == "|TypeError 1:0-1:7 unsupported operand type(s) for +: 'int' and 'str'");
  CHECK(outcome("'a' + 1\n") == "|TypeError 1:0-1:7 can only concatenate str (not \"int\") to str");
  CHECK(outcome("[1, 2][5]\n") == "|IndexError 1:0-1:9 list index out of range");
  CHECK(outcome("{'a': 1}['b']\n") == "|KeyError 1:0-1:13 'b'");
  CHECK(outcome("a, b = [1, 2, 3]\n") == "|ValueError 1:0-1:4 too many values to unpack (expected 2)");
  CHECK(outcome("for x in 5: pass\n") == "|TypeError 1:9-1:10 'int' object is not iterable");
}

TEST_CASE("mistakes of syntax are reported where they are", "[python]") {
  CHECK(outcome("if True\n    pass\n") == "|SyntaxError 1:7-1:7 expected ':'");
  CHECK(outcome("x = (1,\n     2\ny = 3\n") == "|SyntaxError 1:4-1:5 '(' was never closed");
  CHECK(outcome("def f():\nreturn 1\n") ==
        "|IndentationError 2:0-2:6 expected an indented block after function definition on line 1");
  CHECK(outcome("if 1:\n    x = 1\n\ty = 2\n").substr(0, 10) == "|TabError ");
  CHECK(outcome("if f() = 6:\n    pass\n") ==
        "|SyntaxError 1:3-1:6 cannot assign to function call here. Maybe you meant '==' instead of '='?");
  CHECK(outcome("print('It's')\n") ==
        "|SyntaxError 1:11-1:12 unterminated string literal (detected at line 1)");
  CHECK(outcome("x := 1\n") == "|SyntaxError 1:0-1:6 invalid syntax");
  CHECK(outcome("x = 'abc\n") == "|SyntaxError 1:4-1:5 unterminated string literal (detected at line 1)");
}

TEST_CASE("an error knows the calls that led to it", "[python]") {
  const Program program =
      run_python("def inner(x):\n    return x.missing\ndef outer():\n    return inner(3)\n\nouter()\n");
  REQUIRE(program.error);
  const std::vector<Frame>& frames = program.error->frames;
  REQUIRE(frames.size() == 3);
  CHECK(frames[0].function == "<module>");
  CHECK(frames[0].span.line == 6);
  CHECK(frames[1].function == "outer");
  CHECK(frames[1].span.line == 4);
  CHECK(frames[2].function == "inner");
  CHECK(frames[2].span.line == 2);
}

TEST_CASE("an operation that refuses its operands says what it was given", "[python]") {
  const Program program =
      run_python("import torch\nx = torch.zeros(2, 3)\nw = torch.zeros(4, 5)\nscores = x @ w\n");
  REQUIRE(program.error);
  CHECK(program.error->operation == "matmul");
  REQUIRE(program.error->operands.size() == 2);
  CHECK(program.trace.steps[program.error->operands[1]].name == "w");
  CHECK(run_python("import torch\ntorch.zeros(2) + y\n").error->operation.empty());
}

TEST_CASE("columns count UTF-16 units", "[python]") {
  CHECK(outcome("x = '가𝕏' + y\n") == "|NameError 1:12-1:13 name 'y' is not defined");
}

TEST_CASE("what is outside the subset is refused by name", "[python]") {
  CHECK(outcome("async def f(): pass\n") ==
        "|NotImplementedError 1:0-1:5 async is not part of the Python that runs here (write a plain def, for "
        "or with)");
  CHECK(outcome("2 ** 64\n") ==
        "|NotImplementedError 1:0-1:7 an integer beyond 64 bits is not part of the Python that runs here "
        "(use floats, such as 2.0 ** 64)");
}
