#include "headsup/fast/multi_head_layer.h"

#include <utility>

#include "fast/forward_pass.h"
#include "fast/packed_multi_head.h"

namespace headsup {
MultiHeadLayer::MultiHeadLayer(MultiHeadWeights weights, Index num_heads)
    : weights_(std::move(weights)),
      num_heads_(num_heads),
      packed_(std::make_unique<PackedMultiHead>(weights_, num_heads)) {}

MultiHeadLayer::~MultiHeadLayer() = default;
MultiHeadLayer::MultiHeadLayer(MultiHeadLayer&& other) noexcept = default;
MultiHeadLayer& MultiHeadLayer::operator=(MultiHeadLayer&& other) noexcept = default;

Index MultiHeadLayer::d_model() const {
  return packed_->d_model;
}

Index MultiHeadLayer::num_heads() const {
  return num_heads_;
}

Tensor MultiHeadLayer::forward(const BatchView& query, const BatchView& key, const BatchView& value,
                               const Masking& masking) const {
  return forward_pass(*packed_, query, key, value, masking);
}

MultiHead MultiHeadLayer::forward_with_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                                 const Masking& masking) const {
  expect_batches(*packed_, query, key, value);
  return multi_head_attention(weights_, num_heads_, query, key, value, masking);
}

}  // namespace headsup
