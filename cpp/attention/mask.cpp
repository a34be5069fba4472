#include "headsup/attention/mask.h"

#include "tensor/eigen_views.h"

namespace headsup {

BoolTensor padding_mask(const IntTensor& ids, std::int32_t pad_id) {
  if (ids.rank() != 2) refuse_shape("ids", ids.shape, "(B, L)");
  BoolTensor mask({ids.shape[0], 1, ids.shape[1]});
  flat_view(mask) = (flat_view(ids) != pad_id).cast<std::uint8_t>();
  return mask;
}

BoolTensor causal_mask(Index target_length, Index source_length) {
  BoolTensor mask({1, target_length, source_length});
  rows_view(mask).matrix().triangularView<Eigen::Lower>().setOnes();
  return mask;
}

BoolTensor combine_masks(const BoolTensor& a, const BoolTensor& b) {
  return broadcast(a, b, "b", [](const auto& x, const auto& y) { return x.min(y); });
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
  BoolTensor inverse(mask.shape);
  flat_view(inverse) = (flat_view(mask) == 0).cast<std::uint8_t>();
  return inverse;
}

BoolTensor join_ignore_masks(const BoolTensor& a, const BoolTensor& b) {
  return broadcast(a, b, "b", [](const auto& x, const auto& y) { return x.max(y); });
}

FloatTensor masked_fill(const FloatTensor& scores, const BoolTensor& mask, float fill) {
  // Aligned at the last axis, a mask (B, T, S) would match its batch axis to the heads of scores (B, H, T, S).
  // A first axis of size 1, as in causal_mask's (1, T, S), is fine: it applies to every sentence and head.
  if (mask.rank() >= 3 && mask.rank() + 1 == scores.rank() && mask.shape[0] != 1) {
    refuse_shape("mask", mask.shape,
                 "a heads axis as in scores " + to_string(scores.shape) + ": unsqueeze(mask, 1)");
  }
  if (broadcast_shapes(scores.shape, mask.shape, "mask") != scores.shape) {
    refuse_shape("mask", mask.shape, "a shape that broadcasts to " + to_string(scores.shape));
  }
  FloatTensor filled(scores.shape);
  if (filled.data.empty()) return filled;
  for (Index i = 0; i < MatrixAxes(scores.shape).count; ++i) {
    matrix_view(filled, i) =
        (broadcast_view(mask, scores.shape, i) == 0).select(fill, matrix_view(scores, i));
  }
  return filled;
}

Shape mask_shape_for_heads(const Shape& mask, const Shape& scores) {
  Shape shape = mask;
  if (shape.size() == 2) shape = unsqueezed(shape, 0);
  if (shape.size() == 3) shape = unsqueezed(shape, 1);
  bool fits = shape.size() == 4 && shape[3] == scores[3];
  for (Index axis = 0; fits && axis < 3; ++axis) fits = shape[axis] == scores[axis] || shape[axis] == 1;
  if (!fits) {
    refuse_shape("mask", mask,
                 "a shape (T, S), (B, T, S) or (B, H, T, S) that broadcasts to " + to_string(scores));
  }
  return shape;
}

BoolTensor mask_for_heads(const BoolTensor& mask, const Shape& scores) {
  return {mask_shape_for_heads(mask.shape, scores), mask.data};
}

}  // namespace headsup
