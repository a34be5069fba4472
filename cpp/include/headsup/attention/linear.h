#pragma once
// The linear layer.

#include <optional>

#include "headsup/tensor/tensor.h"

namespace headsup {

/// y (…, N) = x (…, K) · weightᵀ + bias, weight (N, K), bias (N) or null.
/// Refuses `shape-mismatch` where x's last axis is not the weight's, or the bias is not as long as y's last
/// axis. Source: torch.nn.functional.linear.
FloatTensor linear(const FloatTensor& x, const FloatTensor& weight, const FloatTensor* bias);

/// weight (N, K) and bias (N), or no bias. Source: torch.nn.Linear.
struct LinearWeights {
  FloatTensor weight;               ///< (N, K)
  std::optional<FloatTensor> bias;  ///< (N), or none

  /// linear(x, weight, bias).
  FloatTensor operator()(const FloatTensor& x) const;
};

}  // namespace headsup
