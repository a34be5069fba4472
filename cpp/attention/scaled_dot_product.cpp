#include "headsup/attention/scaled_dot_product.h"

#include <algorithm>
#include <cmath>

#include "headsup/attention/mask.h"
#include "headsup/attention/softmax.h"
#include "tensor/matmul.h"

namespace headsup {
namespace {

bool same_leading_axes(const Shape& a, const Shape& b) {
  return a.size() == b.size() && a.size() >= 2 && std::equal(a.begin(), a.end() - 2, b.begin());
}

Shape with_last_axes(const Shape& shape, Index rows, Index cols) {
  Shape result = shape;
  result[result.size() - 2] = rows;
  result.back() = cols;
  return result;
}

}  // namespace

FloatTensor scaled_dot_product(const FloatTensor& q, const FloatTensor& k, std::optional<Index> d_k) {
  if (q.rank() < 2) refuse_shape("q", q.shape, "(…, T, K)");
  if (!same_leading_axes(q.shape, k.shape) || q.last(0) != k.last(0)) {
    refuse_shape("k", k.shape, "the axes of q " + to_string(q.shape) + " but for the length");
  }
  const Index rows = q.last(1);
  const Index inner = q.last(0);
  const Index cols = k.last(1);
  FloatTensor scores(with_last_axes(q.shape, rows, cols));
  const Index count = rows * cols == 0 ? 0 : scores.data.size() / (rows * cols);
  for (Index i = 0; i < count; ++i) {
    matmul_transposed({q.data.data() + i * rows * inner, rows, inner},
                      {k.data.data() + i * cols * inner, cols, inner}, nullptr,
                      scores.data.data() + i * rows * cols);
  }
  const auto divisor = static_cast<float>(std::sqrt(static_cast<double>(d_k.value_or(inner))));
  for (float& score : scores.data) score /= divisor;
  return scores;
}

FloatTensor weighted_sum(const FloatTensor& attention, const FloatTensor& v) {
  if (attention.rank() < 2) refuse_shape("attention", attention.shape, "(…, T, S)");
  if (!same_leading_axes(attention.shape, v.shape) || attention.last(0) != v.last(1)) {
    refuse_shape("v", v.shape, "(…, S, K) for attention " + to_string(attention.shape));
  }
  const Index rows = attention.last(1);
  const Index inner = attention.last(0);
  const Index cols = v.last(0);
  FloatTensor values(with_last_axes(v.shape, rows, cols));
  const Index count = rows * cols == 0 ? 0 : values.data.size() / (rows * cols);
  for (Index i = 0; i < count; ++i) {
    matmul({attention.data.data() + i * rows * inner, rows, inner},
           {v.data.data() + i * inner * cols, inner, cols}, values.data.data() + i * rows * cols);
  }
  return values;
}

Attention scaled_dot_product_attention(const FloatTensor& q, const FloatTensor& k, const FloatTensor& v,
                                       const BoolTensor* mask, float fill, std::optional<Index> d_k) {
  Attention result;
  result.scores = scaled_dot_product(q, k, d_k);
  if (mask != nullptr) result.masked_scores = masked_fill(result.scores, *mask, fill);
  result.attention = softmax(result.masked_scores ? *result.masked_scores : result.scores);
  result.values = weighted_sum(result.attention, v);
  return result;
}

}  // namespace headsup
