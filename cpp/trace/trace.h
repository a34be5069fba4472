#pragma once
// The trace: every tensor of a lesson, named, in the order in which it was made, with what it takes to
// explain it.

#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "attention/tensor.h"
#include "random/generator.h"

namespace headsup {

/// What made a step. The names that leave the core are PyTorch's where it has one (see `to_string`).
enum class Op {
  normal,
  uniform,
  pad,
  embedding,
  not_equal,
  tril,
  logical_and,
  linear,
  view,
  transpose,
  scaled_dot_product,
  masked_fill,
  softmax,
  weighted_sum,
};

/// "normal", "scaled_dot_product" …
const char* to_string(Op op);

// What an operation knew besides its inputs; `explain` needs it to go back from a cell.

/// pad: where the ids came from, and how long each sequence was before padding.
struct PadOrigin {
  std::string_view field;  ///< "sequences" or "target"
  std::vector<Index> lengths;
  std::int32_t pad_id;
};
/// not_equal: the id that is compared with.
struct CompareOrigin {
  std::int32_t pad_id;
};
/// masked_fill: the number that replaces a masked score.
struct FillOrigin {
  float fill;
};

/// Names of steps and axes are literals of the core: they live as long as the program.
using Name = std::string_view;
using Names = std::vector<Name>;

using Origin = std::variant<std::monostate, Draws, PadOrigin, CompareOrigin, FillOrigin>;
using AnyTensor = std::variant<FloatTensor, IntTensor, BoolTensor>;

struct Step {
  Name name;
  Op op;
  Names inputs;
  /// A letter an axis: see attention/tensor.h; "1" where the axis has size 1 and stands for any.
  Names axes;
  AnyTensor tensor;
  Origin origin;

  const Shape& shape() const;
  /// The cell at a row-major offset, widened.
  double at(Index offset) const;
  double at(const std::vector<Index>& index) const { return at(offset_of(shape(), index)); }
};

struct Trace {
  std::vector<Step> steps;

  /// The step of that name, or null.
  const Step* find(Name name) const;
  /// The step of that name. A name that is not in the trace is a broken precondition.
  const Step& operator[](Name name) const;
};

}  // namespace headsup
