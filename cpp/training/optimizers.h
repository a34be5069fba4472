#pragma once
// Optimisers: all parameters by the formulas of operations/optimizers.h.

#include <vector>

#include "headsup/training/trainer.h"
#include "training/decoder.h"

namespace headsup::training {

/// An optimiser's state of one parameter; both matrices have the parameter's size.
struct Moments {
  Matrix first;   ///< AdamW: the running mean of g; SGD: the momentum
  Matrix second;  ///< AdamW: the running mean of g²
};

/// The moments before the first step: zeros.
std::vector<Moments> zero_moments(const Parameters& parameters);

/// 1, or what torch.nn.utils.clip_grad_norm_ multiplies gradients by: clip / (their common norm + 1e-6), if below 1. `squares` is
/// the sum of their squares.
float clip_factor(double squares, std::optional<double> clip);

/// One update of all parameters. `step` counts from 1.
void update(const TrainingSpec& spec, Index step, Parameters& parameters, std::vector<Moments>& moments);

}  // namespace headsup::training
