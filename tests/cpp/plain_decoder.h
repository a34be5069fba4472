#pragma once
// A float64 reimplementation of the trained model in plain loops, as a second reference for its gradients.

#include "headsup/training/walk.h"

namespace headsup::tests {

/// Rows of the data. With a walk, they are its batch, and its dropout is applied.
struct PlainRows {
  std::vector<std::vector<std::int32_t>> rows;
  const TrainingWalk* walk = nullptr;
};

/// The mean loss on the rows, with these weights.
double plain_loss(const TrainingSpec& spec, const StateDict& weights, const PlainRows& rows);

/// Its derivative by the number `place` of the weight `i`, as a central difference.
double plain_slope(const TrainingSpec& spec, const StateDict& weights, const PlainRows& rows, Index i,
                   Index place);

}  // namespace headsup::tests
