#include "fast/packed_multi_head.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "headsup/attention/heads.h"
#include "headsup/tensor/refusal.h"

namespace headsup {
namespace {

PackedLinear packed(const Kernel& kernel, const FloatTensor& weight, std::vector<float> bias) {
  bias.resize(filled_up(bias.size(), kernel.lanes));
  return {packed_rows(kernel, {weight.data.data(), weight.shape[0], weight.shape[1]}), std::move(bias)};
}

std::vector<float> bias_of(const LinearWeights& w) {
  return w.bias ? w.bias->data : std::vector<float>(w.weight.shape[0]);
}

/// Every number times `factor`.
std::vector<float> scaled(std::vector<float> numbers, float factor) {
  for (float& number : numbers) number *= factor;
  return numbers;
}

/// (H · ⌈K⌉₄, cols): each head's K rows of `rows` (H · K, cols), and zeros.
std::vector<float> filled_heads(const std::vector<float>& rows, Index num_heads, Index d_k, Index cols) {
  const Index room = filled_up(d_k, kTile) * cols;
  std::vector<float> filled(num_heads * room);
  for (Index h = 0; h < num_heads; ++h) {
    std::copy_n(rows.data() + h * d_k * cols, d_k * cols, filled.data() + h * room);
  }
  return filled;
}

void expect_linear(const char* field, const LinearWeights& w, const Shape& wants) {
  if (w.weight.shape != wants) refuse_shape(field, w.weight.shape, to_string(wants));
  if (w.bias && w.bias->shape != Shape{wants[0]}) {
    refuse_shape(field, w.bias->shape, to_string(Shape{wants[0]}));
  }
}

}  // namespace

PackedMultiHead::PackedMultiHead(const MultiHeadWeights& weights, Index heads, const Kernel& k)
    : kernel(&k), num_heads(heads) {
  const Shape& shape = weights.w_q.weight.shape;
  if (shape.size() != 2) refuse_shape("w_q", shape, "(A, D)");
  width = shape[0];
  d_model = shape[1];
  split_heads(FloatTensor({0, 0, width}), heads);  // refuses heads that do not divide
  expect_linear("w_q", weights.w_q, shape);
  expect_linear("w_k", weights.w_k, shape);
  expect_linear("w_v", weights.w_v, shape);
  if (!weights.w_0) refuse("missing", {{"field", "w_0"}, {"wants", "shape " + to_string({d_model, width})}});
  expect_linear("w_0", *weights.w_0, {d_model, width});

  const Index d_k = width / heads;
  const Index filled = heads * filled_up(d_k, kTile);
  const auto scale = static_cast<float>(1 / std::sqrt(static_cast<double>(d_k)));
  w_q = packed(k, {shape, scaled(weights.w_q.weight.data, scale)}, scaled(bias_of(weights.w_q), scale));
  w_k = packed(k, weights.w_k.weight, bias_of(weights.w_k));
  w_v = packed(k, {{filled, d_model}, filled_heads(weights.w_v.weight.data, heads, d_k, d_model)},
               filled_heads(bias_of(weights.w_v), heads, d_k, 1));
  w_0 = packed(k, weights.w_0->weight, bias_of(*weights.w_0));
}

}  // namespace headsup
