#pragma once
// Layer normalisation: each row to mean 0 and variance 1, then a scale and a shift for each column.

#include "headsup/tensor/tensor.h"

namespace headsup {

/// torch.nn.LayerNorm's eps.
constexpr double kLayerNormEps = 1e-5;

/// What normalises a row: (x − mean) · rstd.
struct RowMoments {
  double mean;      ///< of the row
  double variance;  ///< the mean of (x − mean)²
  double rstd;      ///< 1 / √(variance + eps)
};

/// The moments of a row of `length` numbers, at least one, in float64.
RowMoments row_moments(const float* x, Index length, double eps);

/// y (…, D) from x (…, D): (x − mean) / √(variance + eps) · weight + bias, mean and variance of each row by itself,
/// weight (D) and bias (D). Computed in float64 and rounded once: a float32 kernel loses digits where a row's mean is
/// large against its deviation. Refuses `shape-mismatch` where weight and bias are not as long as x's last axis.
/// Source: Ba et al. 2016, "Layer Normalization"; torch.nn.functional.layer_norm.
FloatTensor layer_norm(const FloatTensor& x, const FloatTensor& weight, const FloatTensor& bias,
                       double eps = kLayerNormEps);

}  // namespace headsup
