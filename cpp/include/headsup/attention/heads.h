#pragma once
// Splitting d_attention into heads and putting the heads back together.
//
// Splitting is a view and then a transpose, in this order: view(B, H, L, K) would have the right shape and
// the wrong numbers, because neighbouring columns, not neighbouring rows, belong to one head.

#include "headsup/tensor/tensor.h"

namespace headsup {

/// (B, L, H, K) from x (B, L, A): the same numbers in the same order, K = A / H columns a head.
/// Refuses `heads-do-not-divide` where H does not divide A, `shape-mismatch` unless x has three axes.
FloatTensor split_heads(const FloatTensor& x, Index num_heads);

/// (B, L, A) from x (B, L, H, K): split_heads undone. Refuses `shape-mismatch` unless x has four axes.
FloatTensor join_heads(const FloatTensor& x);

/// x.transpose(1, 2): (B, H, L, K) from (B, L, H, K), and back. Refuses `shape-mismatch` unless x has four
/// axes.
FloatTensor transpose_heads(const FloatTensor& x);

}  // namespace headsup
