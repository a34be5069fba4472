#pragma once
// Multi-head attention whose output is all that is wanted: fast, and without the scores of every query with every key.
//
// multi_head.h keeps each intermediate, (B, H, T, S) scores among them. Here a few queries at a time meet a few keys at a
// time; a running maximum and a running sum make of these parts the softmax of the whole row. Source: Milakov and
// Gimelshein 2018, "Online normalizer calculation for softmax"; Dao et al. 2022, "FlashAttention", section 3.1.

#include "fast/masked_blocks.h"
#include "fast/packed_multi_head.h"

namespace headsup {

/// Numbers (B, L, D) that somebody else keeps.
struct BatchView {
  /// A tensor's, which has to live as long.
  // NOLINTNEXTLINE(google-explicit-constructor): a tensor is one, wherever one is asked for
  BatchView(const FloatTensor& x) : shape(x.shape), data(x.data.data()) {}
  /// Row-major numbers of this shape.
  BatchView(const Shape& s, const float* numbers) : shape(s), data(numbers) {}

  Shape shape;        ///< (B, L, D)
  const float* data;  ///< row-major
};

/// output (B, T, D) of one forward pass, as multi_head_attention's, with other roundings. query (B, T, D), key and value
/// (B, S, D). Blocks of keys that the mask takes out are not computed where their weights are sure to be 0. Refuses
/// `shape-mismatch`.
FloatTensor multi_head_forward(const PackedMultiHead& layer, const BatchView& query, const BatchView& key,
                               const BatchView& value, const Masking& masking);

}  // namespace headsup
