#pragma once
// The weights of multi-head attention, packed for a kernel.

#include <vector>

#include "fast/panels.h"
#include "headsup/attention/multi_head.h"

namespace headsup {

/// A linear layer in panels of its weight's rows.
struct PackedLinear {
  Panels weight;            ///< (N, K)
  std::vector<float> bias;  ///< (N, padded to a multiple of P); zeros where there is none
};

/// The weights of a layer, packed for the kernel that is to run it.
struct PackedMultiHead {
  /// Refuses as MultiHeadLayer's constructor does.
  PackedMultiHead(const MultiHeadWeights& weights, Index num_heads, const Kernel& kernel = headsup::kernel());

  const Kernel* kernel;  ///< runs the layer
  Index num_heads;       ///< H
  Index d_model;         ///< D
  Index d_attention;     ///< A
  PackedLinear w_q;      ///< (A, D), divided by √K, so that scores need not be
  PackedLinear w_k;      ///< (A, D)
  PackedLinear w_v;      ///< (H · K padded to 4, D)
  PackedLinear w_0;      ///< (D, A)
};

}  // namespace headsup
