#pragma once
// Splitting d_attention into heads and putting the heads back together.
//
// Splitting is view(B, L, H, K) and then a transpose: view(B, H, L, K) would have the right shape and the wrong numbers,
// because a head has neighbouring columns, not neighbouring rows.

#include "headsup/tensor/tensor.h"

namespace headsup {

/// Refuses `heads-do-not-divide` unless `num_heads` divides `width`. The refusal calls them `field` and `other`: a spec and
/// JavaScript have other names for them.
void check_heads(Index num_heads, Index width, const char* field = "num_heads",
                 const char* other = "the width");

/// (B, L, H, K) from x (B, L, A): the same numbers in the same order, K = A / H columns a head.
/// Refuses `heads-do-not-divide` where H does not divide A, `shape-mismatch` unless x has three axes.
Tensor split_heads(const Tensor& x, Index num_heads);

/// (B, L, A) from x (B, L, H, K), A = H · K: the inverse of split_heads. Refuses `shape-mismatch` unless x has four axes.
Tensor merge_heads(const Tensor& x);

/// x.transpose(1, 2): (B, H, L, K) from (B, L, H, K), and back. Refuses `shape-mismatch` unless x has four
/// axes.
Tensor transpose_heads(const Tensor& x);

}  // namespace headsup
