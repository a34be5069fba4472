#pragma once
// One training step as named tensors, and where each of their numbers came from.
//
// The steps are in the order in which they are computed:
//
//   parameters  each parameter before the step
//   forward     ids, targets, positions, embedding; of each block norm_1, q, k, v, scores, masked_scores, attention, values,
//               output, residual_1, norm_2, ff_1, ff_activation, ff_2, residual_2 (named "blocks.0.norm_1" …); norm, logits;
//               with dropout also embedding_draws, embedding_dropout after embedding, attention_draws, attention_dropout after
//               output, and feed_forward_draws, feed_forward_dropout after ff_2
//   loss        probabilities, loss
//   backward    "grad." and the name of every number above that changes the loss, from the loss back to the embedding; each
//               parameter's gradient follows that of the layer's result
//   update      "new." and the name of each parameter
//
// Tokens are (B, L, …), scores and attention (B, H, L, L). Heads are blocks of K columns of q, k, v and values.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "headsup/training/trainer.h"

namespace headsup {

/// The parts of a training step, in their order.
enum class TrainingPart { parameters, forward, loss, backward, update };

/// "parameters", "forward" …
const char* to_string(TrainingPart part);

/// One named tensor of a training step.
struct TrainingStep {
  std::string name;                           ///< "blocks.0.scores", "grad.blocks.0.scores", "new.head.bias"
  TrainingPart part = TrainingPart::forward;  ///< of the training step
  /// The operation that computed it. That of a gradient is "grad_" and the operation that it comes back through, or
  /// "grad_sum" where it comes through several.
  std::string op;
  std::vector<std::string> inputs;     ///< the steps that it was computed from
  std::vector<std::string_view> axes;  ///< a letter each, as in a lesson's steps
  Tensor tensor = {};                  ///< its numbers

  /// The shape of its tensor.
  const Shape& shape() const { return tensor.shape(); }
  /// The cell at an index, widened. Refuses `bad-index` outside the tensor.
  double at(const Shape& index) const { return tensor.at(index); }
};

/// One training step, and what `explain` needs besides its tensors.
struct TrainingWalk {
  std::vector<TrainingStep> steps;  ///< in the order in which they were computed
  TrainingSpec spec;                ///< without its data
  Index number = 1;                 ///< of this step, from 1
  std::vector<Index> rows;          ///< which rows of the data the batch has
  double clip_factor = 1;           ///< what clipping multiplies every gradient by
  StateDict first;                  ///< the optimiser's moments before the step, as in TrainingState
  StateDict second;                 ///< likewise

  /// The step of that name, or null.
  /// @{
  const TrainingStep* find(std::string_view name) const&;
  const TrainingStep* find(std::string_view name) const&& = delete;
  /// @}
  /// The step of that name; a copy if the walk is a temporary, as in trainer.walk()["loss"]. Refuses `unknown-step` for a name
  /// that is not in the walk.
  /// @{
  const TrainingStep& operator[](std::string_view name) const&;
  TrainingStep operator[](std::string_view name) const&& { return (*this)[name]; }
  /// @}
};

/// One product of the sum that makes a number. Where `name` is a step of the walk, `value` is its cell at `index`. Otherwise
/// the two are one of these:
///
///   "data" [row, place]          a token of the data
///   "weights" [i, …]             a parameter before the step
///   "sinusoid" [position, d]     sin or cos of detail.angle
///   "rand" [b, t, d]             a number of torch.rand
///   "fill" []                    the score of a masked key
///   "power" [b, h, i, j]         e^(score − the largest of its row); the weight is 1 / their sum
///   "log_probability" [b, t, v]  ln of the target's probability
///   "one_hot" [b, t, v]          1 at the target
///   "one" []                     the gradient of the loss by itself
///   "first" [i, …]               the optimiser's state from earlier steps: a cell of TrainingWalk::first
///   "sum" []                     of no numbers, where no target counts
struct TrainingTerm {
  std::string name;  ///< of the step, or one of the words above
  Shape index;       ///< of the cell
  double value;      ///< float32 and integers are widened
  double weight;     ///< what the value is multiplied by; 1 where it is only added
  std::string path;  ///< the input of the explained step through which the term came, such as "grad.q"
};

/// A number, or a word such as "cos".
using TrainingFact = std::variant<double, std::string_view>;

/// Where one number came from: it is Σ value · weight over the terms, within the rounding of float32 sums.
/// docs/training-step.md has the terms and the facts of every operation.
struct TrainingExplanation {
  std::string name;                                                 ///< of the step
  Shape index;                                                      ///< of the cell
  double value;                                                     ///< of the cell
  std::string op;                                                   ///< of the step
  std::vector<TrainingTerm> terms{};                                ///< none where nothing reaches the cell
  std::vector<std::pair<std::string_view, TrainingFact>> detail{};  ///< intermediate quantities by name
};

/// Explains the cell `index` of the step `name`. Refuses `unknown-step` for a name that is not in the walk and `bad-index`
/// for an index of another rank or outside the step's shape.
TrainingExplanation explain(const TrainingWalk& walk, std::string_view name, const Shape& index);

}  // namespace headsup
