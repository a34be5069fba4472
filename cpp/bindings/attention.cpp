// Attention as one call.
#include <cstring>

#include "bindings/calls.h"
#include "headsup/attention/heads.h"
#include "headsup/attention/multi_head.h"
#include "headsup/tensor/refusal.h"

namespace headsup::bindings {
namespace {

/// The weights of one linear map (out, in), under "<layer>.weight" and, optionally, "<layer>.bias".
LinearWeights linear_of(Value weights, const char* layer, const Shape& wants) {
  const std::string weight_field = "weights." + std::string(layer) + ".weight";
  const std::string bias_field = "weights." + std::string(layer) + ".bias";
  const auto member = [&](const std::string& field) {
    return item_of(weights, to_js(std::string_view(field).substr(std::strlen("weights."))));
  };
  const Value weight = member(weight_field);
  if (!is_given(weight))
    refuse(ErrorCode::missing, {{"field", weight_field}, {"wants", "shape " + to_string(wants)}});
  LinearWeights linear{float_tensor(weight, weight_field.c_str()),
                       optional_float_tensor(member(bias_field), bias_field.c_str())};
  if (linear.weight.shape() != wants) refuse_shape(weight_field, linear.weight.shape(), to_string(wants));
  if (linear.bias && linear.bias->shape() != Shape{wants[0]}) {
    refuse_shape(bias_field, linear.bias->shape(), to_string(Shape{wants[0]}));
  }
  return linear;
}

Value attention_to_js(const Attention& attention) {
  const Value result = new_object();
  set(result, "scores", attention.scores);
  if (attention.masked_scores) set(result, "maskedScores", *attention.masked_scores);
  set(result, "attention", attention.attention);
  set(result, "values", attention.values);
  return result;
}

}  // namespace

Value options_of(Value options, const char* names) {
  const bool has_any = !options.is_undefined() && check_fields(options, "options", names) > 0;
  return has_any ? options : Value::undefined();
}

MultiHeadWeights given_weights(Value weights, Index d_model) {
  check_fields(weights, "weights",
               "w_q.weight w_q.bias w_k.weight w_k.bias w_v.weight w_v.bias w_0.weight w_0.bias");
  const Shape square = {d_model, d_model};
  // Braces evaluate from left to right, so the first bad tensor is refused.
  return {linear_of(weights, "w_q", square), linear_of(weights, "w_k", square),
          linear_of(weights, "w_v", square), linear_of(weights, "w_0", square)};
}

Value scaled_dot_product_attention(Value q, Value k, Value v, Value options) {
  const Value given = options_of(options, "mask maskFill");
  const Tensor queries = float_tensor(q, "q");
  const Tensor keys = float_tensor(k, "k");
  const Tensor values = float_tensor(v, "v");
  const Masking how = masking(given);
  return attention_to_js(headsup::scaled_dot_product_attention(queries, keys, values, how.mask, how.fill));
}

Value multi_head_attention(Value weights, Value options) {
  check_fields(options, "options", "query key value numHeads mask causal maskFill");
  const Tensor query = float_tensor(get(options, "query"), "query");
  const auto key = optional_float_tensor(get(options, "key"), "key");
  const auto value = optional_float_tensor(get(options, "value"), "value");
  const Index heads = size(get(options, "numHeads"), "numHeads", Limits::heads);
  const Masking how = masking(options);
  if (query.rank() != 3) refuse_shape("query", query.shape(), "(B, T, D)");
  check_heads(heads, query.size(-1), "numHeads", "dModel");
  const Tensor& keys = key ? *key : query;
  const MultiHead made = headsup::multi_head_attention(given_weights(weights, query.size(-1)), heads, query,
                                                       keys, value ? *value : keys, how);
  Value result = attention_to_js(made.attention);
  set(result, "q", made.q.projected);
  set(result, "k", made.k.projected);
  set(result, "v", made.v.projected);
  set(result, "qHeads", made.q.heads);
  set(result, "kHeads", made.k.heads);
  set(result, "vHeads", made.v.heads);
  set(result, "concat", made.concat);
  set(result, "output", *made.output);
  return result;
}

}  // namespace headsup::bindings
