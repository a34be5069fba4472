// Programs as learners write them, with what PyTorch 1.13 printed, its variables and its errors (tests/fixtures/programs).
#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "catch.h"
#include "fixtures.h"
#include "headsup/graph/explain.h"
#include "headsup/python/run.h"
#include "headsup/tensor/refusal.h"
#include "python_program.h"

namespace headsup::tests {
namespace {

using python::Program;

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Words and numbers; columns move with their widest number, and names of derivatives with the version.
std::vector<std::string> words_of(std::string text) {
  for (std::size_t at = text.find("grad_fn=<"); at != std::string::npos; at = text.find("grad_fn=<")) {
    const std::size_t from = text.find_last_not_of(", \n", at - 1) + 1;
    text.erase(from, text.find('>', at) + 1 - from);
  }
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_part =
        std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-' || c == '+' || c < 0;
    if (!is_part && !words.back().empty()) words.emplace_back();
    if (is_part || std::isspace(static_cast<unsigned char>(c)) == 0) words.back() += c;
    if (!is_part && !words.back().empty()) words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

bool is_near(double a, double b, double tolerance) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b || std::fabs(a - b) <= tolerance * std::max(1.0, std::fabs(b));
}

/// The first word that differs, or "".
std::string difference(const std::string& got, const std::string& want) {
  const std::vector<std::string> a = words_of(got);
  const std::vector<std::string> b = words_of(want);
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (a[i] == b[i]) continue;
    char* end_a = nullptr;
    char* end_b = nullptr;
    const double x = std::strtod(a[i].c_str(), &end_a);
    const double y = std::strtod(b[i].c_str(), &end_b);
    if (*end_a == 0 && *end_b == 0 && is_near(x, y, 2e-4)) continue;
    return "word " + std::to_string(i) + ": got " + a[i] + ", want " + b[i];
  }
  return a.size() == b.size()
             ? ""
             : "got " + std::to_string(a.size()) + " words, want " + std::to_string(b.size());
}

std::string difference(const python::Variable& variable, const Json& want, double tolerance) {
  const Tensor& got = *variable.tensor;
  const std::string type = variable.narrow.empty() ? to_string(got.dtype()) : std::string(variable.narrow);
  if (Shape(want.at("shape").get<std::vector<Index>>()) != got.shape() || want.at("dtype") != type)
    return "another shape or type: " + to_string(got.shape()) + " " + type;
  for (Index i = 0; i < got.count(); ++i) {
    const Json& cell = want.at("data").at(i);
    const double number = cell.is_boolean() ? cell.get<bool>() : number_of(cell);
    if (!is_near(got.at_position(i), number, tolerance))
      return "number " + std::to_string(i) + ": got " + std::to_string(got.at_position(i)) + ", want " +
             std::to_string(number);
  }
  return "";
}

std::vector<std::filesystem::path> programs() {
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::directory_iterator(HEADSUP_FIXTURES "/programs")) {
    if (entry.path().extension() == ".py") found.push_back(entry.path());
  }
  return found;
}

}  // namespace

TEST_CASE("learners' programs give PyTorch's output, variables and errors", "[python]") {
  for (const std::filesystem::path& path : programs()) {
    const std::string name = path.stem().string();
    INFO(name);
    const Json want = read_fixture("programs/" + name + ".expected.json");
    const Program program = python::run_python(text_of(path));
    CHECK(difference(program.printed(), want.at("stdout").get<std::string>()) == "");
    for (const auto& [variable, tensor] : want.at("variables").items()) {
      INFO(variable);
      const auto found = std::find_if(program.variables.begin(), program.variables.end(),
                                      [&v = variable](const auto& each) { return each.name == v; });
      REQUIRE(found != program.variables.end());
      REQUIRE(found->tensor);
      CHECK(difference(*found, tensor, name[0] == 't' ? 1e-4 : 1e-5) == "");
    }
    REQUIRE(program.error.has_value() == !want.at("error").is_null());
    if (!program.error) continue;
    CHECK(program.error->type == want.at("error").at("type"));
    CHECK(program.error->message == want.at("error").at("message"));
    CHECK(program.error->span.line == want.at("error").at("line"));
  }
}

