#pragma once
// Multi-head attention whose output is all that is wanted: fast, and without the scores of every query with every key.
//
// multi_head.h keeps each intermediate, (B, H, T, S) scores among them. Here a few queries at a time meet a few keys at a
// time; a running maximum and a running sum make of these parts the softmax of the whole row. Source: Milakov and
// Gimelshein 2018, "Online normalizer calculation for softmax"; Dao et al. 2022, "FlashAttention", section 3.1.

#include "attention/masked_blocks.h"
#include "attention/multi_head.h"
#include "attention/panels.h"

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
  PackedLinear w_k;
  PackedLinear w_v;  ///< each head's rows filled up to a multiple of 4
  PackedLinear w_0;
};

/// Numbers (B, L, D) that somebody else keeps.
struct BatchView {
  // NOLINTNEXTLINE(google-explicit-constructor): a tensor is one, wherever one is asked for
  BatchView(const FloatTensor& x) : shape(x.shape), data(x.data.data()) {}
  BatchView(const Shape& s, const float* numbers) : shape(s), data(numbers) {}

  Shape shape;
  const float* data;
};

/// output (B, T, D) of one forward pass, as multi_head_attention's, with other roundings. query (B, T, D), key and value
/// (B, S, D). Blocks of keys that the mask takes out are not computed where their weights are sure to be 0. Refuses
/// `shape-mismatch`.
FloatTensor multi_head_forward(const PackedMultiHead& layer, const BatchView& query, const BatchView& key,
                               const BatchView& value, const Masking& masking);

}  // namespace headsup
