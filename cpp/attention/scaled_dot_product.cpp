#include "headsup/attention/scaled_dot_product.h"

#include "headsup/attention/mask.h"
#include "headsup/attention/softmax.h"
#include "operations/operations.h"

namespace headsup {

Tensor scaled_dot_product(const Tensor& q, const Tensor& k, std::optional<Index> d_k) {
  if (!d_k) return compute(op::scaled_dot_product, {q, k});
  return compute(op::scaled_dot_product, {q, k}, {{"d_k", static_cast<double>(*d_k)}});
}

Tensor weighted_sum(const Tensor& attention, const Tensor& v) {
  return compute(op::weighted_sum, {attention, v});
}

Attention scaled_dot_product_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                                       const std::optional<Tensor>& mask, float fill,
                                       std::optional<Index> d_k) {
  Attention result;
  result.scores = scaled_dot_product(q, k, d_k);
  if (mask) result.masked_scores = masked_fill(result.scores, *mask, fill);
  result.attention = softmax(result.masked_scores ? *result.masked_scores : result.scores);
  result.values = weighted_sum(result.attention, v);
  return result;
}

}  // namespace headsup