TEST_CASE("many cells are explained together as each of them alone", "[python]") {
  constexpr Index kMostCells = 40;
  for (const std::filesystem::path& path : programs()) {
    const Program program = python::run_python(text_of(path));
    const Trace& trace = program.trace;
    for (Index i = 0; i < trace.steps.size(); i += 1 + trace.steps.size() / 60) {
      const Step& step = trace.steps[i];
      INFO(path.stem().string() << " " << step.name << " " << step.op());
      std::vector<Index> positions;
      for (Index at = step.tensor.count(); at-- > 0 && positions.size() < kMostCells;)
        positions.push_back(at);
      const Reads reads = reads_of(trace, step.name, positions);
      REQUIRE(reads.moved.size() == positions.size());
      for (Index cell = 0; cell < positions.size(); ++cell) {
        const Explanation why = explain(trace, step.name, index_of(step.shape(), positions[cell]));
        const bool is_one = why.terms.size() == 1 && why.terms[0].weight == 1 &&
                            std::memcmp(&why.terms[0].value, &why.value, sizeof why.value) == 0;
        CHECK(reads.moved[cell] == is_one);
        for (const Reads::Input& input : reads.inputs) {
          const Step& from = trace.steps[input.step];
          std::vector<Shape> want;
          for (const Term& term : why.terms) {
            if (term.name == from.name) want.push_back(term.index);
          }
          std::vector<Shape> got;
          for (Index at = input.starts[cell]; at < input.starts[cell + 1]; ++at)
            got.push_back(index_of(from.shape(), input.positions[at]));
          CHECK(got == want);
        }
      }
      CHECK_THROWS_AS(reads_of(trace, step.name, {step.tensor.count()}), Refusal);
    }
  }
}

TEST_CASE("every step of a program has a name of its own, letters, a place and explanations", "[python]") {
  for (const std::filesystem::path& path : programs()) {
    INFO(path.stem().string());
    const Program program = python::run_python(text_of(path));
    REQUIRE(program.sources.size() == program.trace.steps.size());
    for (Index i = 0; i < program.trace.steps.size(); i += 1 + program.trace.steps.size() / 200) {
      const Step& step = program.trace.steps[i];
      INFO(step.name << " " << step.op());
      CHECK(step.axes.size() == step.tensor.rank());
      CHECK(program.sources[i].span.line > 0);
      CHECK(program.trace.place_of(step.name) == i);
      if (step.tensor.empty()) continue;
      const Shape last = index_of(step.shape(), step.tensor.count() - 1);
      const Explanation why = explain(program.trace, step.name, last);
      if (!why.is_sum) continue;
      double sum = 0;
      double size = 0;
      for (const Term& term : why.terms) {
        sum += term.value * term.weight;
        size += std::fabs(term.value * term.weight);
      }
      if (std::isfinite(why.value) && std::isfinite(sum))
        CHECK(std::fabs(sum - why.value) <= 1e-5 * std::max(1e-6, size));
    }
  }
}

TEST_CASE("programs made at random give PyTorch's output and errors", "[python]") {
  const Json programs = read_fixture("python_programs.json");
  for (const Json& each : programs) {
    INFO(each.at(0).get<std::string>());
    const Program program = python::run_python(each.at(0).get<std::string>());
    CHECK(difference(program.printed(), each.at(1).get<std::string>()) == "");
    const Json& want = each.at(2);
    REQUIRE(program.error.has_value() == !want.is_null());
    if (!program.error) continue;
    CHECK(program.error->type == want.at(0));
    CHECK(program.error->message == want.at(1));
    CHECK(program.error->span.line == want.at(2));
  }
}

