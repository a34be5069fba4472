#include "headsup/attention/mask.h"

#include "operations/operations.h"

namespace headsup {
namespace {

/// Bits that compare ids with the padding's id.
Tensor compared(const Operation& operation, const Tensor& ids, std::int32_t pad_id) {
  if (ids.rank() != 2) refuse_shape("ids", ids.shape(), "(B, L)");
  return compute(operation, {ids}, {{"other", static_cast<double>(pad_id)}});
}

/// (1, T, S), a triangle of ones: every sub-diagonal up to `diagonal` (tril), or from it on (triu).
Tensor triangle(const Operation& operation, Index target_length, Index source_length, double diagonal) {
  const Shape shape = {1, target_length, source_length};
  element_count(shape);  // refuses sizes that no memory holds
  return compute(operation, {},
                 {{"size", std::vector<std::int64_t>(shape.begin(), shape.end())},
                  {"dtype", "bool"},
                  {"diagonal", diagonal}});
}

}  // namespace

Tensor padding_mask(const Tensor& ids, std::int32_t pad_id) {
  return compared(op::not_equal, ids, pad_id).unsqueeze(1);
}

Tensor causal_mask(Index target_length, Index source_length) {
  return triangle(op::tril, target_length, source_length, 0);
}

Tensor combine_masks(const Tensor& a, const Tensor& b) {
  if (!broadcasts(a.shape(), b.shape())) {
    refuse_shape("b", b.shape(), "a shape that broadcasts with " + to_string(a.shape()));
  }
  return compute(op::logical_and, {a, b});
}

Tensor key_padding_mask(const Tensor& ids, std::int32_t pad_id) {
  return compared(op::eq, ids, pad_id);
}

Tensor subsequent_mask(Index target_length, Index source_length) {
  return triangle(op::triu, target_length, source_length, 1).squeeze(0);
}

Tensor invert_mask(const Tensor& mask) {
  return compute(op::eq, {mask}, {{"other", 0.0}});
}

Tensor masked_fill(const Tensor& scores, const Tensor& mask, float fill) {
  // Aligned at the last axis, a mask (B, T, S) would match its batch axis to the heads of scores (B, H, T, S).
  // A first axis of size 1, as in causal_mask's (1, T, S), is fine: it applies to every sentence and head.
  if (mask.rank() >= 3 && mask.rank() + 1 == scores.rank() && mask.size(0) != 1) {
    refuse_shape("mask", mask.shape(),
                 "a heads axis as in scores " + to_string(scores.shape()) + ": unsqueeze(mask, 1)");
  }
  const bool fits = broadcasts(scores.shape(), mask.shape());
  if (!fits || broadcast_shapes(scores.shape(), mask.shape()) != scores.shape()) {
    refuse_shape(
        "mask", mask.shape(),
        std::string("a shape that broadcasts ") + (fits ? "to " : "with ") + to_string(scores.shape()));
  }
  return compute(op::masked_fill, {scores, mask},
                 {{"value", static_cast<double>(fill)}, {"masked_bit", 0.0}});
}

Shape mask_shape_for_heads(const Shape& mask, const Shape& scores) {
  Shape shape = mask;
  if (shape.size() == 2) shape.insert(shape.begin(), 1);
  if (shape.size() == 3) shape.insert(shape.begin() + 1, 1);
  bool fits = shape.size() == 4 && shape[3] == scores[3];
  for (Index axis = 0; fits && axis < 3; ++axis) fits = shape[axis] == scores[axis] || shape[axis] == 1;
  if (!fits) {
    refuse_shape("mask", mask,
                 "a shape (T, S), (B, T, S) or (B, H, T, S) that broadcasts to " + to_string(scores));
  }
  return shape;
}

Tensor mask_for_heads(const Tensor& mask, const Shape& scores) {
  return mask.reshape(mask_shape_for_heads(mask.shape(), scores));
}

}  // namespace headsup
