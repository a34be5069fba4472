#pragma once
// The trained model once more, in float64 and in plain loops, as a second witness for its gradients.

#include "headsup/training/trainer.h"

namespace headsup::tests {

/// The mean loss on rows of the data, with these weights.
double plain_loss(const TrainingSpec& spec, const StateDict& weights,
                  const std::vector<std::vector<std::int32_t>>& rows);

/// Its derivative by the number `place` of the weight `i`, as a central difference.
double plain_slope(const TrainingSpec& spec, const StateDict& weights,
                   const std::vector<std::vector<std::int32_t>>& rows, Index i, Index place);

}  // namespace headsup::tests