TEST_CASE("writes are seen through views, and steps keep the numbers that they had", "[python]") {
  const Program program = python::run_python(
      "import torch\nx = torch.zeros(2, 3)\nrow = x[1]\ny = x + 1\nrow += 2\nx[0, 1] = 7\nz = row[:2] * "
      "x.t()[1]\n");
  REQUIRE_FALSE(program.error);
  const Trace& trace = program.trace;
  CHECK(trace["y"].tensor.tolist<float>() == std::vector<float>(6, 1));
  CHECK(trace["x"].tensor.tolist<float>() == std::vector<float>(6, 0));
  CHECK(program.variables[0].tensor->tolist<float>() == std::vector<float>{0, 7, 0, 2, 2, 2});
}

TEST_CASE("what is written in place has the name that it is assigned, then the variable's", "[python]") {
  const Program program = python::run_python(
      "import torch\nscores = torch.ones(2)\nmasked = scores.mul_(3)\nscores.unsqueeze_(0)\n"
      "scores[0, 1] = 7\ny = scores + 0\n");
  REQUIRE_FALSE(program.error);
  const Trace& trace = program.trace;
  CHECK(program.sources[trace.place_of("masked")].names == std::vector<std::string>{"masked", "scores"});
  CHECK(trace["masked"].tensor.tolist<float>() == std::vector<float>{3, 3});
  CHECK(trace["y"].tensor.tolist<float>() == std::vector<float>{3, 7});
  CHECK(trace["y"].shape() == Shape{1, 2});
}

TEST_CASE("a gradient that is not there raises", "[python]") {
  for (const auto* source :
       {"x = torch.ones(3, requires_grad=True)\n(x // 2).sum().backward()\n",
        "x = torch.ones(3)\nx.sum().backward()\n",
        "x = torch.ones(3, requires_grad=True)\ny = x.exp().sum()\ny.backward()\ny.backward()\n"}) {
    const Program program = python::run_python("import torch\n" + std::string(source));
    REQUIRE(program.error);
    CHECK(program.error->type == "RuntimeError");
  }
}

TEST_CASE("a step knows the loops and calls around it, and its module", "[python]") {
  const Program program = python::run_python(
      "import torch\nfrom torch import nn\n"
      "class Block(nn.Module):\n"
      "    def __init__(self):\n"
      "        super().__init__()\n"
      "        self.lin = nn.Linear(2, 2)\n"
      "    def forward(self, x):\n"
      "        return sum([self.lin(x) * k for k in range(2)])\n"
      "net = nn.Sequential(Block(), Block())\n"
      "for epoch in range(2):\n"
      "    i = 0\n"
      "    while i < 3:\n"
      "        y = net(torch.ones(2))\n"
      "        i += 1\n"
      "z = Block()(torch.ones(2)) - 1\n");
  REQUIRE_FALSE(program.error);
  const auto of = [&program](std::string_view op, std::size_t n) {
    std::size_t i = 0;
    while (program.trace.op_of(program.trace.steps[i]) != op || n-- > 0) ++i;
    return program.sources[i];
  };
  // Loops with their lines and turns, calls with the lines that call.
  using Places = std::vector<std::pair<std::uint32_t, int>>;
  const auto places = [&of](std::string_view op, std::size_t n) {
    Places all;
    for (const python::Around& one : of(op, n).around)
      all.emplace_back(one.span.line, one.is_loop ? static_cast<int>(one.number) : -1);
    return all;
  };
  // Each turn of the inner loop has two blocks of two products.
  CHECK(places("linear", 0) == Places{{10, 0}, {12, 0}, {13, -1}, {8, 0}});
  CHECK(of("linear", 0).module == "net.0.lin");
  CHECK(places("linear", 23) == Places{{10, 1}, {12, 2}, {13, -1}, {8, 1}});
  // The two blocks of a turn are two calls.
  CHECK(of("linear", 21).around[2] == of("linear", 20).around[2]);
  CHECK(of("linear", 22).around[2] != of("linear", 21).around[2]);
  CHECK(of("linear", 23).module == "net.1.lin");
  CHECK(of("mul", 23).module == "net.1");
  CHECK(places("linear", 24) == Places{{15, -1}, {8, 0}});
  CHECK(of("linear", 24).module == "Linear");
  CHECK(of("sub", 0).around.empty());
  CHECK(of("sub", 0).module.empty());
}

