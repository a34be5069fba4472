// Gradients of a trace: which steps get one, in which order, and what they are.
#include "headsup/graph/backward.h"

#include "catch.h"
#include "compare.h"
#include "explanations.h"
#include "graph/recorder.h"
#include "operations/operations.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

/// x (2), and y = Σ x · x + x.
struct Squares {
  Trace trace = {};
  Index x = 0;
  Index sum = 0;

  Squares() {
    Recorder r(trace, {});
    x = r.record("x", op::given, "D", tensor_of<float>({2}, {3, -1}));
    const Index square = r.run("square", op::mul, {x, x}, "D");
    const Index each = r.run("each", op::add, {square, x}, "D");
    sum = r.run("y", op::sum, {each}, "");
  }
};

std::vector<std::string> names_of(const Trace& trace, Index from) {
  std::vector<std::string> names;
  for (Index i = from; i < trace.steps.size(); ++i) names.push_back(trace.steps[i].name);
  return names;
}

}  // namespace

TEST_CASE("a gradient is the sum of what comes back on every way, and each way can be asked for") {
  Squares made;
  backward(made.trace, made.sum, std::vector{made.x});
  CHECK(names_of(made.trace, made.sum + 1) ==
        std::vector<std::string>{"grad.y", "grad.each", "grad.square", "grad.x"});
  const Step& gradient = made.trace["grad.x"];
  CHECK(gradient.tensor.tolist<float>() == std::vector<float>{7, -1});
  CHECK(made.trace.op_of(gradient) == "grad_sum");
  CHECK(made.trace.op_of(made.trace["grad.each"]) == "grad_sum");
  CHECK(gradient.axes == Names{"D"});
  // Through the sum 1, and twice through the square x.
  const Explanation why = explain(made.trace, "grad.x", {0});
  REQUIRE(why.terms.size() == 3);
  CHECK(why.terms[0].name == "grad.each");
  CHECK(why.terms[0].weight == 1);
  CHECK(why.terms[1].name == "grad.square");
  CHECK(why.terms[1].weight + why.terms[2].weight == 6);
  for (const Step& step : made.trace.steps) {
    if (!step.contributions.empty()) CHECK(wrong_with(made.trace, step, index_of(step.shape(), 0)) == "");
  }
}

TEST_CASE("only steps between the loss and the parameters get a gradient") {
  Squares made;
  Recorder r(made.trace, {});
  const Index other = r.record("other", op::given, "D", tensor_of<float>({2}, {1, 2}));
  const Index product = r.run("product", op::mul, {other, made.x}, "D");
  const Index y = r.run("z", op::sum, {product}, "");
  backward(made.trace, y, std::vector{other});
  CHECK(made.trace.find("grad.x") == nullptr);
  CHECK(made.trace["grad.other"].tensor.tolist<float>() == std::vector<float>{3, -1});
}

TEST_CASE("a gradient that there is not is refused in PyTorch's words") {
  Squares made;
  Recorder r(made.trace, {});
  const auto refused = [&](Index of) {
    return refusal_of([&] { backward(made.trace, of, std::vector{made.x}); });
  };
  CHECK(refused(made.sum - 1).find("grad can be implicitly created only for scalar outputs") !=
        std::string::npos);
  const Index alone = r.record("alone", op::given, "", tensor_of<float>({}, {1}));
  CHECK(refused(alone).find("does not require grad and does not have a grad_fn") != std::string::npos);
}
