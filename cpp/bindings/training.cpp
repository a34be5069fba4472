// The training module, heads-up-training.js: its table of contents, and the trainer that it creates.
#include <algorithm>
#include <utility>

#include "bindings/training_calls.h"

namespace headsup::bindings {
namespace {

/// The most steps that one call takes.
constexpr Index kMostSteps = 1'000'000;

std::vector<std::int32_t> tokens_of(Value list, const char* field, Index vocabulary) {
  const Value one_row = new_list();
  push(one_row, list);
  return sequences(one_row, field, vocabulary)[0];
}

Value to_js(const StateDict& tensors) {
  const Value result = new_object();
  for (const auto& [name, tensor] : tensors) put(result, bindings::to_js(name), bindings::to_js(tensor));
  return result;
}

/// A Float32Array.
Value to_js(std::vector<float> numbers) {
  const Shape shape = {numbers.size()};
  return get(bindings::to_js(tensor_of<float>(shape, std::move(numbers))), "data");
}

void append(std::vector<float>& numbers, const std::vector<Tensor>& tensors) {
  for (const Tensor& tensor : tensors)
    numbers.insert(numbers.end(), tensor.floats().begin(), tensor.floats().end());
}

/// Fills the tensors with the numbers from `from` on; returns where the next ones begin.
const float* fill(std::vector<Tensor>& tensors, const float* from) {
  for (Tensor& tensor : tensors) {
    std::copy(from, from + tensor.count(), tensor.floats().begin());
    from += tensor.count();
  }
  return from;
}

Sampling sampling_of(Value given) {
  Sampling how;
  if (given.is_undefined()) return how;
  check_fields(given, "options", "temperature seed");
  const Value temperature = get(given, "temperature");
  if (!temperature.is_undefined()) how.temperature = number(temperature, "temperature");
  const Value from = get(given, "seed");
  if (!from.is_undefined()) how.seed = seed(from);
  return how;
}

Index size_or_zero(Value value, const char* field, Index max) {
  return value.is_number() && number_of(value) == 0 ? 0 : size(value, field, max);
}

/// Of the ids that messages name.
Index vocabulary_of(ThisTrainer trainer) {
  return trainer.live().trainer.spec().vocab_size;
}

/// The numbers of a state: a typed array of exactly `count`.
Tensor state_numbers(Value numbers, Index count) {
  const Value tensor = new_object();
  set(tensor, "shape", bindings::to_js(Shape{count}));
  set(tensor, "data", numbers);
  return float_tensor(tensor, "state.numbers");
}

/// Encodes each 32-bit word as two float32 numbers, its upper and its lower half, because float32 holds only 24 bits exactly.
/// @{
constexpr std::uint32_t kHalf = 0x10000;
Tensor halves_of(const std::vector<std::uint32_t>& words) {
  std::vector<float> halves(2 * words.size());
  for (Index i = 0; i < words.size(); ++i) {
    halves[2 * i] = static_cast<float>(words[i] / kHalf);
    halves[2 * i + 1] = static_cast<float>(words[i] % kHalf);
  }
  return tensor_of<float>({halves.size()}, halves);
}
void fill_words(std::vector<std::uint32_t>& words, const float* halves) {
  // Converting a number outside the range would be undefined behaviour.
  const auto half = [&] {
    const float number = *halves++;
    return number >= 0 && number < static_cast<float>(kHalf) ? static_cast<std::uint32_t>(number) : 0;
  };
  for (std::uint32_t& word : words) {
    word = half() * kHalf;
    word += half();
  }
}
/// @}

}  // namespace

Value spec_of(ThisTrainer trainer) {
  return bindings::to_js(GivenTraining{trainer.live().trainer.spec(), trainer.live().task});
}

Value steps_of(ThisTrainer trainer) {
  return bindings::to_js(trainer.live().trainer.steps());
}

Value step(ThisTrainer trainer, Value count) {
  const Index steps = count.is_undefined() ? 1 : size(count, "count", kMostSteps);
  return to_js(trainer.live().trainer.step(steps));
}

Value loss(ThisTrainer trainer, Value rows) {
  const Sequences given = sequences(rows, "rows", vocabulary_of(trainer));
  return bindings::to_js(static_cast<double>(trainer.live().trainer.loss(given)));
}

Value loss_as_used(ThisTrainer trainer, Value rows) {
  const Sequences given = sequences(rows, "rows", vocabulary_of(trainer));
  return bindings::to_js(static_cast<double>(trainer.live().trainer.loss_as_used(given)));
}

Value weights_of(ThisTrainer trainer) {
  return to_js(trainer.live().trainer.weights());
}

Value gradients_of(ThisTrainer trainer) {
  return to_js(trainer.live().trainer.gradients());
}

Value attention(ThisTrainer trainer, Value tokens) {
  const auto given = tokens_of(tokens, "tokens", vocabulary_of(trainer));
  return bindings::to_js(trainer.live().trainer.attention(given));
}

Value next_token(ThisTrainer trainer, Value tokens, Value temperature) {
  const double divisor = temperature.is_undefined() ? 1 : number(temperature, "temperature");
  const auto given = tokens_of(tokens, "tokens", vocabulary_of(trainer));
  return bindings::to_js(trainer.live().trainer.next_token(given, divisor));
}

Value choose_token(ThisTrainer trainer, Value tokens, Value sampling, Value at) {
  const Sampling how = sampling_of(sampling);
  const Index place = at.is_undefined() ? 0 : size_or_zero(at, "at", TrainingLimits::generated);
  const auto given = tokens_of(tokens, "tokens", vocabulary_of(trainer));
  const auto choice = trainer.live().trainer.choose(given, how, place);
  const Value result = new_object();
  set(result, "probabilities", to_js(choice.shares.tolist<float>()));
  set(result, "u", bindings::to_js(static_cast<double>(choice.u)));
  set(result, "id", choice.id ? bindings::to_js(static_cast<double>(*choice.id)) : Value::null());
  set(result, "from", bindings::to_js(choice.from));
  set(result, "to", bindings::to_js(choice.to));
  return result;
}

Value generate(ThisTrainer trainer, Value prompt, Value length, Value sampling) {
  const Sampling how = sampling_of(sampling);
  const auto start = tokens_of(prompt, "prompt", vocabulary_of(trainer));
  const Index tokens = size(length, "length", TrainingLimits::generated);
  return bindings::to_js(trainer.live().trainer.generate(start, tokens, how));
}

Value snapshot(ThisTrainer trainer) {
  const TrainingState state = trainer.live().trainer.snapshot();
  std::vector<float> numbers;
  for (const auto* tensors : {&state.weights, &state.first, &state.second}) append(numbers, *tensors);
  const Value result = new_object();
  set(result, "steps", bindings::to_js(state.steps));
  append(numbers, {halves_of(state.generator)});
  set(result, "numbers", to_js(std::move(numbers)));
  return result;
}

Value restore(ThisTrainer trainer, Value given) {
  check_fields(given, "state", "steps numbers");
  // Only its sizes matter, which are the trainer's for good.
  TrainingState state = trainer.live().trainer.snapshot();
  Index count = 0;
  for (const Tensor& tensor : state.weights) count += 3 * tensor.count();
  const Tensor numbers = state_numbers(get(given, "numbers"), count + 2 * state.generator.size());
  state.steps = size_or_zero(get(given, "steps"), "state.steps", TrainingLimits::all_steps);

  fill_words(state.generator, numbers.data<float>() + count);
  fill(state.second, fill(state.first, fill(state.weights, numbers.data<float>())));
  trainer.live().trainer.restore(state);
  return Value::undefined();
}

Value load(ThisTrainer trainer, Value weights) {
  const StateDict given = state_dict(weights);
  trainer.live().trainer.load(given);
  return Value::undefined();
}

Value smoothed_losses(Value losses) {
  return to_js(headsup::smoothed_losses(float_tensor(losses, "losses").tolist<float>()));
}

Handle<KeptTrainer>* create_trainer(Value spec) {
  return new Handle(std::make_unique<KeptTrainer>(training_spec(spec)));
}

}  // namespace headsup::bindings

EMSCRIPTEN_BINDINGS(heads_up_training) {
  using namespace emscripten;
  using namespace headsup::bindings;

  function("trainingTask", training_task);
  function("smoothedLosses", smoothed_losses);
  function("createTrainer", create_trainer, allow_raw_pointers());
  class_<Handle<KeptTrainer>>("Trainer")
      .constructor(create_trainer, allow_raw_pointers())
      .function("spec", spec_of)
      .function("steps", steps_of)
      .function("step", step)
      .function("loss", loss)
      .function("lossAsUsed", loss_as_used)
      .function("weights", weights_of)
      .function("gradients", gradients_of)
      .function("attention", attention)
      .function("nextToken", next_token)
      .function("chooseToken", choose_token)
      .function("generate", generate)
      .function("snapshot", snapshot)
      .function("restore", restore)
      .function("load", load)
      .function("walk", walk)
      .function("explain", static_cast<Value (*)(ThisTrainer, Value, Value)>(explain));
  function("memory", memory);
  function("dispose", dispose);
}
