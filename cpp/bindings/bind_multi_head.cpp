// A multi-head layer that lives in the module: weights cross once, each forward pass is one call.
#include <algorithm>
#include <memory>

#include "bindings/bind.h"
#include "fast/multi_head_forward.h"
#include "headsup/attention/heads.h"
#include "headsup/random/initializers.h"
#include "headsup/tensor/refusal.h"

namespace headsup::bindings {
namespace {

/// A layer's handle is its place here; null where it was disposed of, until another layer takes the place.
std::vector<std::unique_ptr<PackedMultiHead>> layers;

PackedMultiHead* layer_of(const Arguments& in) {
  const Index handle = in.handle();
  return handle < layers.size() ? layers[handle].get() : nullptr;
}

void expect_shape(const FloatTensor& tensor, const Shape& wants, const char* field) {
  if (tensor.shape != wants) refuse_shape(field, tensor.shape, to_string(wants));
}

LinearWeights given_linear(const Arguments& in, const char* weight, const char* bias, Index d_model) {
  const Shape square = {d_model, d_model};
  if (!in.has(weight)) refuse("missing", {{"field", weight}, {"wants", "shape " + to_string(square)}});
  LinearWeights linear{in.float_tensor(weight), in.optional_float_tensor(bias)};
  expect_shape(linear.weight, square, weight);
  if (linear.bias) expect_shape(*linear.bias, {d_model}, bias);
  return linear;
}

MultiHeadWeights given_weights(const Arguments& in, Index d_model) {
  return {given_linear(in, "weights.w_q.weight", "weights.w_q.bias", d_model),
          given_linear(in, "weights.w_k.weight", "weights.w_k.bias", d_model),
          given_linear(in, "weights.w_v.weight", "weights.w_v.bias", d_model),
          given_linear(in, "weights.w_0.weight", "weights.w_0.bias", d_model)};
}

MultiHeadWeights drawn_weights(std::int64_t seed, Index d_model) {
  Generator generator(seed);
  const auto draw = [&] { return without_draws(linear_weights(generator, d_model, d_model, true)); };
  // A braced list is evaluated from left to right, which is the order of the draws.
  return {draw(), draw(), draw(), draw()};
}

void js_create(const Arguments& in, Answer& out) {
  const Index width = in.size("dModel", Limits::d_model);
  const Index heads = in.size("numHeads", Limits::heads);
  split_heads(FloatTensor({0, 0, width}), heads);  // refuses heads that do not divide
  const std::int64_t seed = in.seed();
  auto layer = std::make_unique<PackedMultiHead>(
      in.flag("given") ? given_weights(in, width) : drawn_weights(seed, width), heads);

  const auto place = std::find(layers.begin(), layers.end(), nullptr);
  out.integer(place - layers.begin());
  if (place == layers.end()) {
    layers.push_back(std::move(layer));
  } else {
    *place = std::move(layer);
  }
}

void js_forward(const Arguments& in, Answer& out) {
  const PackedMultiHead* layer = layer_of(in);
  if (layer == nullptr) refuse("disposed", {{"field", "forward"}});
  const BatchView query = in.float_view("query");
  const BatchView key = in.has("key") ? in.float_view("key") : query;
  const BatchView value = in.has("value") ? in.float_view("value") : key;
  const auto mask = in.optional_bool_tensor("mask");
  const Masking masking = {mask ? &*mask : nullptr, in.flag("causal"),
                           static_cast<float>(in.number("maskFill"))};
  out.tensor(multi_head_forward(*layer, query, key, value, masking));
}

void js_dispose(const Arguments& in, Answer& out) {
  out.null();
  if (layer_of(in) != nullptr) layers[in.handle()].reset();
}

}  // namespace

void bind_multi_head() {
  bind("createMultiHead", js_create);
  bind("multiHeadForward", js_forward);
  bind("disposeMultiHead", js_dispose);
}

}  // namespace headsup::bindings
