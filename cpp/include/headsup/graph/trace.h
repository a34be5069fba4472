#pragma once
// The graph of what ran: every tensor of a lesson or of a training step, named, in the order in which it was computed, with all
// that `explain` and `backward` need.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "headsup/operations/attributes.h"
#include "headsup/random/generator.h"
#include "headsup/tensor/tensor.h"

namespace headsup {

struct Operation;

/// One way by which a gradient came back: through an operation, to one of its operands.
struct Contribution {
  Index step;     ///< what the operation made
  Index operand;  ///< the operand's place among its inputs
  Index grad;     ///< the step that is its result's gradient
};

/// A node of the graph: one named tensor, and how it was made.
struct Step {
  std::string name;                ///< "scores", "w_q.weight" … (docs/lesson-spec.md lists them)
  const Operation* operation;      ///< the operation that made it
  std::vector<Index> inputs = {};  ///< the steps that it was made from, by their places in the trace
  Attributes attributes = {};      ///< the operation's other arguments
  /// One letter per axis, as in headsup/tensor/tensor.h; "1" for an axis of size 1 that broadcasts.
  Names axes = {};
  Tensor tensor = {};  ///< its numbers
  bool is_detached =
      false;  ///< whether no gradient goes through it, as of what was made within torch.no_grad()
  /// Of a gradient: the ways by which it came back, of which it is the sum.
  std::vector<Contribution> contributions = {};

  const char* op() const;                                ///< the operation's name; "gradient" of one
  const Shape& shape() const { return tensor.shape(); }  ///< of its tensor
  /// The cell at an index, widened. Refuses `bad-index` outside the tensor.
  double at(const Shape& index) const { return tensor.at(index); }
};

/// Numbers of one step that are set by hand the moment the step is made, so that every step after it is made from them.
/// A head is switched off by setting its `values` to 0, a key is removed by setting its column of the mask to masked, or its
/// column of the scores to −infinity.
struct Change {
  std::string name;  ///< of the step
  /// The cell, an axis each; an axis without a place is changed at all of them, and so are axes that are left out at the end,
  /// as in NumPy's x[:, 1] = 0.
  std::vector<std::optional<Index>> index;
  double value;  ///< rounded to float32 where the step is

  /// Whether it sets the cell `at` of the step `step`.
  bool sets(Name step, const Shape& at) const;
};
/// Made in order: the last of several changes of a cell stays.
using Changes = std::vector<Change>;

/// The graph.
struct Trace {
  std::vector<Step> steps = {};  ///< in the order in which they were computed
  Changes changes = {};          ///< what was set by hand on the way

  /// The name of a step's operation, PyTorch's where it has one, as `explain` and JavaScript have it. A gradient's is "grad_" and the operation that it comes back
  /// through, or "grad_sum" where it comes back through several.
  std::string op_of(const Step& step) const;
  /// The names of the steps that a step was made from.
  Names inputs_of(const Step& step) const;
  /// The tensors that a step was made from; copies, which share the steps' numbers.
  std::vector<Tensor> operands_of(const Step& step) const;
  /// The place of the step of that name; steps.size() if there is none.
  Index place_of(Name name) const;
  /// The step of that name, or null.
  /// @{
  const Step* find(Name name) const&;
  const Step* find(Name name) const&& = delete;
  /// @}
  /// The step of that name; a copy if the trace is a temporary, as in run(spec)["attention"]. Refuses `unknown-step` for a
  /// name that is not in the trace.
  /// @{
  const Step& operator[](Name name) const&;
  Step operator[](Name name) const&& { return (*this)[name]; }
  /// @}
};

}  // namespace headsup
