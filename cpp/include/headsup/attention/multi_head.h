#pragma once
// Multi-head attention: linear layers, heads, attention, heads back together, output projection.

#include <optional>

#include "headsup/attention/linear.h"
#include "headsup/attention/mask.h"
#include "headsup/attention/scaled_dot_product.h"
#include "headsup/tensor/tensor.h"

namespace headsup {

class StateDict;  // headsup/lesson/state_dict.h

/// The projections of one attention layer: w_q, w_k, w_v (A, D), w_0 (D, A) or none.
struct MultiHeadWeights {
  LinearWeights w_q;                 ///< (A, D), for the queries
  LinearWeights w_k;                 ///< (A, D), for the keys
  LinearWeights w_v;                 ///< (A, D), for the values
  std::optional<LinearWeights> w_0;  ///< (D, A), for the output
};

/// "w_q", "w_k", "w_v" and "w_0", each with its ".weight" and, if there is one, its ".bias"; w_0 only if it is there. Refuses
/// `missing`. Shapes are checked where the weights are used.
MultiHeadWeights multi_head_weights(const StateDict& weights);

/// q, k or v, split into heads: (B, L, A) → view (B, L, H, K) → transpose (B, H, L, K).
struct Heads {
  Tensor projected;  ///< (B, L, A)
  Tensor split;      ///< (B, L, H, K)
  Tensor heads;      ///< (B, H, L, K)
};

/// Every intermediate of one forward pass, in the order in which it is made.
struct MultiHead {
  Heads q;                       ///< of the query, of length T
  Heads k;                       ///< of the key, of length S
  Heads v;                       ///< of the value, of length S
  Attention attention;           ///< (B, H, T, S) and values (B, H, T, K)
  Tensor values_merged;          ///< (B, T, H, K)
  Tensor concat;                 ///< (B, T, A)
  std::optional<Tensor> output;  ///< (B, T, D), where there is a w_0
};

/// One forward pass. query (B, T, D), key and value (B, S, D); the mask, 1 = attend, is (T, S), (B, T, S) or (B, H, T, S)
/// with axes of size 1 wherever it is broadcast (mask_for_heads), and `masking.is_causal` masks later keys besides.
/// Refuses `shape-mismatch` and `heads-do-not-divide`. Source: Vaswani et al. 2017, section 3.2.2.
MultiHead multi_head_attention(const MultiHeadWeights& weights, Index num_heads, const Tensor& query,
                               const Tensor& key, const Tensor& value, const Masking& masking);

}  // namespace headsup
