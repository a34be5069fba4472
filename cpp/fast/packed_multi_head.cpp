#include "fast/packed_multi_head.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "headsup/attention/heads.h"
#include "headsup/tensor/refusal.h"

namespace headsup {
namespace {

PackedLinear packed(const Kernel& kernel, const Tensor& weight, std::vector<float> bias) {
  bias.resize(rounded_up(bias.size(), kernel.lanes));
  const Tensor whole = weight.contiguous();
  const MatrixView rows = {.data = whole.data<float>(), .rows = whole.size(0), .cols = whole.size(1)};
  return {.weight = packed_rows(kernel, rows), .bias = std::move(bias)};
}

std::vector<float> bias_of(const LinearWeights& w) {
  return w.bias ? w.bias->tolist<float>() : std::vector<float>(w.weight.size(0));
}

std::vector<float> scaled(std::vector<float> floats, float factor) {
  for (float& number : floats) number *= factor;
  return floats;
}

/// (H · K padded to 4, cols) from (H · K, cols): zeros after each head's K rows.
std::vector<float> with_padded_heads(const std::vector<float>& rows, Index num_heads, Index d_k, Index cols) {
  const Index padded_size = rounded_up(d_k, kTileRows) * cols;
  std::vector<float> padded(num_heads * padded_size);
  for (Index h = 0; h < num_heads; ++h) {
    std::copy_n(rows.data() + h * d_k * cols, d_k * cols, padded.data() + h * padded_size);
  }
  return padded;
}

void expect_linear(const std::string& field, const LinearWeights& w, const Shape& wants) {
  if (w.weight.shape() != wants) refuse_shape(field + ".weight", w.weight.shape(), to_string(wants));
  const Shape bias_wants = {wants[0]};
  if (w.bias && w.bias->shape() != bias_wants) {
    refuse_shape(field + ".bias", w.bias->shape(), to_string(bias_wants));
  }
}

void expect_weights(const MultiHeadWeights& weights, Index num_heads) {
  const Shape& shape = weights.w_q.weight.shape();
  if (shape.size() != 2) refuse_shape("w_q.weight", shape, "(A, D)");
  const Shape output_shape = {shape[1], shape[0]};
  check_heads(num_heads, shape[0]);
  expect_linear("w_q", weights.w_q, shape);
  expect_linear("w_k", weights.w_k, shape);
  expect_linear("w_v", weights.w_v, shape);
  if (!weights.w_0)
    refuse(ErrorCode::missing, {{"field", "w_0"}, {"wants", "shape " + to_string(output_shape)}});
  expect_linear("w_0", *weights.w_0, output_shape);
}

}  // namespace

PackedMultiHead::PackedMultiHead(const MultiHeadWeights& weights, Index heads, const Kernel& k)
    : kernel(&k), num_heads(heads) {
  expect_weights(weights, heads);
  d_attention = weights.w_q.weight.size(0);
  d_model = weights.w_q.weight.size(1);
  const Index d_k = d_attention / heads;
  const auto scale = static_cast<float>(1 / std::sqrt(static_cast<double>(d_k)));
  const Tensor w_q_scaled =
      tensor_of<float>({d_attention, d_model}, scaled(weights.w_q.weight.tolist<float>(), scale));
  const Tensor w_v_padded =
      tensor_of<float>({heads * rounded_up(d_k, kTileRows), d_model},
                       with_padded_heads(weights.w_v.weight.tolist<float>(), heads, d_k, d_model));
  w_q = packed(k, w_q_scaled, scaled(bias_of(weights.w_q), scale));
  w_k = packed(k, weights.w_k.weight, bias_of(weights.w_k));
  w_v = packed(k, w_v_padded, with_padded_heads(bias_of(weights.w_v), heads, d_k, 1));
  w_0 = packed(k, weights.w_0->weight, bias_of(*weights.w_0));
}

}  // namespace headsup