TEST_CASE("a leaf that was written to is the same variable", "[python]") {
  const Program program = python::run_python(
      "import torch\nw = torch.ones(2, requires_grad=True)\ny = w * 2\nwith torch.no_grad():\n    w += 1\n"
      "(y + w * 3).sum().backward()\ng = w.grad\n");
  REQUIRE_FALSE(program.error);
  CHECK(program.variables[2].tensor->tolist<float>() == std::vector<float>{5, 5});
}

TEST_CASE("a write to what a derivative needs is refused", "[python]") {
  for (const auto* source : {"y = w.exp()\ny += 1\n", "y = w * w\nz = y ** 2\ny.add_(1)\ny = z\n",
                             "y = torch.relu(w)\ny += 1\n", "y = torch.softmax(w, 0)\ny[0] = 0\n"}) {
    const Program program = python::run_python("import torch\nw = torch.ones(3, requires_grad=True)\n" +
                                               std::string(source) + "y.sum().backward()\n");
    REQUIRE(program.error);
    CHECK(program.error->message.substr(0, 90) ==
          "one of the variables needed for gradient computation has been modified by an inplace opera");
  }
  const Program fine = python::run_python(
      "import torch\nw = torch.ones(3, requires_grad=True)\ny = w * 2\nz = y.sigmoid()\ny += 1\n"
      "z.sum().backward()\n");
  CHECK_FALSE(fine.error);
}

TEST_CASE("backward() does not use numbers that .data has overwritten", "[python]") {
  for (const auto* source : {"w.data[0] = 10", "w.data[1:].mul_(2)", "w.data = torch.ones(2)"}) {
    const Program program =
        python::run_python("import torch\nw = torch.ones(2, requires_grad=True)\ny = w * w\n" +
                           std::string(source) + "\ny.sum().backward()\n");
    REQUIRE(program.error);
    CHECK(program.error->type == "NotImplementedError");
  }
}

