// A training spec, from and to JavaScript. docs/training.md describes every field.
#include <cmath>
#include <optional>
#include <utility>

#include "bindings/fields.h"
#include "bindings/training_calls.h"
#include "headsup/tensor/refusal.h"

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
    {"dropout", &TrainingSpec::dropout},
    {"momentum", &TrainingSpec::momentum},
};

constexpr Activation kActivations[] = {Activation::gelu, Activation::relu};
constexpr Optimizer kOptimizers[] = {Optimizer::adamw, Optimizer::sgd};

std::optional<TaskName> task_of(Value fields) {
  const Value task = get(fields, "task");
  if (!is_given(task)) return std::nullopt;
  const TaskName name = named(task, "task", kTasks);
  for (const char* field : {"data", "padId", "vocabSize"}) {
    if (get(fields, field).is_undefined()) continue;
    refuse(ErrorCode::contradiction,
           {{"field", field}, {"got", "one"}, {"other", "task"}, {"wants", "its own"}});
  }
  return name;
}

Value rows_to_js(const std::vector<std::vector<std::int32_t>>& rows) {
  const Value result = new_list();
  for (Index i = 0; i < rows.size(); ++i) push(result, to_js(rows[i]));
  return result;
}

}  // namespace

Value training_task(Value name) {
  const TrainingTask task = headsup::training_task(named(name, "task", kTasks));
  const Value symbols = new_list();
  for (Index i = 0; i < task.symbols.size(); ++i) push(symbols, to_js(task.symbols[i]));
  const std::vector<std::int32_t> lengths(task.prompt_lengths.begin(), task.prompt_lengths.end());
  const Value result = new_object();
  set(result, "name", to_string(task.name));
  set(result, "symbols", symbols);
  set(result, "padId", static_cast<double>(task.pad_id));
  set(result, "data", rows_to_js(task.data));
  set(result, "heldOut", rows_to_js(task.held_out));
  set(result, "promptLengths", to_js(lengths));
  set(result, "uniformLoss", std::log(static_cast<double>(task.symbols.size())));
  return result;
}

GivenTraining training_spec(Value fields) {
  check_fields(fields, "spec",
               "data task padId vocabSize dModel numHeads layers dFf activation tiedHead dropout seed mask "
               "maskFill batchSize optimizer learningRate weightDecay momentum gradientClip");
  const std::optional<TaskName> task = task_of(fields);
  TrainingSpec result = task ? task_spec(*task) : TrainingSpec{};
  for (const auto& [name, member, max] : kSizes) read_size(fields, name, name, max, result.*member);
  for (const auto& [name, member] : kNumbers) read_number(fields, name, result.*member);
  read_flag(fields, "mask", "mask", result.mask);
  read_flag(fields, "tiedHead", "tiedHead", result.tied_head);
  const Value data = get(fields, "data");
  if (!data.is_undefined()) result.data = sequences(data, "data", result.vocab_size);
  const Value pad_id = get(fields, "padId");
  if (!pad_id.is_undefined()) result.pad_id = id(pad_id, "padId", result.vocab_size);
  const Value from = get(fields, "seed");
  if (!from.is_undefined()) result.seed = seed(from);
  const Value fill = get(fields, "maskFill");
  if (!fill.is_undefined()) result.mask_fill = mask_fill(fill);
  const Value activation = get(fields, "activation");
  if (!activation.is_undefined()) result.activation = named(activation, "activation", kActivations);
  const Value optimizer = get(fields, "optimizer");
  if (!optimizer.is_undefined()) result.optimizer = named(optimizer, "optimizer", kOptimizers);
  const Value clip = get(fields, "gradientClip");
  if (is_given(clip)) result.gradient_clip = number(clip, "gradientClip");
  return {std::move(result), task};
}

Value to_js(const GivenTraining& training) {
  const auto& [spec, task] = training;
  const Value result = new_object();
  set(result, "data", rows_to_js(spec.data));
  set(result, "task", task ? to_js(to_string(*task)) : Value::null());
  set(result, "padId", static_cast<double>(spec.pad_id));
  for (const auto& [name, member, max] : kSizes) set(result, name, spec.*member);
  set(result, "activation", to_string(spec.activation));
  set(result, "tiedHead", spec.tied_head);
  set(result, "seed", static_cast<double>(spec.seed));
  set(result, "mask", spec.mask);
  // JSON has no infinity.
  set(result, "maskFill", std::isinf(spec.mask_fill) ? to_js("-inf") : to_js(spec.mask_fill));
  set(result, "optimizer", to_string(spec.optimizer));
  for (const auto& [name, member] : kNumbers) set(result, name, spec.*member);
  set(result, "gradientClip", spec.gradient_clip ? to_js(*spec.gradient_clip) : Value::null());
  return result;
}

}  // namespace headsup::bindings
