#pragma once
// A layer of multi-head attention for repeated use: the weights are packed once, and a forward pass takes a fraction of
// the time and memory of multi_head_attention's, which keeps every intermediate.
//
//   const headsup::MultiHeadLayer layer(weights, num_heads);
//   const headsup::Tensor output = layer.forward(x, x, x, headsup::Masking::causal());

#include <memory>
#include <utility>

#include "headsup/attention/mask.h"
#include "headsup/attention/multi_head.h"
#include "headsup/tensor/tensor.h"

namespace headsup {

struct PackedMultiHead;

/// A batch of sequences in memory that belongs to the caller and outlives the call.
struct BatchView {
  /// A tensor's numbers.
  // NOLINTNEXTLINE(google-explicit-constructor): a tensor is accepted wherever a view is
  BatchView(const Tensor& x)
      : shape(x.shape()), rows(x.contiguous()), data(std::as_const(rows).data<float>()) {}
  /// element_count(s) floats, row-major.
  BatchView(const Shape& s, const float* floats) : shape(s), data(floats) {}

  Shape shape;        ///< (B, L, D)
  Tensor rows;        ///< the tensor's numbers; unused where a pointer was given
  const float* data;  ///< row-major
};

/// Multi-head attention with fixed weights. Source: Vaswani et al. 2017, section 3.2.2. Several threads may use one at once.
class MultiHeadLayer {
 public:
  /// Weights as multi_head_attention takes them, with a w_0. Refuses `shape-mismatch` where they do not fit each other,
  /// `heads-do-not-divide` where num_heads does not divide A, and `missing` without a w_0.
  MultiHeadLayer(MultiHeadWeights weights, Index num_heads);
  ~MultiHeadLayer();
  /// A layer that was moved from may only be assigned to or destroyed.
  /// @{
  MultiHeadLayer(MultiHeadLayer&& other) noexcept;
  MultiHeadLayer& operator=(MultiHeadLayer&& other) noexcept;
  /// @}

  Index d_model() const;    ///< D
  Index num_heads() const;  ///< H

  /// output (B, T, D) from query (B, T, D), key and value (B, S, D). The scores (B, H, T, S) are never stored, and blocks of
  /// keys that are masked for every query are skipped. Sums run in a different order from multi_head_attention's, which
  /// depends on the processor: the outputs differ by rounding only. A row that is masked everywhere averages all values
  /// with a finite fill and is NaN with −∞. Refuses `shape-mismatch`, and `too-large` where the workspace would not fit
  /// into memory.
  Tensor forward(const BatchView& query, const BatchView& key, const BatchView& value,
                 const Masking& masking = {}) const;

  /// The same pass by multi_head_attention, with every intermediate; attention.attention is (B, H, T, S). Refuses
  /// `shape-mismatch`, and `too-large` where memory has no room for the scores.
  MultiHead forward_with_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                   const Masking& masking = {}) const;

 private:
  MultiHeadWeights weights_;
  Index num_heads_;
  std::unique_ptr<const PackedMultiHead> packed_;
};

}  // namespace headsup
