#pragma once
// Masks: which keys a query may attend to. 1 = attend, 0 = masked, everywhere in this file.

#include <cstdint>

#include "attention/tensor.h"

namespace headsup {

/// (B, 1, L) from ids (B, L): 1 where the id is not `pad_id`. The axis of size 1 stands for every query: only
/// key columns are masked, so a padded query still gets weights and an output. Refuses `shape-mismatch`
/// unless ids has two axes.
BoolTensor padding_mask(const IntTensor& ids, std::int32_t pad_id);

/// (1, T, S), the lower triangle of ones: query t attends to keys 0 … t and not to what comes later.
/// Source: Vaswani et al. 2017, section 3.2.3; torch.tril.
BoolTensor causal_mask(Index target_length, Index source_length);

/// a AND b, broadcast: (B, 1, L) & (1, L, L) is (B, L, L). Refuses `shape-mismatch` where the shapes do not
/// fit.
BoolTensor combine_masks(const BoolTensor& a, const BoolTensor& b);

/// scores with `fill` wherever the mask is 0; the mask is broadcast to the scores' shape, aligned at the last
/// axis. Not in place: the scores stay, because both are shown. Source: torch.Tensor.masked_fill (which fills
/// where True; the notebooks write `masked_fill(mask == False, fill)`, and so does this). Refuses
/// `shape-mismatch` where the mask would widen the scores.
FloatTensor masked_fill(const FloatTensor& scores, const BoolTensor& mask, float fill);

}  // namespace headsup
