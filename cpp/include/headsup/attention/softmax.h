#pragma once
// Softmax over the last axis.

#include <vector>

#include "headsup/tensor/tensor.h"

namespace headsup {

/// Every intermediate of the softmax of one row: its weights are powers / sum.
struct SoftmaxRow {
  float maximum;                ///< the largest of the row; NaN where one is
  std::vector<double> shifted;  ///< x − maximum
  std::vector<double> powers;   ///< exp(x − maximum)
  double sum;                   ///< Σ powers, from 1 to the row's length
};

/// The intermediates of one row of `length` numbers, at least one.
SoftmaxRow softmax_row(const float* x, Index length);

/// y (…, N) from x (…, N): y_i = exp(x_i − max x) / Σ_j exp(x_j − max x), each row by itself, summed in
/// float64. Subtracting the maximum changes nothing on paper and keeps exp from overflowing.
///
/// A row of equal fills (−1e12 everywhere) is uniform, because its maximum is the fill; a row of −inf is NaN,
/// because −inf − (−inf) is NaN. Both are what PyTorch gives. A weight whose score is −inf, or so far below
/// the maximum that exp underflows, is exactly 0. Refuses `shape-mismatch` where x has no axis. Source:
/// torch.nn.functional.softmax(x, dim=-1).
FloatTensor softmax(const FloatTensor& x);

}  // namespace headsup
