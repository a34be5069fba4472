// A training spec, from and to JavaScript. docs/training.md describes every field.
#include <cmath>

#include "bindings/fields.h"
#include "bindings/training_calls.h"

namespace headsup::bindings {
namespace {

struct SizeField {
  const char* name;
  Index TrainingSpec::*member;
  Index max;
};
// The vocabulary comes first, because messages about ids name it.
constexpr SizeField kSizes[] = {
    {"vocabSize", &TrainingSpec::vocab_size, TrainingLimits::vocabulary},
    {"dModel", &TrainingSpec::d_model, TrainingLimits::d_model},
    {"numHeads", &TrainingSpec::num_heads, TrainingLimits::heads},
    {"layers", &TrainingSpec::layers, TrainingLimits::layers},
    {"dFf", &TrainingSpec::d_ff, TrainingLimits::d_ff},
    {"batchSize", &TrainingSpec::batch_size, TrainingLimits::batch_size},
};

struct NumberField {
  const char* name;
  double TrainingSpec::*member;
};
constexpr NumberField kNumbers[] = {
    {"learningRate", &TrainingSpec::learning_rate},
    {"weightDecay", &TrainingSpec::weight_decay},
    {"momentum", &TrainingSpec::momentum},
};

constexpr Activation kActivations[] = {Activation::gelu, Activation::relu};
constexpr Optimizer kOptimizers[] = {Optimizer::adamw, Optimizer::sgd};

}  // namespace

TrainingSpec training_spec(const val& fields) {
  check_fields(
      fields, "spec",
      "data padId vocabSize dModel numHeads layers dFf activation seed mask maskFill batchSize optimizer "
      "learningRate weightDecay momentum gradientClip");
  TrainingSpec result;
  for (const auto& [name, member, max] : kSizes) read_size(fields, name, name, max, result.*member);
  for (const auto& [name, member] : kNumbers) read_number(fields, name, result.*member);
  read_flag(fields, "mask", "mask", result.mask);
  const val data = get(fields, "data");
  if (!data.isUndefined()) result.data = sequences(data, "data", result.vocab_size);
  const val pad_id = get(fields, "padId");
  if (!pad_id.isUndefined()) result.pad_id = id(pad_id, "padId", result.vocab_size);
  const val from = get(fields, "seed");
  if (!from.isUndefined()) result.seed = seed(from);
  const val fill = get(fields, "maskFill");
  if (!fill.isUndefined()) result.mask_fill = mask_fill(fill);
  const val activation = get(fields, "activation");
  if (!activation.isUndefined()) result.activation = named(activation, "activation", kActivations);
  const val optimizer = get(fields, "optimizer");
  if (!optimizer.isUndefined()) result.optimizer = named(optimizer, "optimizer", kOptimizers);
  const val clip = get(fields, "gradientClip");
  if (is_given(clip)) result.gradient_clip = number(clip, "gradientClip");
  return result;
}

val to_js(const TrainingSpec& spec) {
  val data = val::array();
  for (Index row = 0; row < spec.data.size(); ++row) data.set(row, to_js(spec.data[row]));
  val result = val::object();
  set(result, "data", data);
  set(result, "padId", to_js(static_cast<double>(spec.pad_id)));
  for (const auto& [name, member, max] : kSizes) set(result, name, to_js(spec.*member));
  set(result, "activation", to_js(to_string(spec.activation)));
  set(result, "seed", to_js(static_cast<double>(spec.seed)));
  set(result, "mask", val(spec.mask));
  // JSON has no infinity.
  set(result, "maskFill", std::isinf(spec.mask_fill) ? to_js("-inf") : to_js(spec.mask_fill));
  set(result, "optimizer", to_js(to_string(spec.optimizer)));
  for (const auto& [name, member] : kNumbers) set(result, name, to_js(spec.*member));
  set(result, "gradientClip", spec.gradient_clip ? to_js(*spec.gradient_clip) : val::null());
  return result;
}

}  // namespace headsup::bindings
