#include "headsup/attention/mask.h"

namespace headsup {

BoolTensor padding_mask(const IntTensor& ids, std::int32_t pad_id) {
  if (ids.rank() != 2) refuse_shape("ids", ids.shape, "(B, L)");
  BoolTensor mask({ids.shape[0], 1, ids.shape[1]});
  for (Index i = 0; i < ids.data.size(); ++i) mask.data[i] = ids.data[i] != pad_id ? 1 : 0;
  return mask;
}

BoolTensor causal_mask(Index target_length, Index source_length) {
  BoolTensor mask({1, target_length, source_length});
  for (Index t = 0; t < target_length; ++t) {
    for (Index s = 0; s < source_length; ++s) mask.data[t * source_length + s] = s <= t ? 1 : 0;
  }
  return mask;
}

BoolTensor combine_masks(const BoolTensor& a, const BoolTensor& b) {
  BoolTensor both(broadcast_shapes(a.shape, b.shape, "b"));
  for (Index i = 0; i < both.data.size(); ++i) {
    both.data[i] =
        a.data[broadcast_offset(a.shape, both.shape, i)] & b.data[broadcast_offset(b.shape, both.shape, i)];
  }
  return both;
}

BoolTensor key_padding_mask(const IntTensor& ids, std::int32_t pad_id) {
  BoolTensor mask = invert_mask(padding_mask(ids, pad_id));
  mask.shape.erase(mask.shape.begin() + 1);
  return mask;
}

BoolTensor subsequent_mask(Index target_length, Index source_length) {
  BoolTensor mask = invert_mask(causal_mask(target_length, source_length));
  mask.shape.erase(mask.shape.begin());
  return mask;
}

BoolTensor invert_mask(const BoolTensor& mask) {
  BoolTensor inverse = mask;
  for (std::uint8_t& bit : inverse.data) bit ^= 1U;
  return inverse;
}

BoolTensor join_ignore_masks(const BoolTensor& a, const BoolTensor& b) {
  // What either ignores is what not both attend to.
  return invert_mask(combine_masks(invert_mask(a), invert_mask(b)));
}

FloatTensor masked_fill(const FloatTensor& scores, const BoolTensor& mask, float fill) {
  if (broadcast_shapes(scores.shape, mask.shape, "mask") != scores.shape) {
    refuse_shape("mask", mask.shape, "a shape that broadcasts to " + to_string(scores.shape));
  }
  FloatTensor filled = scores;
  for (Index i = 0; i < filled.data.size(); ++i) {
    if (mask.data[broadcast_offset(mask.shape, scores.shape, i)] == 0) filled.data[i] = fill;
  }
  return filled;
}

BoolTensor mask_for_heads(const BoolTensor& mask, const Shape& scores) {
  BoolTensor result = mask;
  if (mask.rank() == 2) result.shape.insert(result.shape.begin(), 1);
  if (result.rank() == 3) result.shape.insert(result.shape.begin() + 1, 1);
  bool fits = result.rank() == 4 && result.shape[3] == scores[3];
  for (Index axis = 0; fits && axis < 3; ++axis) {
    fits = result.shape[axis] == scores[axis] || result.shape[axis] == 1;
  }
  if (!fits) {
    refuse_shape("mask", mask.shape,
                 "a shape (T, S), (B, T, S) or (B, H, T, S) that broadcasts to " + to_string(scores));
  }
  return result;
}

}  // namespace headsup
