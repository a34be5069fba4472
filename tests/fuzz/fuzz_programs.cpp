// Runs programs of a grammar, made from bytes: functions, loops, views, writes, gradients, and every operation of the table. Each
// ends within its limits, has a source for every step, and explains its numbers.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "bytes.h"
#include "headsup/graph/explain.h"
#include "headsup/python/run.h"
#include "headsup/tensor/refusal.h"
#include "operations/table.h"

using namespace headsup;
using namespace headsup::fuzz;

namespace {

class Program {
 public:
  explicit Program(Bytes bytes) : bytes_(bytes) {}

  std::string write() {
    text_ =
        "import math\nimport torch\nfrom torch import nn\nimport torch.nn.functional as F\nimport numpy as "
        "np\n"
        "torch.manual_seed(0)\na = torch.randn(2, 3)\nb = torch.randn(3, 2, requires_grad=True)\n"
        "c = torch.arange(6).view(2, 3)\nd = torch.ones(3) > 0\ne = 2\n";
    while (!bytes_.empty() && text_.size() < kLongest) statement(0);
    return text_;
  }

 private:
  static constexpr std::size_t kLongest = 4000;
  static constexpr int kDeepest = 3;

  template <std::size_t n>
  std::string any(const char* const (&of)[n]) {
    return of[bytes_.below(n)];
  }
  std::string variable() { return any({"a", "b", "c", "d", "e"}); }
  std::string number() {
    return any(
        {"(0)", "(1)", "(-1)", "(2)", "(3)", "(0.5)", "(-2)", "(1e30)", "math.inf", "True", "None", "(7)"});
  }
  std::string index() {
    return any({"0", "-1", "5", ":", "1:", "::2", ":, 0", "..., None", "None", "d", "c > 1", "[0, 1]",
                "a > 0", "torch.tensor([1, 0])", "..., -1", "1:0", ":, :2"});
  }
  std::string literal() {
    return any({"0", "1", "-1", "2", "(0, 1)", "[2, 3]", "(3, -1)", "True", "None", "0.5", "'mean'", "()",
                "torch.float64", "4"});
  }

  /// An operation of the table, as a function or a method, with operands where it wants some.
  std::string call(int depth) {
    const auto operations = all_operations();
    const Operation& operation = *operations[bytes_.any<std::uint8_t>() % operations.size()];
    const std::string_view parameters = operation.parameters;
    std::string arguments;
    bool has_keyword = false;
    for (std::size_t at = 0; at < parameters.size();) {
      const std::size_t end = std::min(parameters.find(' ', at), parameters.size());
      std::string name(parameters.substr(at, end - at));
      at = end + 1;
      const std::size_t equals = name.find('=');
      if (equals != std::string::npos && (bytes_.coin() || name.starts_with("from="))) continue;  // a keyword
      if (!arguments.empty()) arguments += ", ";
      const bool is_tensor = equals == std::string::npos && bytes_.below(4) > 0;
      has_keyword |= equals != std::string::npos;
      if (has_keyword) arguments += name.substr(name.front() == '*' ? 1 : 0, equals) + "=";
      arguments += is_tensor ? expression(depth + 1) : literal();
    }
    const std::string name = operation.name;
    if (bytes_.coin()) return "torch." + name + "(" + arguments + ")";
    return expression(depth + 1) + "." + name + any({"(", "_("}) + arguments + ")";
  }

  std::string expression(int depth) {
    if (depth >= kDeepest || bytes_.empty()) return bytes_.below(4) == 0 ? number() : variable();
    switch (bytes_.below(10)) {
      case 0:
        return number();
      case 1:
        return "(" + expression(depth + 1) +
               any({" + ", " - ", " * ", " / ", " @ ", " ** ", " // ", " % ", " & ", " > ", " == "}) +
               expression(depth + 1) + ")";
      case 2:
        return variable() + "[" + index() + "]";
      case 3:
      case 4:
      case 5:
        return call(depth);
      case 6:
        return expression(depth + 1) +
               any({".T", ".t()", ".view(-1)", ".view(3, 2)", ".transpose(0, 1)", ".expand(2, 2, 3)",
                    ".detach()", ".clone()", ".float()", ".long()", ".sum()", ".grad", ".item()",
                    ".contiguous()", ".double()", ".requires_grad_()", ".numpy()", ".tolist()", ".shape"});
      case 7:
        return "nn." +
               any({"Linear(3, 2)", "LayerNorm(3)", "Embedding(6, 2)", "Dropout(0.5)", "Softmax(dim=-1)",
                    "MultiheadAttention(2, 1, batch_first=True)", "Sequential(nn.Linear(3, 4), nn.ReLU())"}) +
               "(" + expression(depth + 1) + ")";
      case 8:
        return "[" + expression(depth + 1) + " for i in range(2)]";
      default:
        return variable();
    }
  }

  void line(int depth, const std::string& what) {
    text_.append(static_cast<std::size_t>(4 * depth), ' ').append(what).append("\n");
  }
  void block(int depth, const std::string& head) {
    line(depth, head);
    for (Index count = bytes_.below(2) + 1; count > 0; --count) statement(depth + 1);
  }

  /// What fails is caught, so that the program goes on.
  void attempt(int depth, const std::string& what) {
    line(depth, "try:");
    line(depth + 1, what);
    line(depth, "except Exception as error:");
    line(depth + 1, "print(type(error).__name__, error)");
  }
  void statement(int depth) {
    const Index which = bytes_.below(depth >= kDeepest ? 7 : 11);
    switch (which) {
      case 0:
        return attempt(depth, variable() + "[" + index() + "] = " + expression(1));
      case 1:
        return attempt(depth, variable() + any({" += ", " *= ", " -= ", " /= "}) + expression(1));
      case 2:
        return attempt(depth, expression(1) + ".sum().backward()");
      case 3:
        return attempt(depth, "print(" + expression(1) + ")");
      case 7:
        return block(depth, "for i in range(3):");
      case 8:
        return block(depth, "with torch.no_grad():");
      case 9:
        line(depth, "def f(x, y=" + number() + "):");
        attempt(depth + 1, "return x + " + expression(1));
        return attempt(depth, "a = f(" + expression(1) + ")");
      case 10:
        return block(depth, "if torch.is_tensor(" + variable() + "):");
      default:
        return attempt(depth, variable() + " = " + expression(0));
    }
  }

  Bytes bytes_;
  std::string text_;
};

void require(bool holds, const char* what, const std::string& source) {
  if (holds) return;
  std::fprintf(stderr, "%s:\n%s\n", what, source.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string source = Program(Bytes(data, size)).write();
  const python::Program program =
      python::run_python(source, {.operations = 100'000, .elements = 500'000, .depth = 60});
  require(
      !program.error || program.error->type == "LimitError" || program.error->type == "NotImplementedError",
      program.error ? (program.error->type + ": " + program.error->message).c_str() : "", source);
  require(program.sources.size() == program.trace.steps.size(), "steps without a source", source);
  for (const Step& step : program.trace.steps) {
    for (const Index input : step.inputs)
      require(input < program.trace.steps.size(), "no such input", source);
    if (step.tensor.empty()) continue;
    const Explanation why = explain(program.trace, step.name, Shape::zeros(step.tensor.rank()));
    require(why.value == step.tensor.at_position(0) || why.value != why.value, "another number is explained",
            source);
  }
  return 0;
}
