#pragma once
// Softmax over the last axis.

#include "headsup/tensor/tensor.h"

namespace headsup {

/// y (…, N) from x (…, N): y_i = exp(x_i − max x) / Σ_j exp(x_j − max x), each row by itself, summed in
/// float64. Subtracting the maximum changes nothing on paper and keeps exp from overflowing.
///
/// A row of equal fills (−1e12 everywhere) is uniform, because its maximum is the fill; a row of −inf is NaN,
/// because −inf − (−inf) is NaN. Both are what PyTorch gives. A weight whose score is −inf, or so far below
/// the maximum that exp underflows, is exactly 0. Refuses `shape-mismatch` where x has no axis. Source:
/// torch.nn.functional.softmax(x, dim=-1).
Tensor softmax(const Tensor& x);

}  // namespace headsup
