// Programs that would take all time or memory end with an error.
#include <future>

#include "catch.h"
#include "python_program.h"

using namespace headsup::python;

namespace {

std::string error_type(const char* source) {
  const Program program = run_python(source, {.operations = 200'000, .elements = 500'000, .depth = 100});
  return program.error ? program.error->type : "none";
}

}  // namespace

TEST_CASE("programs that never end are stopped", "[python]") {
  CHECK(error_type("while True: pass\n") == "LimitError");
  CHECK(error_type("def f(): f()\nf()\n") == "LimitError");
  CHECK(error_type("def f():\n    try:\n        f()\n    except: f()\nf()\n") == "LimitError");
  CHECK(error_type("while True:\n    try: 1 / 0\n    except: pass\n    finally: continue\n") == "LimitError");
  CHECK(error_type("sum(range(10 ** 18))\n") == "LimitError");
  CHECK(error_type("import itertools\nfor i in itertools.count(): pass\n") == "LimitError");
  CHECK(error_type("class A:\n    def __getattr__(self, name): return self.more\nA().x\n") == "LimitError");
}

TEST_CASE("operations on tensors are counted by the time that they take", "[python]") {
  const Program steps =
      run_python("import torch\nx = torch.ones(2)\nwhile True: x = x + 1\n", {.operations = 200'000});
  REQUIRE(steps.error);
  CHECK(steps.error->type == "LimitError");
  CHECK(steps.trace.steps.size() <= 1400);
  const Program product =
      run_python("import torch\nx = torch.ones(800, 800)\ny = x @ x\n", {.operations = 200'000});
  CHECK(product.error);
  CHECK(product.trace.steps.size() == 1);
  const Program training = run_python(
      "import torch\nw = torch.ones(2, requires_grad=True)\nwhile True: (w * w).sum().backward()\n",
      {.operations = 200'000});
  REQUIRE(training.error);
  CHECK(training.trace.steps.size() <= 1400);
}

TEST_CASE("programs that take too much memory are stopped", "[python]") {
  CHECK(error_type("x = [0] * 10 ** 12\n") == "LimitError");
  CHECK(error_type("x = 'a' * 10 ** 12\n") == "LimitError");
  CHECK(error_type("x = 'ab'\nwhile True: x += x\n") == "LimitError");
  CHECK(error_type("x = [0]\nwhile True: x += x\n") == "LimitError");
  CHECK(error_type("x = list(range(10 ** 15))\n") == "LimitError");
  CHECK(error_type("x = 'a'.ljust(10 ** 15)\n") == "LimitError");
  CHECK(error_type("d = {}\ni = 0\nwhile True:\n    d[i] = i\n    i += 1\n") == "LimitError");
  CHECK(error_type("import torch\nx = torch.ones(9000, 1).expand(9000, 9000)\n") == "LimitError");
  CHECK(error_type("f'{1:99999999999}'\n") == "ValueError");
  CHECK(error_type("x = 10 ** 10 ** 10\n") == "NotImplementedError");
}

TEST_CASE("what contains itself can be shown and compared", "[python]") {
  CHECK(headsup::tests::outcome("x = [1]\nx.append(x)\nd = {}\nd['d'] = d\nprint(x, d)\n") ==
        "[1, [...]] {'d': {...}}\n");
  CHECK(error_type("a = []; a.append(a)\nb = []; b.append(b)\na == b\n") == "LimitError");
  CHECK(error_type("x = []\nfor i in range(10000): x = [x]\nprint(x)\n") == "LimitError");
  CHECK(error_type(("x = " + std::string(3000, '-') + "1\n").c_str()) == "SyntaxError");
  CHECK(error_type(("x = " + std::string(300, '(') + "1\n").c_str()) == "SyntaxError");
  std::string sum = "x = 1";
  for (int i = 0; i < 5000; ++i) sum += " + 1";
  CHECK(error_type((sum + "\n").c_str()) == "LimitError");
}

TEST_CASE("iterators and classes within one another are counted", "[python]") {
  CHECK(error_type("z = [1]\nfor i in range(3000): z = zip(z)\nnext(z)\n") == "LimitError");
  CHECK(error_type("class A: pass\nfor i in range(300):\n    class A(A): pass\n") == "LimitError");
  CHECK(headsup::tests::outcome("print(1e19 in range(5), float('nan') in range(5), 2.0 in range(5))\n") ==
        "False False True\n");
}

TEST_CASE("a program that was stopped keeps what it did", "[python]") {
  const Program program = run_python("print('before')\nx = 3\nwhile True: pass\n");
  CHECK(program.printed() == "before\n");
  REQUIRE(program.variables.size() == 1);
  CHECK(program.variables[0].name == "x");
  CHECK(program.variables[0].repr == "3");
}

TEST_CASE("a text as long as memory is shown by its beginning", "[python]") {
  const Program program = run_python("x = 'é'\nwhile True:\n    x += x\n");
  REQUIRE(program.error);
  CHECK(program.error->type == "LimitError");
  CHECK(program.variables.at(0).repr.size() < 11'000);
}

TEST_CASE("a later run, which finds the libraries parsed, does what a first one does", "[python]") {
  // The names are kept for later runs, but each run is charged for its own. So many also begin the kept trees anew.
  const std::string_view many =
      "class A: pass\nn = 0\nwhile True:\n    setattr(A, f'name{n}', n)\n    n += 1\n";
  const std::string_view model =
      "import torch\nfrom torch import nn\nlayer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)\n"
      "print(layer, layer.self_attn.__class__.__name__, dir(str)[:3])\n"
      "print(layer(torch.ones(1, 3, 8)).softmax(-1))\nnn.Linear(2, 3)(torch.ones(4))\n";
  const auto names_of = [](std::string_view source) {
    std::string text = headsup::tests::outcome(source);
    for (const headsup::Step& step : run_python(source).trace.steps) text += " " + step.name;
    return text;
  };
  const auto count = [&] {
    return run_python(many, {.operations = 10'000'000, .elements = 2'000'000}).variables.at(1).repr;
  };
  const std::string first = count();
  CHECK(std::stoi(first) > 10'000);
  const std::string made = names_of(model);
  CHECK(made.find("RuntimeError 6:0-6:30 mat1 and mat2") != std::string::npos);
  CHECK(names_of(model) == made);
  CHECK(count() == first);
  CHECK(names_of(model) == made);
#ifndef __EMSCRIPTEN__
  std::future<std::string> threads[3];
  for (auto& thread : threads) thread = std::async(std::launch::async, names_of, model);
  for (auto& thread : threads) CHECK(thread.get() == made);
#endif
}
