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

void read_mask(const val& value, std::optional<MaskSpec>& mask) {
  if (value.isUndefined()) return;
  if (value.isNull()) return mask.reset();
  check_fields(value, "mask", "padding causal");
  if (!mask) mask.emplace();
  read_flag(value, "padding", "mask.padding", mask->padding);
  read_flag(value, "causal", "mask.causal", mask->causal);
}

void read_feed_forward(const val& value, std::optional<FeedForwardSpec>& layer) {
  if (value.isUndefined()) return;
  if (value.isNull()) return layer.reset();
  check_fields(value, "feedForward", "dFf activation");
  if (!layer) layer.emplace();
  read_size(value, "dFf", "feedForward.dFf", Limits::d_ff, layer->d_ff);
  const val activation = get(value, "activation");
  if (!activation.isUndefined())
    layer->activation = named(activation, "feedForward.activation", kActivations);
}

void read_d_attention(const val& value, std::optional<Index>& d_attention) {
  if (value.isUndefined()) return;
  if (value.isNull()) return d_attention.reset();
  d_attention = size(value, "dAttention", Limits::d_model);
}

void read_data(const val& fields, Spec& spec) {
  const val given = get(fields, "sequences");
  if (!given.isUndefined()) spec.sequences = sequences(given, "sequences", spec.vocab_size);
  // Lessons without a decoder side ignore a target, so that one spec can be tried in several lessons.
  const val target = get(fields, "target");
  if (spec.target && is_given(target)) spec.target = sequences(target, "target", spec.vocab_size);
  const val pad_id = get(fields, "padId");
  if (!pad_id.isUndefined()) spec.pad_id = id(pad_id, "padId", spec.vocab_size);
  const val from = get(fields, "seed");
  if (!from.isUndefined()) spec.seed = seed(from);
}

val sequences_to_js(const Sequences& sequences) {
  val result = val::array();
  for (Index b = 0; b < sequences.size(); ++b) result.set(b, to_js(sequences[b]));
  return result;
}

val mask_to_js(const std::optional<MaskSpec>& mask) {
  if (!mask) return val::null();
  val result = val::object();
  set(result, "padding", mask->padding);
  set(result, "causal", mask->causal);
  return result;
}

val feed_forward_to_js(const std::optional<FeedForwardSpec>& layer) {
  if (!layer) return val::null();
  val result = val::object();
  set(result, "dFf", layer->d_ff);
  set(result, "activation", to_string(layer->activation));
  return result;
}

}  // namespace

Spec spec(const val& fields) {
  check_fields(
      fields, "spec",
      "lesson sequences target padId vocabSize dModel numHeads seed mask maskFill bias outputProjection "
      "dAttention positionalEncoding feedForward layerNorm");
  const val lesson = get(fields, "lesson");
  if (lesson.isUndefined())
    refuse(ErrorCode::missing, {{"field", "lesson"}, {"wants", "the name of a lesson"}});
  Spec result = default_spec(named(lesson, "lesson", kLessons));
  for (const auto& [name, member, max] : kSizes) read_size(fields, name, name, max, result.*member);
  for (const auto& [name, member] : kFlags) read_flag(fields, name, name, result.*member);
  read_data(fields, result);
  read_mask(get(fields, "mask"), result.mask);
  read_d_attention(get(fields, "dAttention"), result.d_attention);
  read_feed_forward(get(fields, "feedForward"), result.feed_forward);
  const val fill = get(fields, "maskFill");
  if (!fill.isUndefined()) result.mask_fill = mask_fill(fill);
  const val norm = get(fields, "layerNorm");
  if (!norm.isUndefined())
    result.layer_norm = norm.isNull() ? LayerNorm::none : named(norm, "layerNorm", kLayerNorms);
  return result;
}

val to_js(const Spec& spec) {
  val result = val::object();
  set(result, "lesson", to_string(spec.lesson));
  set(result, "sequences", sequences_to_js(spec.sequences));
  set(result, "target", spec.target ? sequences_to_js(*spec.target) : val::null());
  set(result, "padId", static_cast<double>(spec.pad_id));
  for (const auto& [name, member, max] : kSizes) set(result, name, spec.*member);
  set(result, "seed", static_cast<double>(spec.seed));
  set(result, "mask", mask_to_js(spec.mask));
  // JSON has no infinity.
  set(result, "maskFill", std::isinf(spec.mask_fill) ? to_js("-inf") : to_js(spec.mask_fill));
  for (const auto& [name, member] : kFlags) set(result, name, spec.*member);
  set(result, "dAttention", spec.d_attention ? to_js(*spec.d_attention) : val::null());
  set(result, "feedForward", feed_forward_to_js(spec.feed_forward));
  set(result, "layerNorm",
      spec.layer_norm == LayerNorm::none ? val::null() : to_js(to_string(spec.layer_norm)));
  return result;
}

}  // namespace headsup::bindings
