#pragma once
// The linear layer.

#include <optional>

#include "headsup/random/initializers.h"
#include "headsup/tensor/tensor.h"

namespace headsup {

/// y (…, N) = x (…, K) · weightᵀ + bias, weight (N, K), bias (N) or none.
/// Refuses `shape-mismatch` where x's last axis is not the weight's, or the bias is not as long as y's last
/// axis. Source: torch.nn.functional.linear.
Tensor linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias = std::nullopt);

/// weight (N, K) and bias (N), or no bias. Source: torch.nn.Linear.
struct LinearWeights {
  Tensor weight;               ///< (N, K)
  std::optional<Tensor> bias;  ///< (N), or none

  /// linear(x, weight, bias).
  Tensor operator()(const Tensor& x) const;
};

/// The tensors of a drawn layer alone.
LinearWeights without_draws(DrawnLinear linear);

}  // namespace headsup
