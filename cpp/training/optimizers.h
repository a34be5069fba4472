#pragma once
// Optimisers: how a gradient changes a parameter. Formulas and the order of their roundings are PyTorch's, without foreach
// and fused kernels. Source: torch/optim/adamw.py and sgd.py.

#include <vector>

#include "headsup/training/trainer.h"
#include "training/decoder.h"

namespace headsup::training {

/// AdamW's betas and eps, PyTorch's defaults.
/// @{
constexpr double kBeta1 = 0.9;
constexpr double kBeta2 = 0.999;
constexpr double kAdamEps = 1e-8;
/// @}

/// An optimiser's state of one parameter; both matrices have the parameter's size.
struct Moments {
  Matrix first;   ///< AdamW: the running mean of g; SGD: the momentum
  Matrix second;  ///< AdamW: the running mean of g²
};

/// The moments before the first step: zeros.
std::vector<Moments> zero_moments(const Parameters& parameters);

/// 1, or what torch.nn.utils.clip_grad_norm_ multiplies gradients by: clip / (their common norm + 1e-6), if below 1.
float clip_factor(const Parameters& parameters, std::optional<double> clip);

/// One update of all parameters. `step` counts from 1.
///
/// AdamW   p ← p (1 − lr λ)     m ← β₁ m + (1 − β₁) g     s ← β₂ s + (1 − β₂) g²
///         p ← p − lr / (1 − β₁ᵗ) · m / (√s / √(1 − β₂ᵗ) + 1e-8)      (λ weight decay, t the step)
/// SGD     g ← g + λ p     m ← μ m + g (the first time m ← g)     p ← p − lr m      (μ momentum)
void update(const TrainingSpec& spec, Index step, Parameters& parameters, std::vector<Moments>& moments);

}  // namespace headsup::training
