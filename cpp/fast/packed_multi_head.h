#pragma once
// The weights of multi-head attention as the kernels read them, made once for many passes.

#include <vector>

#include "fast/panels.h"
#include "headsup/attention/multi_head.h"

namespace headsup {

/// A linear layer in panels of its weight's rows.
struct PackedLinear {
  Panels weight;            ///< (N, K)
  std::vector<float> bias;  ///< (N, filled up to P), zeros where there is none
};

/// The weights of a layer, packed once for the kernel of this machine.
struct PackedMultiHead {
  /// Refuses `shape-mismatch` unless the weights fit each other, `heads-do-not-divide`, and `missing` without a w_0.
  PackedMultiHead(const MultiHeadWeights& weights, Index num_heads, const Kernel& kernel = headsup::kernel());

  const Kernel* kernel;  ///< whose panels they are
  Index num_heads;       ///< H
  Index d_model;         ///< D
  Index width;           ///< A
  PackedLinear w_q;      ///< divided by √K, so that no score has to be
  PackedLinear w_k;      ///< as it is
  PackedLinear w_v;      ///< each head's rows filled up to a multiple of 4
  PackedLinear w_0;      ///< as it is
};

}  // namespace headsup
