#pragma once
// Layer normalisation: each row to mean 0 and variance 1, then a scale and a shift for each column.

#include "headsup/tensor/tensor.h"

namespace headsup {

/// torch.nn.LayerNorm's eps.
constexpr double kLayerNormEps = 1e-5;

/// y (…, D) from x (…, D): (x − mean) / √(variance + eps) · weight + bias, mean and variance of each row by itself,
/// weight (D) and bias (D). Computed in float64 and rounded once: a float32 kernel loses digits where a row's mean is
/// large against its deviation. Refuses `shape-mismatch` where weight and bias are not as long as x's last axis.
/// Source: Ba et al. 2016, "Layer Normalization"; torch.nn.functional.layer_norm.
Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, double eps = kLayerNormEps);

}  // namespace headsup
