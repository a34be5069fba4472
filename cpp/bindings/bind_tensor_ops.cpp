// The single operations, each one call on copies.
#include <emscripten/bind.h>

#include "attention/embedding.h"
#include "attention/linear.h"
#include "attention/mask.h"
#include "attention/padding.h"
#include "attention/scaled_dot_product.h"
#include "attention/softmax.h"
#include "bindings/answer.h"
#include "bindings/arguments.h"
#include "bindings/bind.h"
#include "random/initializers.h"

namespace headsup::bindings {
namespace {

val js_pad(val sequences, double pad_id) {
  return guarded([&](Answer& a) { a.tensor(pad(sequences_of(sequences, "sequences"), id_of(pad_id, "padId"))); });
}

val js_padding_mask(val ids, double pad_id) {
  return guarded([&](Answer& a) { a.tensor(padding_mask(int_tensor(ids, "ids"), id_of(pad_id, "padId"))); });
}

val js_causal_mask(double length) {
  return guarded([&](Answer& a) {
    const auto size = static_cast<Index>(integer(length, "length", 1, static_cast<double>(Limits::length)));
    a.tensor(causal_mask(size, size));
  });
}

val js_combine_masks(val x, val y) {
  return guarded([&](Answer& a) { a.tensor(combine_masks(bool_tensor(x, "a"), bool_tensor(y, "b"))); });
}

val js_softmax(val x) {
  return guarded([&](Answer& a) { a.tensor(softmax(float_tensor(x, "x"))); });
}

val js_embedding(val ids, val table) {
  return guarded([&](Answer& a) { a.tensor(embedding(int_tensor(ids, "ids"), float_tensor(table, "table"))); });
}

val js_linear(val x, val weight, val bias) {
  return guarded([&](Answer& a) {
    const auto b = optional_float_tensor(bias, "bias");
    a.tensor(linear(float_tensor(x, "x"), float_tensor(weight, "weight"), b ? &*b : nullptr));
  });
}

val js_scaled_dot_product_attention(val q, val k, val v, val mask, double fill) {
  return guarded([&](Answer& a) {
    const auto m = optional_bool_tensor(mask, "mask");
    Attention made = scaled_dot_product_attention(float_tensor(q, "q"), float_tensor(k, "k"), float_tensor(v, "v"),
                                                  m ? &*m : nullptr, static_cast<float>(fill));
    a.open('{');
    a.key("scores");
    a.tensor(std::move(made.scores));
    if (made.masked_scores) {
      a.key("maskedScores");
      a.tensor(std::move(*made.masked_scores));
    }
    a.key("attention");
    a.tensor(std::move(made.attention));
    a.key("values");
    a.tensor(std::move(made.values));
    a.close('}');
  });
}

val js_randn(double seed, val shape) {
  return guarded([&](Answer& a) {
    Generator generator(seed_of(seed));
    a.tensor(randn(generator, shape_of(shape, "shape")).tensor);
  });
}

}  // namespace

void bind_tensor_ops() {
  emscripten::function("pad", &js_pad);
  emscripten::function("paddingMask", &js_padding_mask);
  emscripten::function("causalMask", &js_causal_mask);
  emscripten::function("combineMasks", &js_combine_masks);
  emscripten::function("softmax", &js_softmax);
  emscripten::function("embedding", &js_embedding);
  emscripten::function("linear", &js_linear);
  emscripten::function("scaledDotProductAttention", &js_scaled_dot_product_attention);
  emscripten::function("randn", &js_randn);
}

}  // namespace headsup::bindings
