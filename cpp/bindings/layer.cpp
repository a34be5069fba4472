// The layer that keeps its weights. Only heads-up.js has it, because lessons do not need it.
#include <array>
#include <utility>

#include "bindings/calls.h"
#include "bindings/engine_tile.h"
#include "bindings/kept.h"
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

/// The operands of a pass. The memory of small ones is used again by the next pass, because allocating it would take a fifth of
/// the time of a small pass; a pass that a getter of another one calls finds none, and allocates its own.
class Operands {
 public:
  Operands() : tensors_(std::exchange(spare, {})) {}
  Operands(const Operands&) = delete;
  Operands& operator=(const Operands&) = delete;
  ~Operands() {
    Index numbers = 0;
    for (const Tensor& tensor : tensors_) numbers += tensor.count();
    if (numbers <= kMostSpare) spare = std::move(tensors_);
  }
  Tensor& query() { return tensors_[0]; }
  Tensor& key() { return tensors_[1]; }
  Tensor& value() { return tensors_[2]; }

 private:
  using Tensors = std::array<Tensor, 3>;
  static constexpr Index kMostSpare = Index{1} << 16;  // 256 kB
  static inline Tensors spare;

  Tensors tensors_;
};

}  // namespace

Handle<MultiHeadLayer>* create_multi_head_attention(Value options) {
  check_fields(options, "options", "dModel numHeads seed weights");
  const Index d_model = size(get(options, "dModel"), "dModel", Limits::d_model);
  const Index heads = size(get(options, "numHeads"), "numHeads", Limits::heads);
  check_heads(heads, d_model, "numHeads", "dModel");  // before anything is drawn
  const Value weights = get(options, "weights");
  const Value seed_given = get(options, "seed");
  return new Handle(std::make_unique<MultiHeadLayer>(
      is_given(weights) ? given_weights(weights, d_model)
                        : drawn_weights(seed_given.is_undefined() ? 42 : seed(seed_given), d_model),
      heads));
}

Value forward(Held<MultiHeadLayer> layer, Value query, Value key, Value value, Value options) {
  const Value given = options_of(options, "mask causal maskFill returnAttention");
  Operands operands;
  read_float_tensor(query, "query", operands.query());
  const bool has_key = is_given(key) && !are_same(key, query);
  if (has_key) read_float_tensor(key, "key", operands.key());
  const bool has_value = is_given(value) && !are_same(value, is_given(key) ? key : query);
  if (has_value) read_float_tensor(value, "value", operands.value());
  const Masking how = masking(given);
  const Value attention = given.is_undefined() ? given : get(given, "returnAttention");
  const bool wants_attention = !attention.is_undefined() && flag(attention, "returnAttention");

  const Tensor& keys = has_key ? operands.key() : operands.query();
  const Tensor& values = has_value ? operands.value() : keys;
  if (!wants_attention) return to_js(layer.live().forward(operands.query(), keys, values, how));
  const MultiHead made = layer.live().forward_with_attention(operands.query(), keys, values, how);
  const Value result = new_object();
  set(result, "output", *made.output);
  set(result, "attention", made.attention.attention);
  return result;
}

}  // namespace headsup::bindings

EMSCRIPTEN_BINDINGS(heads_up_layer) {
  using namespace emscripten;
  using namespace headsup::bindings;

  use_engine_tile();

  function("createMultiHeadAttention", create_multi_head_attention, allow_raw_pointers());
  class_<Handle<headsup::MultiHeadLayer>>("MultiHeadAttention")
      .constructor(create_multi_head_attention, allow_raw_pointers())
      .function("forward", forward);
}
