// The arguments of a lesson: its spec and its weights.
#include <utility>

#include "bindings/arguments.h"
#include "headsup/tensor/refusal.h"

namespace headsup::bindings {
namespace {

/// The one of `values` whose name it is. Refuses `unknown-value`.
template <class T, std::size_t N>
T value_of(const char* field, const std::string& name, const T (&values)[N]) {
  std::string names;
  for (const T value : values) {
    if (name == to_string(value)) return value;
    names.append(names.empty() ? "" : ", ").append(to_string(value));
  }
  refuse("unknown-value", {{"field", field}, {"got", name.substr(0, 40)}, {"wants", names}});
}

void read_feed_forward(const Arguments& in, FeedForwardSpec& layer) {
  constexpr Activation kActivations[] = {Activation::gelu, Activation::relu};
  if (in.has("dFf")) layer.d_ff = size_of(in.number("dFf"), "feedForward.dFf", Limits::d_ff);
  if (in.has("activation"))
    layer.activation = value_of("feedForward.activation", in.text("activation"), kActivations);
}

}  // namespace

Spec spec_of(const Arguments& in) {
  const auto given = [&](const char* field) { return !in.is_undefined(field); };
  Spec spec = default_spec(value_of("lesson", in.text("lesson"), kLessons));
  // Which ids there are is up to the vocabulary.
  if (given("vocabSize")) spec.vocab_size = in.size("vocabSize", Limits::vocabulary);
  // Null is what the spec of a lesson without a target says, and such a lesson leaves a target alone, so that
  // one spec can be tried in several lessons.
  if (in.has("sequences")) spec.sequences = in.sequences("sequences", spec.vocab_size);
  if (spec.target && in.has("target")) spec.target = in.sequences("target", spec.vocab_size);
  if (given("padId")) spec.pad_id = in.id("padId", spec.vocab_size);
  if (given("dModel")) spec.d_model = in.size("dModel", Limits::d_model);
  if (given("numHeads")) spec.num_heads = in.size("numHeads", Limits::heads);
  if (given("seed")) spec.seed = in.seed();
  if (in.is_null("mask")) spec.mask.reset();
  if (in.has("mask")) {
    if (!spec.mask) spec.mask = MaskSpec{};
    const Arguments mask = in.object("mask");
    if (!mask.is_undefined("padding")) spec.mask->padding = mask.flag("padding");
    if (!mask.is_undefined("causal")) spec.mask->causal = mask.flag("causal");
  }
  if (given("maskFill")) spec.mask_fill = in.number("maskFill");
  if (given("bias")) spec.bias = in.flag("bias");
  if (given("outputProjection")) spec.output_projection = in.flag("outputProjection");
  if (in.is_null("dAttention")) spec.d_attention.reset();
  if (in.has("dAttention")) spec.d_attention = in.size("dAttention", Limits::d_model);
  if (given("positionalEncoding")) spec.positional_encoding = in.flag("positionalEncoding");
  if (in.is_null("feedForward")) spec.feed_forward.reset();
  if (in.has("feedForward")) {
    if (!spec.feed_forward) spec.feed_forward = FeedForwardSpec{};
    read_feed_forward(in.object("feedForward"), *spec.feed_forward);
  }
  if (in.is_null("layerNorm")) spec.layer_norm = LayerNorm::none;
  if (in.has("layerNorm")) {
    constexpr LayerNorm kPlaces[] = {LayerNorm::pre, LayerNorm::post};
    spec.layer_norm = value_of("layerNorm", in.text("layerNorm"), kPlaces);
  }
  return spec;
}

StateDict state_dict_of(const Arguments& in) {
  StateDict given;
  for (std::string& name : in.texts("weights")) {
    FloatTensor tensor = in.float_tensor(("weights." + name).c_str());
    given.push_back({std::move(name), std::move(tensor)});
  }
  return given;
}

}  // namespace headsup::bindings
