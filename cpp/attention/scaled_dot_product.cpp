#include "headsup/attention/scaled_dot_product.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "headsup/attention/mask.h"
#include "headsup/attention/softmax.h"
#include "tensor/eigen_views.h"
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

/// Matrix `i` of the leading axes, as an operand of a product.
MatrixView operand(const FloatTensor& x, Index i) {
  return {matrix_view(x, i).data(), x.last(1), x.last(0)};
}

}  // namespace

FloatTensor scaled_dot_product(const FloatTensor& q, const FloatTensor& k, std::optional<Index> d_k) {
  if (q.rank() < 2) refuse_shape("q", q.shape, "(…, T, K)");
  if (!same_leading_axes(q.shape, k.shape) || q.last(0) != k.last(0)) {
    refuse_shape("k", k.shape, "the axes of q " + to_string(q.shape) + " but for the length");
  }
  FloatTensor scores(with_last_axes(q.shape, q.last(1), k.last(1)));
  for (Index i = 0; i < MatrixAxes(scores.shape).count; ++i) {
    // A float32 sum could put a score of 50 off by 1e-4, and softmax magnifies such errors.
    matmul_transposed_float64(operand(q, i), operand(k, i), matrix_view(scores, i).data());
  }
  flat_view(scores) /= static_cast<float>(std::sqrt(static_cast<double>(d_k.value_or(q.last(0)))));
  return scores;
}

FloatTensor weighted_sum(const FloatTensor& attention, const FloatTensor& v) {
  if (attention.rank() < 2) refuse_shape("attention", attention.shape, "(…, T, S)");
  if (!same_leading_axes(attention.shape, v.shape) || attention.last(0) != v.last(1)) {
    refuse_shape("v", v.shape, "(…, S, K) for attention " + to_string(attention.shape));
  }
  FloatTensor values(with_last_axes(v.shape, attention.last(1), v.last(0)));
  for (Index i = 0; i < MatrixAxes(values.shape).count; ++i) {
    matmul(operand(attention, i), operand(v, i), matrix_view(values, i).data());
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
