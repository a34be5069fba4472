// A multi-head layer that lives in the module: weights cross once, each forward pass is one call.
#include <emscripten/bind.h>

#include <map>

#include "attention/heads.h"
#include "attention/mask.h"
#include "attention/multi_head.h"
#include "bindings/answer.h"
#include "bindings/arguments.h"
#include "bindings/bind.h"
#include "random/initializers.h"

namespace headsup::bindings {
namespace {

struct Layer {
  MultiHeadWeights weights;
  Index num_heads;
};

std::map<int, Layer>& layers() {
  static std::map<int, Layer> all;
  return all;
}

void expect_shape(const FloatTensor& tensor, const Shape& wants, const std::string& field) {
  if (tensor.shape == wants) return;
  refuse("shape-mismatch", {{"field", field}, {"got", to_string(tensor.shape)}, {"wants", to_string(wants)}});
}

LinearWeights given_linear(const val& weights, const std::string& name, Index d_model) {
  const std::string weight_name = name + ".weight";
  const std::string bias_name = name + ".bias";
  if (weights[weight_name].isUndefined()) {
    refuse("missing", {{"field", "weights." + weight_name}, {"wants", "shape " + to_string({d_model, d_model})}});
  }
  LinearWeights linear{float_tensor(weights[weight_name], "weights." + weight_name),
                       optional_float_tensor(weights[bias_name], "weights." + bias_name)};
  expect_shape(linear.weight, {d_model, d_model}, "weights." + weight_name);
  if (linear.bias) expect_shape(*linear.bias, {d_model}, "weights." + bias_name);
  return linear;
}

MultiHeadWeights given_weights(const val& weights, Index d_model) {
  return {given_linear(weights, "w_q", d_model), given_linear(weights, "w_k", d_model),
          given_linear(weights, "w_v", d_model), given_linear(weights, "w_0", d_model)};
}

MultiHeadWeights drawn_weights(std::int64_t seed, Index d_model) {
  Generator generator(seed);
  const auto draw = [&] { return without_draws(linear_weights(generator, d_model, d_model, true)); };
  // A braced list is evaluated from left to right, which is the order of the draws.
  return MultiHeadWeights{draw(), draw(), draw(), draw()};
}

val js_create(double d_model, double num_heads, double seed, val weights) {
  return guarded([&](Answer& a) {
    const auto width = static_cast<Index>(integer(d_model, "dModel", 1, static_cast<double>(Limits::d_model)));
    const auto heads = static_cast<Index>(integer(num_heads, "numHeads", 1, static_cast<double>(Limits::heads)));
    split_heads(FloatTensor({0, 0, width}), heads);  // refuses heads that do not divide
    const std::int64_t s = seed_of(seed);
    static int next = 1;
    const bool given = !weights.isNull() && !weights.isUndefined();
    layers()[next] = {given ? given_weights(weights, width) : drawn_weights(s, width), heads};
    a.integer(next++);
  });
}

/// Where the ranks are wrong there is no causal mask to make; the forward pass refuses them.
std::optional<BoolTensor> mask_of(const val& mask, bool causal, const FloatTensor& q, const FloatTensor& k) {
  auto given = optional_bool_tensor(mask, "mask");
  if (!causal) return given;
  const BoolTensor nopeak = causal_mask(q.shape[1], k.shape[1]);
  return given ? combine_masks(*given, nopeak) : nopeak;
}

val js_forward(int handle, val query, val key, val value, val mask, bool causal, double fill) {
  return guarded([&](Answer& a) {
    const auto found = layers().find(handle);
    if (found == layers().end()) {
      refuse("disposed", {{"field", "forward"}});
    }
    const FloatTensor q = float_tensor(query, "query");
    const FloatTensor k = float_tensor(key, "key");
    const FloatTensor v = float_tensor(value, "value");
    const auto m = mask_of(mask, causal && q.rank() == 3 && k.rank() == 3, q, k);
    MultiHead pass = multi_head_attention(found->second.weights, found->second.num_heads, q, k, v,
                                                m ? &*m : nullptr, static_cast<float>(fill));
    a.tensor(std::move(pass.output ? *pass.output : pass.concat));
  });
}

void js_dispose(int handle) { layers().erase(handle); }

}  // namespace

void bind_multi_head() {
  emscripten::function("createMultiHead", &js_create);
  emscripten::function("multiHeadForward", &js_forward);
  emscripten::function("disposeMultiHead", &js_dispose);
}

}  // namespace headsup::bindings
