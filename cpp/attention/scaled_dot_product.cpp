#include "headsup/attention/scaled_dot_product.h"

#include <algorithm>

#include "headsup/attention/mask.h"
#include "headsup/attention/softmax.h"
#include "operations/operations.h"

namespace headsup {
namespace {

bool same_leading_axes(const Shape& a, const Shape& b) {
  return a.size() == b.size() && a.size() >= 2 && std::equal(a.begin(), a.end() - 2, b.begin());
}

}  // namespace

Tensor scaled_dot_product(const Tensor& q, const Tensor& k, std::optional<Index> d_k) {
  if (q.rank() < 2) refuse_shape("q", q.shape(), "(…, T, K)");
  if (!same_leading_axes(q.shape(), k.shape()) || q.size(-1) != k.size(-1)) {
    refuse_shape("k", k.shape(), "the axes of q " + to_string(q.shape()) + " but for the length");
  }
  return compute(op::scaled_dot_product, {q, k}, {{"d_k", static_cast<double>(d_k.value_or(q.size(-1)))}});
}

Tensor weighted_sum(const Tensor& attention, const Tensor& v) {
  if (attention.rank() < 2) refuse_shape("attention", attention.shape(), "(…, T, S)");
  if (!same_leading_axes(attention.shape(), v.shape()) || attention.size(-1) != v.size(-2)) {
    refuse_shape("v", v.shape(), "(…, S, K) for attention " + to_string(attention.shape()));
  }
  return compute(op::weighted_sum, {attention, v});
}

Attention scaled_dot_product_attention(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor* mask,
                                       float fill, std::optional<Index> d_k) {
  Attention result;
  result.scores = scaled_dot_product(q, k, d_k);
  if (mask != nullptr) result.masked_scores = masked_fill(result.scores, *mask, fill);
  result.attention = softmax(result.masked_scores ? *result.masked_scores : result.scores);
  result.values = weighted_sum(result.attention, v);
  return result;
}

}  // namespace headsup
