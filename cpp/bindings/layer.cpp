// The layer that keeps its weights. Only heads-up.js has it, because lessons do not need it.
#include "bindings/calls.h"
#include "bindings/engine_tile.h"
#include "headsup/attention/heads.h"
#include "headsup/random/initializers.h"

namespace headsup::bindings {
namespace {

MultiHeadWeights drawn_weights(std::int64_t seed, Index d_model) {
  Generator generator(seed);
  const auto draw = [&] { return without_draws(linear_weights(generator, d_model, d_model, true)); };
  // Braces evaluate from left to right: the order of the draws.
  return {draw(), draw(), draw(), draw()};
}

}  // namespace

Layer* create_multi_head_attention(const val& options) {
  check_fields(options, "options", "dModel numHeads seed weights");
  const Index d_model = size(get(options, "dModel"), "dModel", Limits::d_model);
  const Index heads = size(get(options, "numHeads"), "numHeads", Limits::heads);
  check_heads(heads, d_model, "numHeads", "dModel");  // before anything is drawn
  const val weights = get(options, "weights");
  const val seed_given = get(options, "seed");
  return new Layer(MultiHeadLayer(
      is_given(weights) ? given_weights(weights, d_model)
                        : drawn_weights(seed_given.isUndefined() ? 42 : seed(seed_given), d_model),
      heads));
}

Returned Layer::forward(const val& query, const val& key, const val& value, const val& options) {
  const val given = options_of(options, "mask causal maskFill returnAttention");
  read_float_tensor(query, "query", query_);
  const bool has_key = !key.isUndefined() && !key.strictlyEquals(query);
  if (has_key) read_float_tensor(key, "key", key_);
  const bool has_value = !value.isUndefined() && !value.strictlyEquals(key);
  if (has_value) read_float_tensor(value, "value", value_);
  std::optional<BoolTensor> bits;
  const Masking how = masking(given, bits);
  const FloatTensor& keys = has_key ? key_ : query_;
  const FloatTensor& values = has_value ? value_ : keys;
  const val wants_attention = given.isUndefined() ? given : get(given, "returnAttention");
  if (wants_attention.isUndefined() || !flag(wants_attention, "returnAttention")) {
    return to_js(layer_.forward(query_, keys, values, how));
  }
  const MultiHead made = layer_.forward_with_attention(query_, keys, values, how);
  val result = val::object();
  set(result, "output", to_js(*made.output));
  set(result, "attention", to_js(made.attention.attention));
  return result;
}

}  // namespace headsup::bindings

EMSCRIPTEN_BINDINGS(heads_up_layer) {
  using namespace emscripten;
  using namespace headsup::bindings;

  use_engine_tile();

  function("createMultiHeadAttention", create_multi_head_attention, allow_raw_pointers());
  class_<Layer>("MultiHeadAttention")
      .constructor(create_multi_head_attention, allow_raw_pointers())
      .function("forward", &Layer::forward);
}
