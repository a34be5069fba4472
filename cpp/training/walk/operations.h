#pragma once
// How the numbers of a walk are explained: the terms of each operation's result forwards, and the contributions of its
// gradient to each operand backwards.

#include <span>

#include "headsup/training/walk.h"

namespace headsup::training {

/// An explanation in progress: the explained step, and functions that read the walk and add terms and facts.
struct WalkBuilder {
  const TrainingWalk& walk;
  const TrainingStep& step;
  TrainingExplanation& out;  ///< name, index, value and op are set

  const Shape& index() const { return out.index; }
  const TrainingStep& input(Index i) const { return walk[step.inputs[i]]; }

  /// Adds a cell of an input, multiplied by `weight`.
  void cell(const TrainingStep& from, const Shape& index, double weight) const;
  /// Adds a term that is not a cell.
  void word(const char* name, const Shape& index, double value, double weight, std::string path) const;
  void fact(std::string_view name, TrainingFact value) const { out.detail.emplace_back(name, value); }
};

/// Explains one operation's contributions to a cell of an operand's gradient.
struct GradientBuilder {
  const WalkBuilder& target;    ///< the explanation of the operand's gradient
  const TrainingStep& forward;  ///< the result of the operation
  const TrainingStep& given;    ///< its gradient

  const Shape& index() const { return target.out.index; }
  const TrainingStep& input(Index i) const { return target.walk[forward.inputs[i]]; }
  /// Adds the cell of the result's gradient, multiplied by the derivative.
  void cell(const Shape& index, double derivative) const { target.cell(given, index, derivative); }
};

/// The derivative of an operation by one operand.
struct OperandGradient {
  const char* op;
  Index operand;  ///< its place among the inputs of the result
  void (*explain)(const GradientBuilder&);
  int also_reads[2];  ///< places of other inputs of the result, kResult or kNothing
};
constexpr int kNothing = -1;
constexpr int kResult = -2;

/// The derivative by the operand at that position; null if the loss has none by it, as for ids.
const OperandGradient* gradient_of(std::string_view op, Index operand);

/// Adds the terms and the facts of a step that is neither a gradient nor an update.
void explain_forward(const WalkBuilder& e);

/// Adds the terms and the facts of a step "new.…".
void explain_update(const WalkBuilder& e);

// Helpers of both directions.

/// The index with another last position.
inline Shape with_last(Shape index, Index last) {
  index.back() = last;
  return index;
}

/// The row of a tensor along its last axis; the last position of the index does not matter.
std::span<const float> row_at(const TrainingStep& step, const Shape& index);

/// A row that is normalised, in float64.
struct NormalRow {
  explicit NormalRow(std::span<const float> x);
  /// (x[i] − mean) · rstd
  double normal(Index i) const { return (static_cast<double>(x[i]) - mean) * rstd; }

  std::span<const float> x;
  double mean;
  double variance;
  double rstd;  ///< 1 / √(variance + 1e-5)
};

/// Which columns of q, k, v and values a head has, and 1 / √K.
struct HeadColumns {
  HeadColumns(const TrainingWalk& walk, const TrainingStep& tokens)
      : width(tokens.shape().back() / walk.spec.num_heads) {}
  Index head_of(Index column) const { return column / width; }
  Index first(Index head) const { return head * width; }
  double scale() const;

  Index width;  ///< K
};

/// What dropout multiplies the number at this index by; says so in the facts. `draws` is torch.rand's.
double dropout_factor(const WalkBuilder& e, const TrainingStep& draws);

/// How many targets count.
Index counted_targets(const TrainingWalk& walk);

}  // namespace headsup::training
