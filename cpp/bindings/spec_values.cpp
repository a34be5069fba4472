// A lesson's spec, from and to JavaScript. docs/lesson-spec.md describes every field.
#include <cmath>

#include "bindings/fields.h"
#include "headsup/tensor/refusal.h"

namespace headsup::bindings {
namespace {

struct SizeField {
  const char* name;
  Index Spec::*member;
  Index max;
};
// The vocabulary comes first, because messages about ids name it.
constexpr SizeField kSizes[] = {
    {"vocabSize", &Spec::vocab_size, Limits::vocabulary},
    {"dModel", &Spec::d_model, Limits::d_model},
    {"numHeads", &Spec::num_heads, Limits::heads},
};

struct FlagField {
  const char* name;
  bool Spec::*member;
};
constexpr FlagField kFlags[] = {
    {"bias", &Spec::bias},
    {"outputProjection", &Spec::output_projection},
    {"positionalEncoding", &Spec::positional_encoding},
};

constexpr Activation kActivations[] = {Activation::gelu, Activation::relu};
constexpr LayerNorm kLayerNorms[] = {LayerNorm::pre, LayerNorm::post};

void read_mask(Value value, std::optional<MaskSpec>& mask) {
  if (value.is_undefined()) return;
  if (value.is_null()) return mask.reset();
  check_fields(value, "mask", "padding causal");
  if (!mask) mask.emplace();
  read_flag(value, "padding", "mask.padding", mask->padding);
  read_flag(value, "causal", "mask.causal", mask->causal);
}

void read_feed_forward(Value value, std::optional<FeedForwardSpec>& layer) {
  if (value.is_undefined()) return;
  if (value.is_null()) return layer.reset();
  check_fields(value, "feedForward", "dFf activation");
  if (!layer) layer.emplace();
  read_size(value, "dFf", "feedForward.dFf", Limits::d_ff, layer->d_ff);
  const Value activation = get(value, "activation");
  if (!activation.is_undefined())
    layer->activation = named(activation, "feedForward.activation", kActivations);
}

void read_d_attention(Value value, std::optional<Index>& d_attention) {
  if (value.is_undefined()) return;
  if (value.is_null()) return d_attention.reset();
  d_attention = size(value, "dAttention", Limits::d_model);
}

void read_data(Value fields, Spec& spec) {
  const Value given = get(fields, "sequences");
  if (!given.is_undefined()) spec.sequences = sequences(given, "sequences", spec.vocab_size);
  // Lessons without a decoder side ignore a target, so that one spec can be tried in several lessons.
  const Value target = get(fields, "target");
  if (spec.target && is_given(target)) spec.target = sequences(target, "target", spec.vocab_size);
  const Value pad_id = get(fields, "padId");
  if (!pad_id.is_undefined()) spec.pad_id = id(pad_id, "padId", spec.vocab_size);
  const Value from = get(fields, "seed");
  if (!from.is_undefined()) spec.seed = seed(from);
}

Value sequences_to_js(const Sequences& sequences) {
  const Value result = new_list();
  for (Index b = 0; b < sequences.size(); ++b) push(result, to_js(sequences[b]));
  return result;
}

Value mask_to_js(const std::optional<MaskSpec>& mask) {
  if (!mask) return Value::null();
  const Value result = new_object();
  set(result, "padding", mask->padding);
  set(result, "causal", mask->causal);
  return result;
}

Value feed_forward_to_js(const std::optional<FeedForwardSpec>& layer) {
  if (!layer) return Value::null();
  const Value result = new_object();
  set(result, "dFf", layer->d_ff);
  set(result, "activation", to_string(layer->activation));
  return result;
}

}  // namespace

Spec spec(Value fields) {
  check_fields(
      fields, "spec",
      "lesson sequences target padId vocabSize dModel numHeads seed mask maskFill bias outputProjection "
      "dAttention positionalEncoding feedForward layerNorm");
  const Value lesson = get(fields, "lesson");
  if (lesson.is_undefined())
    refuse(ErrorCode::missing, {{"field", "lesson"}, {"wants", "the name of a lesson"}});
  Spec result = default_spec(named(lesson, "lesson", kLessons));
  for (const auto& [name, member, max] : kSizes) read_size(fields, name, name, max, result.*member);
  for (const auto& [name, member] : kFlags) read_flag(fields, name, name, result.*member);
  read_data(fields, result);
  read_mask(get(fields, "mask"), result.mask);
  read_d_attention(get(fields, "dAttention"), result.d_attention);
  read_feed_forward(get(fields, "feedForward"), result.feed_forward);
  const Value fill = get(fields, "maskFill");
  if (!fill.is_undefined()) result.mask_fill = mask_fill(fill);
  const Value norm = get(fields, "layerNorm");
  if (!norm.is_undefined())
    result.layer_norm = norm.is_null() ? LayerNorm::none : named(norm, "layerNorm", kLayerNorms);
  return result;
}

Value to_js(const Spec& spec) {
  const Value result = new_object();
  set(result, "lesson", to_string(spec.lesson));
  set(result, "sequences", sequences_to_js(spec.sequences));
  set(result, "target", spec.target ? sequences_to_js(*spec.target) : Value::null());
  set(result, "padId", static_cast<double>(spec.pad_id));
  for (const auto& [name, member, max] : kSizes) set(result, name, spec.*member);
  set(result, "seed", static_cast<double>(spec.seed));
  set(result, "mask", mask_to_js(spec.mask));
  // JSON has no infinity.
  set(result, "maskFill", std::isinf(spec.mask_fill) ? to_js("-inf") : to_js(spec.mask_fill));
  for (const auto& [name, member] : kFlags) set(result, name, spec.*member);
  set(result, "dAttention", spec.d_attention ? to_js(*spec.d_attention) : Value::null());
  set(result, "feedForward", feed_forward_to_js(spec.feed_forward));
  set(result, "layerNorm",
      spec.layer_norm == LayerNorm::none ? Value::null() : to_js(to_string(spec.layer_norm)));
  return result;
}

}  // namespace headsup::bindings
