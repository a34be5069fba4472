#pragma once
// The functions that bindings.cpp exports. Arguments are JavaScript values, undefined if omitted; tensors and lists are
// returned as copies. web/src/module/bare.ts has their types, shapes and defaults.

#include "bindings/values.h"

namespace headsup::bindings {

/// An operation on one float32 tensor.
template <auto operation>
Value of_one(Value x) {
  return to_js(operation(float_tensor(x, "x")));
}

/// An operation on two float32 tensors. They are read one after the other, so the first bad one is refused.
template <auto operation>
Value of_two(Value a, Value b) {
  const Tensor first = float_tensor(a, "a");
  return to_js(operation(first, float_tensor(b, "b")));
}

// operations.cpp
Value pad(Value sequences, Value pad_id);
Value padding_mask(Value ids, Value pad_id);
Value causal_mask(Value target_length, Value source_length);
Value combine_masks(Value a, Value b);
Value masked_fill(Value scores, Value mask, Value fill);
Value key_padding_mask(Value ids, Value pad_id);
Value subsequent_mask(Value target_length, Value source_length);
Value invert_mask(Value mask);
Value embedding(Value ids, Value table);
Value positional_encoding(Value length, Value d_model);
Value linear(Value x, Value weight, Value bias);
Value split_heads(Value x, Value num_heads);
Value merge_heads(Value x);
Value unsqueeze(Value x, Value axis);
Value layer_norm(Value x, Value weight, Value bias, Value eps);
Value randn(Value seed, Value shape);

// facts.cpp
Value softmax_row(Value x);
Value layer_norm_row(Value x, Value eps);
Value dot_product(Value a, Value b);
Value sinusoid(Value index, Value d_model);
Value cache_counts(Value d_model, Value width, Value tokens, Value parts);
/// An eps as layer_norm takes it.
double eps_of(Value eps);

// attention.cpp
Value scaled_dot_product_attention(Value q, Value k, Value v, Value options);
Value multi_head_attention(Value weights, Value options);
/// Checks that an options argument has only fields in `names`; one without fields becomes undefined.
Value options_of(Value options, const char* names);
MultiHeadWeights given_weights(Value weights, Index d_model);

// lessons.cpp
Value run(Value spec, Value weights, Value options);
Value settle(Value spec);
Value designed_weights(Value spec);
Value explain(Value trace, Value name, Value index);
/// For values.js: the trace of that id is out of JavaScript's reach.
Value drop_trace(Value id);

// kept.cpp
/// Frees every object that JavaScript holds.
Value dispose();
/// { used, reserved }: bytes.
Value memory();

}  // namespace headsup::bindings
