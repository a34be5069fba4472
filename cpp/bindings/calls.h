#pragma once
// The functions that bindings.cpp exports. Arguments are JavaScript values, undefined where they were left out; tensors
// and lists come back as copies. web/src/module/module.ts has their types, shapes and defaults.

#include "bindings/values.h"

namespace headsup::bindings {

// operations.cpp
val pad(const val& sequences, const val& pad_id);
val padding_mask(const val& ids, const val& pad_id);
val causal_mask(const val& target_length, const val& source_length);
val combine_masks(const val& a, const val& b);
val masked_fill(const val& scores, const val& mask, const val& fill);
val key_padding_mask(const val& ids, const val& pad_id);
val subsequent_mask(const val& target_length, const val& source_length);
val invert_mask(const val& mask);
val embedding(const val& ids, const val& table);
val positional_encoding(const val& length, const val& d_model);
val linear(const val& x, const val& weight, const val& bias);
val split_heads(const val& x, const val& num_heads);
val merge_heads(const val& x);
val unsqueeze(const val& x, const val& axis);
val softmax(const val& x);
val add(const val& a, const val& b);
val gelu(const val& x);
val relu(const val& x);
val layer_norm(const val& x, const val& weight, const val& bias, const val& eps);
val randn(const val& seed, const val& shape);

// attention.cpp
val scaled_dot_product_attention(const val& q, const val& k, const val& v, const val& options);
val multi_head_attention(const val& weights, const val& options);

/// A layer whose weights live in the module: they cross once, each forward pass is one call.
class Layer {
 public:
  explicit Layer(MultiHeadLayer layer) : layer_(std::move(layer)) {}
  val forward(const val& query, const val& key, const val& value, const val& options);

 private:
  MultiHeadLayer layer_;
  // What a pass reads, kept for the next one: allocating it anew is a fifth of a small pass.
  FloatTensor query_;
  FloatTensor key_;
  FloatTensor value_;
};
Layer* create_multi_head_attention(const val& options);

// lessons.cpp
val run(const val& spec, const val& weights, const val& like);
val settle(const val& spec);
val explain(const val& trace, const val& name, const val& index);

// exceptions.cpp
/// [code, message, details] of the C++ exception that Module.rethrow throws.
val describe_exception();

}  // namespace headsup::bindings
