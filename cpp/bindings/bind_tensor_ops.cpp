// The single operations, each one call on copies.
#include "bindings/bind.h"
#include "headsup/attention/elementwise.h"
#include "headsup/attention/embedding.h"
#include "headsup/attention/layer_norm.h"
#include "headsup/attention/linear.h"
#include "headsup/attention/mask.h"
#include "headsup/attention/padding.h"
#include "headsup/attention/positional_encoding.h"
#include "headsup/attention/scaled_dot_product.h"
#include "headsup/attention/softmax.h"
#include "headsup/random/initializers.h"

namespace headsup::bindings {
namespace {

// Arguments are read one a line, because C++ would read those of one call in any order, and the first bad one
// is the one to name.

Index length_of(const Arguments& in) {
  return in.size("length", Limits::length);
}

void js_pad(const Arguments& in, Answer& out) {
  const Sequences sequences = in.sequences("sequences");
  out.tensor(pad(sequences, in.id("padId")));
}

void js_padding_mask(const Arguments& in, Answer& out) {
  const IntTensor ids = in.int_tensor("ids");
  out.tensor(padding_mask(ids, in.id("padId")));
}

void js_causal_mask(const Arguments& in, Answer& out) {
  const Index length = length_of(in);
  out.tensor(causal_mask(length, length));
}

void js_combine_masks(const Arguments& in, Answer& out) {
  const BoolTensor a = in.bool_tensor("a");
  const BoolTensor b = in.bool_tensor("b");
  out.tensor(combine_masks(a, b));
}

void js_key_padding_mask(const Arguments& in, Answer& out) {
  const IntTensor ids = in.int_tensor("ids");
  out.tensor(key_padding_mask(ids, in.id("padId")));
}

void js_subsequent_mask(const Arguments& in, Answer& out) {
  const Index length = length_of(in);
  out.tensor(subsequent_mask(length, length));
}

void js_invert_mask(const Arguments& in, Answer& out) {
  out.tensor(invert_mask(in.bool_tensor("mask")));
}

void js_positional_encoding(const Arguments& in, Answer& out) {
  const Index length = length_of(in);
  const Index d_model = in.size("dModel", Limits::d_model);
  out.tensor(positional_encoding(length, d_model));
}

void js_add(const Arguments& in, Answer& out) {
  const FloatTensor a = in.float_tensor("a");
  const FloatTensor b = in.float_tensor("b");
  out.tensor(add(a, b));
}

void js_gelu(const Arguments& in, Answer& out) {
  out.tensor(gelu(in.float_tensor("x")));
}

void js_relu(const Arguments& in, Answer& out) {
  out.tensor(relu(in.float_tensor("x")));
}

void js_layer_norm(const Arguments& in, Answer& out) {
  const FloatTensor x = in.float_tensor("x");
  const FloatTensor weight = in.float_tensor("weight");
  const FloatTensor bias = in.float_tensor("bias");
  out.tensor(layer_norm(x, weight, bias, in.number("eps")));
}

void js_softmax(const Arguments& in, Answer& out) {
  out.tensor(softmax(in.float_tensor("x")));
}

void js_embedding(const Arguments& in, Answer& out) {
  const IntTensor ids = in.int_tensor("ids");
  const FloatTensor table = in.float_tensor("table");
  out.tensor(embedding(ids, table));
}

void js_linear(const Arguments& in, Answer& out) {
  const auto bias = in.optional_float_tensor("bias");
  const FloatTensor x = in.float_tensor("x");
  const FloatTensor weight = in.float_tensor("weight");
  out.tensor(linear(x, weight, bias ? &*bias : nullptr));
}

void js_scaled_dot_product_attention(const Arguments& in, Answer& out) {
  const auto mask = in.optional_bool_tensor("mask");
  const FloatTensor q = in.float_tensor("q");
  const FloatTensor k = in.float_tensor("k");
  const FloatTensor v = in.float_tensor("v");
  Attention made = scaled_dot_product_attention(q, k, v, mask ? &*mask : nullptr,
                                                static_cast<float>(in.number("maskFill")));
  out.open('{');
  out.key("scores");
  out.tensor(std::move(made.scores));
  if (made.masked_scores) {
    out.key("maskedScores");
    out.tensor(std::move(*made.masked_scores));
  }
  out.key("attention");
  out.tensor(std::move(made.attention));
  out.key("values");
  out.tensor(std::move(made.values));
  out.close('}');
}

void js_randn(const Arguments& in, Answer& out) {
  Generator generator(in.seed());
  out.tensor(randn(generator, in.shape("shape")).tensor);
}

}  // namespace

void bind_tensor_ops() {
  bind("pad", js_pad);
  bind("paddingMask", js_padding_mask);
  bind("causalMask", js_causal_mask);
  bind("combineMasks", js_combine_masks);
  bind("keyPaddingMask", js_key_padding_mask);
  bind("subsequentMask", js_subsequent_mask);
  bind("invertMask", js_invert_mask);
  bind("softmax", js_softmax);
  bind("embedding", js_embedding);
  bind("linear", js_linear);
  bind("positionalEncoding", js_positional_encoding);
  bind("add", js_add);
  bind("gelu", js_gelu);
  bind("relu", js_relu);
  bind("layerNorm", js_layer_norm);
  bind("scaledDotProductAttention", js_scaled_dot_product_attention);
  bind("randn", js_randn);
}

}  // namespace headsup::bindings
