#pragma once
// Masks: which keys a query may attend to.
//
// PyTorch has two conventions. Here a mask is 1 = attend unless a function says otherwise, as in
// torch.nn.functional.scaled_dot_product_attention; torch.nn.MultiheadAttention's key_padding_mask and attn_mask are
// 1 (True) = ignore. `invert_mask` goes from either to the other.

#include <cstdint>
#include <optional>

#include "headsup/tensor/tensor.h"

namespace headsup {

/// (B, 1, L) from ids (B, L): 1 where the id is not `pad_id`. The axis of size 1 stands for every query: only
/// key columns are masked, so a padded query still gets weights and an output. Refuses `shape-mismatch`
/// unless ids has two axes.
Tensor padding_mask(const Tensor& ids, std::int32_t pad_id);

/// (1, T, S), the lower triangle of ones: query t attends to keys 0 … t and not to what comes later.
/// Source: Vaswani et al. 2017, section 3.2.3; torch.tril.
Tensor causal_mask(Index target_length, Index source_length);

/// a AND b, broadcast: (B, 1, L) & (1, L, L) is (B, L, L). Refuses `shape-mismatch` where the shapes do not
/// fit.
Tensor combine_masks(const Tensor& a, const Tensor& b);

/// (B, S) from ids (B, S), 1 = ignore: 1 where the id is `pad_id`. torch.nn.MultiheadAttention's key_padding_mask.
/// Refuses `shape-mismatch` unless ids has two axes.
Tensor key_padding_mask(const Tensor& ids, std::int32_t pad_id);

/// (T, S), 1 = ignore: the triangle of ones above the diagonal, torch.triu(ones, diagonal=1).
/// torch.nn.MultiheadAttention's attn_mask of a decoder; causal_mask in the other convention.
Tensor subsequent_mask(Index target_length, Index source_length);

/// 1 for 0 and 0 for anything else: from 1 = attend to 1 = ignore, or back. Source: torch.logical_not.
Tensor invert_mask(const Tensor& mask);

/// scores with `fill` wherever the mask is 0; the mask is broadcast to the scores' shape, aligned at the last
/// axis. The scores are not changed, because both are shown. Refuses `shape-mismatch` where the mask would widen the
/// scores, and where it has three axes or more but one fewer than the scores, unless its first axis is 1: (B, 1, S)
/// would match batch to the heads of (B, H, T, S); use unsqueeze(mask, 1). Source: torch.Tensor.masked_fill, which
/// fills where True; the notebooks write `masked_fill(mask == False, fill)`, as here.
Tensor masked_fill(const Tensor& scores, const Tensor& mask, float fill);

/// Which keys a query may attend to, as an argument of a whole layer.
struct Masking {
  std::optional<Tensor> mask = std::nullopt;  ///< 1 = attend, of a shape that mask_for_heads takes
  bool is_causal = false;  ///< also mask every key after the query: query t attends to keys 0 … t
  float fill = -1e12F;     ///< what a masked score becomes; −infinity is allowed

  /// A decoder's: no key after the query, and nothing else masked.
  static Masking causal() { return {.is_causal = true}; }
};

/// The shape that mask_for_heads gives a mask. Refuses `shape-mismatch` where it does not fit `scores` (B, H, T, S).
Shape mask_shape_for_heads(const Shape& mask, const Shape& scores);

/// (B, H, T, S) from a mask (T, S), (B, T, S) or (B, H, T, S), with axes of size 1 wherever it is broadcast: a mask
/// without a heads axis holds for every head. `scores` is (B, H, T, S); every axis of the mask but the last may have
/// size 1. Refuses `shape-mismatch`.
Tensor mask_for_heads(const Tensor& mask, const Shape& scores);

}  // namespace headsup
