#pragma once
// One forward pass of multi-head attention without its intermediates.
//
// A panel of queries attends to one block of keys at a time; an online softmax combines the blocks into the whole row's
// result, so that scores (B, H, T, S) are never stored. Sources: Milakov and Gimelshein 2018, "Online normalizer
// calculation for softmax"; Dao et al. 2022, "FlashAttention", section 3.1.

#include "fast/packed_multi_head.h"
#include "headsup/fast/multi_head_layer.h"

namespace headsup {

/// Refuses `shape-mismatch` unless query is (B, T, D), and key and value are (B, S, D).
void expect_batches(const PackedMultiHead& layer, const BatchView& query, const BatchView& key,
                    const BatchView& value);

/// MultiHeadLayer::forward.
Tensor forward_pass(const PackedMultiHead& layer, const BatchView& query, const BatchView& key,
                    const BatchView& value, const Masking& masking);

}  // namespace headsup
