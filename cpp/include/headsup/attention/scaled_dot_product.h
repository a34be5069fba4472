#pragma once
// Scaled dot-product attention, in three steps.
//
//   scores = q kᵀ / √K        how well each query matches each key
//   attention = softmax(scores, masked)
//   values = attention v      each query's weighted average of the value rows
//
// Source: Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1, equation 1.

#include <optional>

#include "headsup/tensor/tensor.h"

namespace headsup {

/// (…, T, S) from q (…, T, K) and k (…, S, K): scores[…, t, s] = Σ_i q[…, t, i] k[…, s, i] / √d_k, where d_k is K
/// unless given. Refuses `shape-mismatch` where the leading axes or K differ.
Tensor scaled_dot_product(const Tensor& q, const Tensor& k, std::optional<Index> d_k = std::nullopt);

/// (…, T, K) from attention (…, T, S) and v (…, S, K): values[…, t, i] = Σ_s attention[…, t, s] v[…, s, i].
/// Refuses `shape-mismatch` where the leading axes or S differ.
Tensor weighted_sum(const Tensor& attention, const Tensor& v);

/// Every intermediate of one attention.
struct Attention {
  Tensor scores;                        ///< (…, T, S)
  std::optional<Tensor> masked_scores;  ///< (…, T, S), where a mask was given
  Tensor attention;                     ///< (…, T, S), rows sum to 1
  Tensor values;                        ///< (…, T, K)
};

/// The three steps in a row. `mask`, 1 = attend, is broadcast to (…, T, S) as masked_fill does it, and
/// masked scores become `fill` before the softmax. Scores are divided by √d_k, K unless given. Refuses `shape-mismatch`.
Attention scaled_dot_product_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                                       const std::optional<Tensor>& mask = std::nullopt, float fill = -1e12F,
                                       std::optional<Index> d_k = std::nullopt);

}  // namespace headsup