TEST_CASE("what is filled has a gradient of zero", "[python]") {
  CHECK(outcome(R"(import torch
w = torch.ones(2, requires_grad=True)
y = w * 2
y.zero_()
y.sum().backward()
print(y, w.grad)
)") == "tensor([0., 0.], grad_fn=<ZeroBackward0>) tensor([0., 0.])\n");
}

TEST_CASE("the rate that a program sets goes on from there", "[python]") {
  const auto rates = [](const std::string& scheduler, const std::string& options = "lr=1.0") {
    return outcome("import torch\nopt = torch.optim.SGD([torch.ones(1)], " + options +
                   ")\nsched = torch.optim.lr_scheduler." + scheduler +
                   "\nfor i in range(6):\n    if i == 3:\n        opt.param_groups[0]['lr'] = 0.25\n"
                   "    sched.step()\n    print(f'{sched.get_last_lr()[0]:.4f}', end=' ')\n");
  };
  CHECK(rates("CosineAnnealingLR(opt, 5)") == "0.9045 0.6545 0.3455 0.0691 0.0000 0.0955 ");
  CHECK(rates("StepLR(opt, 3, 0.5)") == "1.0000 1.0000 0.5000 0.2500 0.2500 0.1250 ");
  CHECK(rates("ExponentialLR(opt, 0.9)") == "0.9000 0.8100 0.7290 0.2250 0.2025 0.1823 ");
  CHECK(rates("MultiStepLR(opt, [2, 5, 5], 0.5)") == "1.0000 0.5000 0.5000 0.2500 0.0625 0.0625 ");
  CHECK(rates("LinearLR(opt, total_iters=6)") == "0.4444 0.5556 0.6667 0.2917 0.3333 0.3750 ");
  CHECK(rates("OneCycleLR(opt, 0.1, 7)", "lr=1.0, momentum=0.9") ==
        "0.0981 0.0919 0.0673 0.0358 0.0099 0.0000 ");
}

TEST_CASE("classes are called as PyTorch calls them", "[python]") {
  CHECK(outcome("import torch\nfrom torch import nn\nl = nn.Linear(1, 1)\nprint(type(l), type(l.weight), "
                "torch.optim.Adam, type(torch.ones(1).numpy()))") ==
        "<class 'torch.nn.modules.linear.Linear'> <class 'torch.nn.parameter.Parameter'> "
        "<class 'torch.optim.adam.Adam'> <class 'numpy.ndarray'>\n");
}

TEST_CASE("numpy rounds numbers and arrays", "[python]") {
  CHECK(
      outcome(
          "import numpy as np\nprint(np.abs(-3.0), np.round(1.26, 1), np.round(np.array([1.26, -0.05]), 1), "
          "np.any([False]))\n") == "3.0 1.3 [ 1.3 -0. ] False\n");
}

TEST_CASE("numpy draws as numpy does", "[python]") {
  CHECK(
      outcome("import numpy as np\nnp.random.seed(0)\nprint(np.random.rand(2), np.random.randn(2), "
              "np.random.randint(0, 10, 5), np.random.permutation(6), np.random.choice(5, 3))\n"
              "np.random.seed(42)\nprint(np.random.choice(['a', 'b'], p=[0.1, 0.9]), np.random.normal())") ==
      "[0.5488135  0.71518937] [0.97873798 2.2408932 ] [9 3 5 2 4] [3 1 2 4 5 0] [0 1 1]\nb "
      "-1.1118801180469204\n");
}

TEST_CASE("gradients can be set to zero, division rounded, and normal draws cut off", "[python]") {
  CHECK(outcome("import torch\n"
                "p = torch.nn.Parameter(torch.ones(2))\n"
                "opt = torch.optim.SGD([p], lr=0.1, momentum=0.9)\n"
                "(p * 2).sum().backward()\n"
                "opt.zero_grad(set_to_none=False)\n"
                "print(p.grad)\n"
                "print(torch.div(torch.tensor([7, -7]), 2, rounding_mode='floor'), "
                "torch.div(torch.tensor([7, -7]), 2, rounding_mode='trunc'))\n"
                "torch.manual_seed(0)\n"
                "print(torch.nn.init.trunc_normal_(torch.empty(2, 3), std=0.02))") ==
        "tensor([0., 0.])\n"
        "tensor([ 3, -4]) tensor([ 3, -3])\n"
        "tensor([[-0.0002,  0.0147, -0.0270],\n"
        "        [-0.0223, -0.0101,  0.0069]])\n"
        "");
}

TEST_CASE("float32 is rounded as float32", "[python]") {
  CHECK(outcome("import torch\nprint(torch.tensor([1.55, 2.345]).round(decimals=1), "
                "torch.erfinv(torch.ones(1)))") == "tensor([1.6000, 2.3000]) tensor([inf])\n");
}

TEST_CASE("what draws is skipped", "[python]") {
  CHECK(
      outcome("import matplotlib.pyplot as plt\nfrom matplotlib import ticker\nfig, ax = plt.subplots(1, 2)\n"
              "ax[0].imshow([[1]]).set_clim(0, 1)\nplt.show()\nprint(1)") == "1\n");
}

TEST_CASE("softmax wants its axis, and axes are whole numbers", "[python]") {
  const auto error = [](const std::string& expression) {
    const Program program = python::run_python("import torch\nx = torch.ones(2, 3)\n" + expression + "\n");
    return program.error ? program.error->type + ": " + program.error->message : "";
  };
  CHECK(error("x.softmax()") ==
        "TypeError: softmax() received an invalid combination of arguments - got (), but expected one of:\n"
        " * (int dim, torch.dtype dtype)\n * (name dim, *, torch.dtype dtype)\n");
  CHECK(
      error("torch.softmax(x, 1.0)") ==
      "TypeError: softmax() received an invalid combination of arguments - got (Tensor, float), but expected "
      "one of:\n * (Tensor input, int dim, torch.dtype dtype, *, Tensor out)\n"
      " * (Tensor input, name dim, *, torch.dtype dtype)\n");
  CHECK(error("x.unsqueeze(1.0)") ==
        "TypeError: unsqueeze(): argument 'dim' (position 1) must be int, not float");
  CHECK(error("x.masked_fill(x > 0, None)") ==
        "TypeError: masked_fill(): argument 'value' (position 2) must be Number, not NoneType");
  CHECK(error("torch.nn.LayerNorm(3)(x.double())") ==
        "RuntimeError: expected scalar type Double but found Float");
  CHECK(outcome("import torch\nimport torch.nn.functional as F\nprint(F.softmax(torch.zeros(2, 1, 1)))\n"
                "print(torch.tensor([True, False]).square())") ==
        "tensor([[[0.5000]],\n\n        [[0.5000]]])\ntensor([1, 0])\n");
}

TEST_CASE("gradients are numbers like others", "[python]") {
  CHECK(outcome(R"(import torch
w = torch.ones(2, requires_grad=True)
(w ** 3).sum().backward()
g = w.grad
w.grad = None
(w * g).sum().backward()
print(w.grad)
)") == "tensor([3., 3.])\n");
}

TEST_CASE("a copied module has parameters of its own", "[python]") {
  CHECK(outcome(R"(import copy
import torch.nn as nn
a = nn.Linear(2, 2)
print(copy.deepcopy(a).weight is a.weight)
)") == "False\n");
}

TEST_CASE("int32 is a type of its own", "[python]") {
  const Program program = python::run_python(
      "import torch\nmask = (torch.ones(2) > 0).int()\ncount = mask.sum()\nprint(mask, mask * 2, "
      "count.dtype, type(mask))\n");
  CHECK(program.printed() ==
        "tensor([1, 1], dtype=torch.int32) tensor([2, 2], dtype=torch.int32) torch.int64 "
        "<class 'torch.Tensor'>\n");
  CHECK(program.variables[0].narrow == "int32");
  CHECK(program.variables[1].narrow.empty());
}

TEST_CASE("what does not fit an operation raises, and ends nothing", "[python]") {
  CHECK(outcome(R"(import torch
from torch import nn
x = torch.arange(6.).view(2, 3)
for f in [lambda: torch.exp(None), lambda: x.flatten([2, 3]), lambda: torch.triu(x, diagonal=[0]),
          lambda: x.sum(0.5), lambda: torch.arange(x), lambda: nn.init.uniform_(torch.ones([1] * 9))]:
    try:
        f()
        print('none')
    except Exception as error:
        print(type(error).__name__)
)") == "TypeError\nTypeError\nTypeError\nTypeError\nRuntimeError\nRuntimeError\n");
}

TEST_CASE("one bit chooses along an axis of its own", "[python]") {
  CHECK(outcome(R"(import torch
x = torch.arange(6.).view(2, 3)
print(x[x.sum() > 0].shape, x[False].shape, x[:, torch.tensor(True)].shape, x[0, 0][torch.tensor(True)])
x[x.sum() > 0] = 7
x[x.sum() < 0] = 1
print(x[0])
)") == "torch.Size([1, 2, 3]) torch.Size([0, 2, 3]) torch.Size([2, 1, 3]) tensor([0.])\ntensor([7., 7., "
       "7.])\n");
}

TEST_CASE("a table of rows without numbers has a gradient", "[python]") {
  CHECK(outcome(R"(import torch
table = torch.nn.Embedding(8, 0)
table(torch.tensor([1])).sum().backward()
print(table.weight.grad.shape)
)") == "torch.Size([8, 0])\n");
}

TEST_CASE("small numbers keep their digits and signs", "[python]") {
  CHECK(outcome(R"(import torch
x = torch.tensor([1e-6, -2.5])
print(torch.expm1(x)[0].item() / 1e-6, torch.sinh(x)[0].item() / 1e-6, torch.fmod(x, 1)[1])
print(torch.ceil(torch.tensor([-0.2, 0.2])), torch.fmod(torch.tensor([5, -5]), 3))
)") == "1.0000004522225936 0.9999999974752427 tensor(-0.5000)\ntensor([-0., 1.]) tensor([ 2, -2])\n");
}

namespace {

/// "x (B 2, L 4)" of each step that has this name, in order.
std::vector<std::string> shapes_of(const Program& program, const std::string& name) {
  std::vector<std::string> found;
  for (const Step& step : program.trace.steps) {
    if (step.name != name && step.name.rfind(name + " (", 0) != 0) continue;
    std::string text;
    for (Index axis = 0; axis < step.axes.size(); ++axis) {
      text +=
          (axis == 0 ? "" : ", ") + std::string(step.axes[axis]) + " " + std::to_string(step.shape()[axis]);
    }
    found.push_back(text);
  }
  return found;
}

using Shapes = std::vector<std::string>;

}  // namespace

TEST_CASE("axes have the names of the sizes that a program takes from a tensor", "[python]") {
  const Program program = python::run_python(R"(import torch
x = torch.randn(2, 4, 6)
def heads(t):
    n, words, width = t.shape
    t = t.view(n, words, 2, width // 2)
    return t.transpose(1, 2)
y = heads(x)
ids = torch.tensor([[1, 2, 3]])
length = ids.size(-1)
at = torch.arange(length)
z = torch.zeros(5, 3)
rows, cols = z.size(0), z.size(1)
_, again = z.shape
)");
  CHECK(shapes_of(program, "x") == Shapes{"n 2, words 4, width 6"});
  CHECK(shapes_of(program, "y") == Shapes{"n 2, i 2, words 4, j 3"});
  CHECK(shapes_of(program, "ids") == Shapes{"1 1, length 3"});
  CHECK(shapes_of(program, "at") == Shapes{"length 3"});
  CHECK(shapes_of(program, "z") == Shapes{"rows 5, cols 3"});
}

TEST_CASE("a size that has a letter keeps it under another name", "[python]") {
  const Program program = python::run_python(R"(import torch
B, L, d_model = 2, 3, 4
emb = torch.randn(B, L, d_model)
def attend(q):
    n = q.shape[0]
    q = q.view(n, -1, 2, 2)
    return q
heads = attend(emb)
)");
  CHECK(shapes_of(program, "q") == Shapes{"B 2, L 3, i 2, i 2"});
}

TEST_CASE("an axis that grows keeps its letter", "[python]") {
  const Program program = python::run_python(R"(import torch
cache = torch.zeros(2, 0, 3)
prompt = torch.ones(2, 5, 3)  # (B, S, K)
for step in range(3):
    k = torch.ones(2, 1, 3)
    cache = torch.cat([cache, k], dim=1)  # (B, S, K)
def twice(x):
    y = x * 2  # (B, T)
    return y
a = twice(torch.ones(2, 3))
b = twice(torch.ones(2, 5))
)");
  CHECK(shapes_of(program, "cache") ==
        Shapes{"i 2, j 0, m 3", "B 2, S 1, K 3", "B 2, S 2, K 3", "B 2, S 3, K 3"});
  CHECK(shapes_of(program, "y") == Shapes{"B 2, T 3", "B 2, T 5"});
}

TEST_CASE("a comment does not rename an axis that has another size", "[python]") {
  const Program program = python::run_python(R"(import torch
B, L, T_L = 2, 3, 5
src = torch.ones(B, L)
trg = torch.ones(B, T_L)
def twice(x):
    y = x * 2  # (B, L)
    return y
twice(src), twice(trg)
)");
  CHECK(shapes_of(program, "y") == Shapes{"B 2, L 3", "B 2, T_L 5"});
}

TEST_CASE("a size that is computed from a name does not have that name", "[python]") {
  const Program program = python::run_python(R"(import torch
from torch import nn
class M:
    size, heads, width = 4, 2, 8
m = M()
w = nn.Linear(m.width, m.heads * m.size, bias=False)
mask = torch.ones(m.size, m.size, dtype=torch.bool)
ids = torch.randint(0, 9, (m.heads, m.size))
conv = nn.Conv1d(m.width, m.size, kernel_size=1)
)");
  CHECK(shapes_of(program, "w.weight") == Shapes{"i 8, width 8"});
  CHECK(shapes_of(program, "mask") == Shapes{"size 4, size 4"});
  CHECK(shapes_of(program, "ids") == Shapes{"heads 2, size 4"});
  CHECK(shapes_of(program, "conv.weight") == Shapes{"size 4, width 8, 1 1"});
}

TEST_CASE("where nothing tells, axes as long as one another have one letter", "[python]") {
  const Program program = python::run_python(R"(import torch
from torch import nn
q = torch.randn(2, 4, 6)
k = torch.randn(2, 5, 6)
scores = q @ k.transpose(1, 2)
layer = nn.Linear(6, 6)
d = 6
known = nn.Linear(d, d)
nn.init.xavier_uniform_(known.weight)
)");
  CHECK(shapes_of(program, "q") == Shapes{"i 2, j 4, m 6"});
  CHECK(shapes_of(program, "transpose") == Shapes{"i 2, m 6, p 5"});
  CHECK(shapes_of(program, "scores") == Shapes{"i 2, j 4, p 5"});
  CHECK(shapes_of(program, "known.weight") == Shapes{"d 6, d 6", "d 6, d 6"});
}

TEST_CASE("the axes of nn.MultiheadAttention have names", "[python]") {
  const Program program = python::run_python(R"(import torch
from torch import nn
N, L, E = 2, 4, 8
x = torch.randn(N, L, E)
mha = nn.MultiheadAttention(E, 2, batch_first=True)
out, weights = mha(x, x, x, average_attn_weights=False)
)");
  CHECK(shapes_of(program, "weights") == Shapes{"N 2, H 2, L 4, L 4"});
  CHECK(shapes_of(program, "mha.out_proj.weight") == Shapes{"E 8, E 8"});
}

TEST_CASE("a comment of its own above a statement names axes", "[python]") {
  const Program program = python::run_python(R"(import torch
# (bs, n_seq)
x = torch.ones(2, 3)
# (n, m)
x2 = x * 2
# x: (a, b)
y = torch.ones(2, 3)
# (bs, n_seq) -> (n_seq, bs)
z = torch.ones(3, 2)
)");
  CHECK(shapes_of(program, "x") == Shapes{"bs 2, n_seq 3"});
  CHECK(shapes_of(program, "x2") == Shapes{"bs 2, n_seq 3"});
  CHECK(shapes_of(program, "y") == Shapes{"i 2, j 3"});
  CHECK(shapes_of(program, "z") == Shapes{"j 3, i 2"});
}

TEST_CASE("what is written is where it is written, not where it is read", "[python]") {
  const Program program = python::run_python(R"(import torch
mask = torch.zeros(2, 3)
mask[0, 1] = 1
mask[1] = torch.ones(3)
print(mask)
w = torch.ones(2)
w[0] += 1
print(w)
)");
  const auto line_of = [&](const std::string& name) {
    return program.sources[program.trace.place_of(name)].span.line;
  };
  CHECK(line_of("written") == 3);
  CHECK(line_of("mask (2)") == 4);
  CHECK(line_of("w (2)") == 7);
}

TEST_CASE("parameters are named by the variable that held their module first", "[python]") {
  const Program program = python::run_python(R"(import torch
from torch import nn
torch.manual_seed(1)
for n in (1, 2):
    layer = nn.Linear(2, n, bias=False)
    count = sum(p.numel() for p in layer.parameters())
    _, y = layer(torch.ones(2)), layer(torch.ones(2))
loss = y.sum()
loss.backward(retain_graph=True)
loss.backward()
)");
  CHECK(shapes_of(program, "layer.weight").size() == 2);
  CHECK(shapes_of(program, "p").empty());
  CHECK(shapes_of(program, "_").empty());
  CHECK(shapes_of(program, "grad.layer.weight").size() == 3);
}

}  // namespace headsup::tests
