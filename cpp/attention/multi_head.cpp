#include "headsup/attention/multi_head.h"

#include "headsup/attention/heads.h"
#include "headsup/attention/mask.h"

namespace headsup {
namespace {

Heads project(const LinearWeights& w, const Tensor& x, Index num_heads) {
  Heads result;
  result.projected = w(x);
  result.split = split_heads(result.projected, num_heads);
  result.heads = transpose_heads(result.split);
  return result;
}

void expect_batch(const char* field, const Tensor& x, const Tensor& query) {
  if (x.rank() != 3 || x.shape()[0] != query.shape()[0]) {
    refuse_shape(field, x.shape(), "(" + std::to_string(query.shape()[0]) + ", S, D)");
  }
}

/// A mask that broadcasts to (B, H, T, S); none if nothing is masked.
std::optional<Tensor> mask_of(const Masking& masking, const Shape& scores) {
  std::optional<Tensor> mask;
  if (masking.mask) mask = mask_for_heads(*masking.mask, scores);
  if (masking.is_causal) {
    const Tensor causal = mask_for_heads(causal_mask(scores[2], scores[3]), scores);
    mask = mask ? combine_masks(*mask, causal) : causal;
  }
  return mask;
}

}  // namespace

MultiHead multi_head_attention(const MultiHeadWeights& weights, Index num_heads, const Tensor& query,
                               const Tensor& key, const Tensor& value, const Masking& masking) {
  if (query.rank() != 3) refuse_shape("query", query.shape(), "(B, T, D)");
  expect_batch("key", key, query);
  expect_batch("value", value, query);
  const auto mask = mask_of(masking, {query.shape()[0], num_heads, query.shape()[1], key.shape()[1]});
  MultiHead result;
  result.q = project(weights.w_q, query, num_heads);
  result.k = project(weights.w_k, key, num_heads);
  result.v = project(weights.w_v, value, num_heads);
  result.attention =
      scaled_dot_product_attention(result.q.heads, result.k.heads, result.v.heads, mask, masking.fill);
  result.values_merged = transpose_heads(result.attention.values);
  result.concat = merge_heads(result.values_merged);
  if (weights.w_0) result.output = (*weights.w_0)(result.concat);
  return result;
}

}  // namespace headsup
