#pragma once
// The trace: every tensor of a lesson, named, in the order in which it was computed, with all that `explain` needs.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "headsup/random/generator.h"
#include "headsup/tensor/tensor.h"

namespace headsup {

/// The operation that made a step. The names that `to_string` gives are PyTorch's where it has the operation;
/// web/src/module/types.ts lists them too.
enum class Op {
  normal,
  uniform,
  given,
  constant,
  pad,
  embedding,
  sinusoid,
  position_ids,
  add,
  not_equal,
  eq,
  tril,
  triu,
  logical_and,
  logical_or,
  linear,
  view,
  transpose,
  scaled_dot_product,
  masked_fill,
  softmax,
  weighted_sum,
  conv1d,
  gelu,
  relu,
  layer_norm,
};

/// "normal", "scaled_dot_product" …
const char* to_string(Op op);

// Arguments of an operation that are not steps; `explain` needs them.

/// pad: the field of the spec that has the sequences, and their lengths before padding.
struct PadOrigin {
  std::string_view field;      ///< "sequences" or "target"
  std::vector<Index> lengths;  ///< of each sequence
  std::int32_t pad_id;         ///< fills up the shorter ones
};
/// not_equal, eq, position_ids: the id that the ids are compared with.
struct CompareOrigin {
  std::int32_t pad_id;  ///< the padding id
};
/// scaled_dot_product: the scores are divided by √d_k.
struct ScaleOrigin {
  Index d_k;  ///< K
};
/// masked_fill: the number that replaces a masked score, and the bit of the mask that masks: 0 where 1 = attend.
struct FillOrigin {
  float fill;               ///< −1e12 or the like
  std::uint8_t masked_bit;  ///< 0 or 1
};

/// The name of a step or an axis: a string literal of the core, which lives as long as the program.
using Name = std::string_view;
using Names = std::vector<Name>;  ///< several names, in order

/// How a step was made, beyond its operation and inputs; most operations need nothing.
using Origin = std::variant<std::monostate, Draws, PadOrigin, CompareOrigin, ScaleOrigin, FillOrigin>;
/// A tensor of any of the three types.
using AnyTensor = std::variant<FloatTensor, IntTensor, BoolTensor>;

/// One named tensor, and how it was made.
struct Step {
  Name name;          ///< "scores", "w_q.weight" … (docs/lesson-spec.md lists them)
  Op op;              ///< the operation that made it
  Names inputs = {};  ///< the steps that it was made from
  /// One letter per axis, as in headsup/tensor/tensor.h; "1" for an axis of size 1 that broadcasts.
  Names axes = {};
  AnyTensor tensor = {};  ///< its numbers
  Origin origin = {};     ///< what `explain` needs besides the inputs

  /// The shape of its tensor.
  const Shape& shape() const;
  /// The cell at an index, or at a row-major offset, widened. Refuses `bad-index` outside the tensor.
  /// @{
  double at(const Shape& index) const { return cell_at_offset(checked_offset(shape(), index)); }
  double at_offset(Index offset) const;
  /// @}
  /// The same cell for inner loops: whether it is inside the tensor is for the caller to know.
  /// @{
  double cell(const Shape& index) const { return cell_at_offset(offset_of(shape(), index)); }
  double cell_at_offset(Index offset) const;
  /// @}
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

/// Every tensor of a lesson.
struct Trace {
  std::vector<Step> steps;  ///< in the order in which they were computed
  Changes changes = {};     ///< what was set by hand on the way

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
