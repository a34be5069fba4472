#include "headsup/graph/backward.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "graph/recorded_call.h"
#include "headsup/tensor/refusal.h"
#include "operations/operations.h"

namespace headsup {
namespace {

constexpr Operation kGradient = {.name = "gradient",
                                 .parameters = "",
                                 .formula = "y = ∂loss / ∂x, the sum of what comes back on each way",
                                 .forward = nullptr,
                                 .explain = nullptr};

/// A backward pass. Steps are known by their places, because adding one may move them.
class Pass {
 public:
  Pass(Trace& trace, Index of, std::span<const Index> by, std::optional<Index> seed)
      : trace_(trace), of_(of), needs_(of + 1), first_reader_(of + 1, of + 1), gradients_(of + 1) {
    for (const Index leaf : by) {
      if (leaf <= of) needs_[leaf] = true;
    }
    for (Index i = 0; i <= of; ++i) {
      for (const Index input : trace.steps[i].inputs) {
        first_reader_[input] = std::min(first_reader_[input], i);
        if (needs_[input] && !trace.steps[i].is_detached && is_floating(trace.steps[i].tensor.dtype()))
          needs_[i] = true;
      }
    }
    if (!needs_[of]) {
      raise(ErrorCode::runtime_error,
            {"element 0 of tensors does not require grad and does not have a grad_fn"});
    }
    if (!seed && trace.steps[of].tensor.count() != 1) {
      raise({"grad can be implicitly created only for scalar outputs"});
    }
    gradients_[of].place = seed;
  }

  void run() {
    const Tensor& y = trace_.steps[of_].tensor;
    if (!gradients_[of_].place) gradients_[of_].place = add(of_, op::constant, full(y.shape(), 1, y.dtype()));
    for (Index i = of_ + 1; i-- > 0;) {
      if (!is_leaf(i)) complete(i);
      if (gradients_[i].place && !trace_.steps[i].is_detached) send_back(i);
      for (const Index input : Inputs(trace_.steps[i].inputs)) {
        if (is_leaf(input) && first_reader_[input] == i) complete(input);
      }
    }
  }

  /// Where the gradient by a step is, if anything came back to it.
  std::optional<Index> gradient_of(Index step) const {
    return step <= of_ ? gradients_[step].place : std::nullopt;
  }

 private:
  using Inputs = std::vector<Index>;

  /// What has come back to a step so far.
  struct Gradient {
    Tensor sum = {};
    std::vector<Contribution> contributions = {};
    std::optional<Index> place = {};  ///< once it is complete
  };

  bool is_leaf(Index step) const { return trace_.steps[step].inputs.empty(); }

  /// Gives the operands of a step what its gradient says of them.
  void send_back(Index i) {
    const Step& step = trace_.steps[i];
    const RecordedCall made_by(trace_, step);
    const Call& call = made_by.call;
    const Index place = *gradients_[i].place;
    for (Index operand = 0; operand < call.size(); ++operand) {
      const Index input = step.inputs[operand];
      if (!needs_[input]) continue;
      const Derivative* derivative = step.operation->derivative(operand);
      if (derivative == nullptr) {
        raise({"derivative for ", step.operation->name, " is not implemented"});
      }
      Tensor amount = derivative->gradient(
          {.call = call, .result = step.tensor, .grad = trace_.steps[place].tensor, .operand = operand});
      Gradient& to = gradients_[input];
      to.sum = to.contributions.empty() ? std::move(amount) : compute(op::add, {to.sum, amount});
      to.contributions.push_back({.step = i, .operand = operand, .grad = place});
    }
  }

  /// Adds the gradient of a step to which all has come back.
  void complete(Index i) {
    Gradient& gradient = gradients_[i];
    if (gradient.contributions.empty()) return;
    gradient.place = add(i, kGradient, std::move(gradient.sum));
    Step& step = trace_.steps[*gradient.place];
    step.contributions = std::move(gradient.contributions);
    const auto read = [&](Index input) {
      const auto& known = step.inputs;
      if (std::find(known.begin(), known.end(), input) == known.end()) step.inputs.push_back(input);
    };
    for (const Contribution& way : step.contributions) {
      const Step& made = trace_.steps[way.step];
      read(way.grad);
      for (const Index also : made.operation->derivative(way.operand)->reads) {
        if (also == kResult) read(way.step);
        if (also < made.inputs.size()) read(made.inputs[also]);
        if (also == kOperands) std::for_each(made.inputs.begin(), made.inputs.end(), read);
      }
    }
  }

  Index add(Index i, const Operation& operation, Tensor tensor) {
    const Step& of = trace_.steps[i];
    Step step = {.name = "grad." + of.name, .operation = &operation, .axes = of.axes};
    step.tensor = std::move(tensor);
    trace_.steps.push_back(std::move(step));
    return trace_.steps.size() - 1;
  }

  Trace& trace_;
  Index of_;
  std::vector<bool> needs_;          ///< whether a step depends on `by`
  std::vector<Index> first_reader_;  ///< of each step; the last one to send something back
  std::vector<Gradient> gradients_;
};

/// Takes back the steps that were added, unless it is dismissed: a refusal leaves the trace as it was.
class Undo {
 public:
  explicit Undo(Trace& trace) : trace_(&trace), size_(trace.steps.size()) {}
  Undo(const Undo&) = delete;
  Undo& operator=(const Undo&) = delete;
  ~Undo() {
    if (trace_ != nullptr)
      trace_->steps.erase(trace_->steps.begin() + static_cast<std::ptrdiff_t>(size_), trace_->steps.end());
  }
  void dismiss() { trace_ = nullptr; }

 private:
  Trace* trace_;
  Index size_;
};

}  // namespace

std::vector<std::optional<Index>> backward(Trace& trace, Index of, std::span<const Index> by,
                                           std::optional<Index> seed) {
  Undo undo(trace);
  Pass pass(trace, of, by, seed);
  pass.run();
  undo.dismiss();
  std::vector<std::optional<Index>> found;
  found.reserve(by.size());
  for (const Index leaf : by) found.push_back(pass.gradient_of(leaf));
  return found;
}

}  // namespace headsup
