#pragma once
// One training step as a trace, and where each of its numbers came from.
//
// The steps are in the order in which they are computed:
//
//   parameters  each parameter before the step
//   forward     ids, targets, positions, embedding, input_sum, mask; of each block norm_1, q, k, v, their split and their heads as
//               in lessons, scores, masked_scores, attention, values, values_merged, concat, output, residual_1, norm_2, ff_1,
//               ff_activation, ff_2, residual_2 (named "blocks.0.norm_1" …); norm, logits; with dropout also embedding_draws,
//               embedding_dropout after input_sum, attention_draws, attention_dropout after output, and feed_forward_draws,
//               feed_forward_dropout after ff_2
//   loss        probabilities, loss
//   backward    "grad." and the name of every number above that changes the loss, from the loss back to the embedding; each
//               parameter's gradient follows that of the layer's result
//   update      "first." and "second." and the name of each parameter: the optimiser's moments before the step, from the second
//               step on, as far as it has them; "new." and its name

#include <vector>

#include "headsup/graph/explain.h"
#include "headsup/training/trainer.h"

namespace headsup {

/// The parts of a training step, in their order.
enum class TrainingPart { parameters, forward, loss, backward, update };

/// "parameters", "forward" …
const char* to_string(TrainingPart part);

/// One training step. `explain(walk.trace, "grad.blocks.0.scores", {0, 1, 2, 3})` says where a number came from.
struct TrainingWalk {
  Trace trace = {};                      ///< its steps
  std::vector<TrainingPart> parts = {};  ///< of each step of the trace
  Index number = 1;                      ///< of this training step, from 1
  std::vector<Index> rows = {};          ///< which rows of the data the batch has
};

}  // namespace headsup
