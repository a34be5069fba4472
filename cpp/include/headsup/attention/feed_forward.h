#pragma once
// The position-wise feed-forward layer: the same two linear maps at every position, an activation between them.
//
// F is its inner width. Notebooks write the maps as Conv1d with kernel size 1, which takes (B, channels, L): hence the two
// transposes.

#include "headsup/attention/elementwise.h"
#include "headsup/attention/linear.h"
#include "headsup/tensor/tensor.h"

namespace headsup {

/// torch.nn.Conv1d(in, out, kernel_size=1) of x (B, L, in), seen as (B, in, L): y (B, out, L) with weight (out, in, 1).
/// Refuses `shape-mismatch` where the shapes do not fit.
Tensor conv1d_to_channels(const Tensor& x, const LinearWeights& conv);

/// The same of x (B, in, L), with y transposed to (B, L, out).
Tensor conv1d_to_positions(const Tensor& x, const LinearWeights& conv);

/// Every intermediate of the layer.
struct FeedForward {
  Tensor ff_1;  ///< (B, F, L): conv1
  Tensor ff_2;  ///< (B, F, L): the activation
  Tensor ff_3;  ///< (B, L, D): conv2
};

/// x (B, L, D), conv1.weight (F, D, 1), conv2.weight (D, F, 1). Refuses `shape-mismatch`.
/// Source: Vaswani et al. 2017, section 3.3; torch.nn.Conv1d.
FeedForward feed_forward(const Tensor& x, const LinearWeights& conv1, const LinearWeights& conv2,
                         Activation activation);

}  // namespace headsup
