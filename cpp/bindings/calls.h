#pragma once
// The functions that bindings.cpp exports. Arguments are JavaScript values, undefined if omitted; tensors and lists are
// returned as copies. web/src/module/bare.ts has their types, shapes and defaults.

#include "bindings/values.h"

namespace headsup::bindings {

/// An operation on one float32 tensor.
template <auto operation>
Returned of_one(const val& x) {
  return to_js(operation(float_tensor(x, "x")));
}

/// An operation on two float32 tensors. They are read one after the other, so the first bad one is refused.
template <auto operation>
Returned of_two(const val& a, const val& b) {
  const Tensor first = float_tensor(a, "a");
  return to_js(operation(first, float_tensor(b, "b")));
}

// operations.cpp
Returned pad(const val& sequences, const val& pad_id);
Returned padding_mask(const val& ids, const val& pad_id);
Returned causal_mask(const val& target_length, const val& source_length);
Returned combine_masks(const val& a, const val& b);
Returned masked_fill(const val& scores, const val& mask, const val& fill);
Returned key_padding_mask(const val& ids, const val& pad_id);
Returned subsequent_mask(const val& target_length, const val& source_length);
Returned invert_mask(const val& mask);
Returned embedding(const val& ids, const val& table);
Returned positional_encoding(const val& length, const val& d_model);
Returned linear(const val& x, const val& weight, const val& bias);
Returned split_heads(const val& x, const val& num_heads);
Returned merge_heads(const val& x);
Returned unsqueeze(const val& x, const val& axis);
Returned layer_norm(const val& x, const val& weight, const val& bias, const val& eps);
Returned randn(const val& seed, const val& shape);

// facts.cpp
Returned softmax_row(const val& x);
Returned layer_norm_row(const val& x, const val& eps);
Returned dot_product(const val& a, const val& b);
Returned sinusoid(const val& index, const val& d_model);
Returned cache_counts(const val& d_model, const val& width, const val& tokens, const val& parts);
/// An eps as layer_norm takes it.
double eps_of(const val& eps);

// attention.cpp
Returned scaled_dot_product_attention(const val& q, const val& k, const val& v, const val& options);
Returned multi_head_attention(const val& weights, const val& options);
/// Checks that an options argument has only fields in `names`; one without fields becomes undefined.
val options_of(const val& options, const char* names);
MultiHeadWeights given_weights(const val& weights, Index d_model);

// lessons.cpp
Returned run(const val& spec, const val& weights, const val& options);
Returned settle(const val& spec);
Returned designed_weights(const val& spec);
Returned explain(const val& trace, const val& name, const val& index);
/// For values.js: the trace of that id is out of JavaScript's reach.
Returned drop_trace(const val& id);

// kept.cpp
/// Frees every object that JavaScript holds.
Returned dispose();
/// { used, reserved }: bytes.
Returned memory();

// exceptions.cpp
/// [code, message, details] of a C++ exception that JavaScript has caught, which it frees; the code of a bug is "".
Returned describe_exception(const val& exception);

}  // namespace headsup::bindings
