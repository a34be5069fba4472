// The training module, heads-up-training.js: its table of contents, and the trainer that it creates.
#include <algorithm>
#include <utility>

#include "bindings/training_calls.h"

namespace headsup::bindings {
namespace {

/// The most steps that one call takes.
constexpr Index kMostSteps = 1'000'000;

std::vector<std::int32_t> tokens_of(const val& list, const char* field, Index vocabulary) {
  val one_row = val::array();
  one_row.set(0, list);
  return sequences(one_row, field, vocabulary)[0];
}

val to_js(const StateDict& tensors) {
  val result = val::object();
  for (const auto& [name, tensor] : tensors) result.set(bindings::to_js(name), bindings::to_js(tensor));
  return result;
}

/// A Float32Array.
val to_js(std::vector<float> numbers) {
  const Shape shape = {numbers.size()};
  return get(bindings::to_js(FloatTensor{shape, std::move(numbers)}), "data");
}

void append(std::vector<float>& numbers, const std::vector<FloatTensor>& tensors) {
  for (const FloatTensor& tensor : tensors)
    numbers.insert(numbers.end(), tensor.data.begin(), tensor.data.end());
}

/// Fills the tensors with the numbers from `from` on; returns where the next ones begin.
const float* fill(std::vector<FloatTensor>& tensors, const float* from) {
  for (FloatTensor& tensor : tensors) {
    std::copy(from, from + tensor.data.size(), tensor.data.begin());
    from += tensor.data.size();
  }
  return from;
}

Sampling sampling_of(const val& given) {
  Sampling how;
  if (given.isUndefined()) return how;
  check_fields(given, "options", "temperature seed");
  const val temperature = get(given, "temperature");
  if (!temperature.isUndefined()) how.temperature = number(temperature, "temperature");
  const val from = get(given, "seed");
  if (!from.isUndefined()) how.seed = seed(from);
  return how;
}

/// The numbers of a state: a typed array of exactly `count`.
FloatTensor state_numbers(const val& numbers, Index count) {
  val tensor = val::object();
  set(tensor, "shape", bindings::to_js(Shape{count}));
  set(tensor, "data", numbers);
  return float_tensor(tensor, "state.numbers");
}

/// Encodes each 32-bit word as two float32 numbers, its upper and its lower half, because float32 holds only 24 bits exactly.
/// @{
constexpr std::uint32_t kHalf = 0x10000;
FloatTensor halves_of(const std::vector<std::uint32_t>& words) {
  std::vector<float> halves(2 * words.size());
  for (Index i = 0; i < words.size(); ++i) {
    halves[2 * i] = static_cast<float>(words[i] / kHalf);
    halves[2 * i + 1] = static_cast<float>(words[i] % kHalf);
  }
  const Shape shape = {halves.size()};
  return {shape, std::move(halves)};
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

Returned TrainerHandle::spec() const {
  return bindings::to_js(GivenTraining{trainer_.spec(), task_});
}

Returned TrainerHandle::steps() const {
  return bindings::to_js(trainer_.steps());
}

Returned TrainerHandle::step(const val& count) {
  return to_js(trainer_.step(count.isUndefined() ? 1 : size(count, "count", kMostSteps)));
}

Returned TrainerHandle::loss(const val& rows) {
  return bindings::to_js(
      static_cast<double>(trainer_.loss(sequences(rows, "rows", trainer_.spec().vocab_size))));
}

Returned TrainerHandle::loss_as_used(const val& rows) {
  return bindings::to_js(
      static_cast<double>(trainer_.loss_as_used(sequences(rows, "rows", trainer_.spec().vocab_size))));
}

Returned TrainerHandle::weights() const {
  return to_js(trainer_.weights());
}

Returned TrainerHandle::gradients() const {
  return to_js(trainer_.gradients());
}

Returned TrainerHandle::attention(const val& tokens) {
  return bindings::to_js(trainer_.attention(tokens_of(tokens, "tokens", trainer_.spec().vocab_size)));
}

Returned TrainerHandle::next_token(const val& tokens, const val& temperature) {
  const double divisor = temperature.isUndefined() ? 1 : number(temperature, "temperature");
  return bindings::to_js(
      trainer_.next_token(tokens_of(tokens, "tokens", trainer_.spec().vocab_size), divisor));
}

Returned TrainerHandle::choose_token(const val& tokens, const val& sampling, const val& at) {
  const Sampling how = sampling_of(sampling);
  const Index place = at.isUndefined() || (at.isNumber() && at.as<double>() == 0)
                          ? 0
                          : size(at, "at", TrainingLimits::generated);
  const auto choice = trainer_.choose(tokens_of(tokens, "tokens", trainer_.spec().vocab_size), how, place);
  val result = val::object();
  set(result, "probabilities", to_js(choice.shares.data));
  set(result, "u", bindings::to_js(static_cast<double>(choice.u)));
  set(result, "id", choice.id ? bindings::to_js(static_cast<double>(*choice.id)) : val::null());
  set(result, "from", bindings::to_js(choice.from));
  set(result, "to", bindings::to_js(choice.to));
  return result;
}

Returned TrainerHandle::generate(const val& prompt, const val& length, const val& sampling) {
  const Sampling how = sampling_of(sampling);
  const auto start = tokens_of(prompt, "prompt", trainer_.spec().vocab_size);
  return bindings::to_js(trainer_.generate(start, size(length, "length", TrainingLimits::generated), how));
}

Returned TrainerHandle::snapshot() const {
  const TrainingState state = trainer_.snapshot();
  std::vector<float> numbers;
  for (const auto* tensors : {&state.weights, &state.first, &state.second}) append(numbers, *tensors);
  val result = val::object();
  set(result, "steps", bindings::to_js(state.steps));
  append(numbers, {halves_of(state.generator)});
  set(result, "numbers", to_js(std::move(numbers)));
  return result;
}

Returned TrainerHandle::restore(const val& given) {
  check_fields(given, "state", "steps numbers");
  TrainingState state = trainer_.snapshot();
  Index count = 0;
  for (const FloatTensor& tensor : state.weights) count += 3 * tensor.data.size();
  const FloatTensor numbers = state_numbers(get(given, "numbers"), count + 2 * state.generator.size());
  const val steps = get(given, "steps");
  state.steps =
      steps.isNumber() && steps.as<double>() == 0 ? 0 : size(steps, "state.steps", TrainingLimits::all_steps);
  fill_words(state.generator, numbers.data.data() + count);
  fill(state.second, fill(state.first, fill(state.weights, numbers.data.data())));
  trainer_.restore(state);
  return val::undefined();
}

Returned TrainerHandle::load(const val& weights) {
  trainer_.load(state_dict(weights));
  return val::undefined();
}

Returned smoothed_losses(const val& losses) {
  return to_js(headsup::smoothed_losses(float_tensor(losses, "losses").data));
}

TrainerHandle* create_trainer(const val& spec) {
  return new TrainerHandle(training_spec(spec));
}

}  // namespace headsup::bindings

EMSCRIPTEN_BINDINGS(heads_up_training) {
  using namespace emscripten;
  using namespace headsup::bindings;

  function("trainingTask", training_task);
  function("smoothedLosses", smoothed_losses);
  function("createTrainer", create_trainer, allow_raw_pointers());
  class_<TrainerHandle>("Trainer")
      .constructor(create_trainer, allow_raw_pointers())
      .function("spec", &TrainerHandle::spec)
      .function("steps", &TrainerHandle::steps)
      .function("step", &TrainerHandle::step)
      .function("loss", &TrainerHandle::loss)
      .function("lossAsUsed", &TrainerHandle::loss_as_used)
      .function("weights", &TrainerHandle::weights)
      .function("gradients", &TrainerHandle::gradients)
      .function("attention", &TrainerHandle::attention)
      .function("nextToken", &TrainerHandle::next_token)
      .function("chooseToken", &TrainerHandle::choose_token)
      .function("generate", &TrainerHandle::generate)
      .function("snapshot", &TrainerHandle::snapshot)
      .function("restore", &TrainerHandle::restore)
      .function("load", &TrainerHandle::load)
      .function("walk", &TrainerHandle::walk)
      .function("explain", &TrainerHandle::explain);

  // For refusals.js
  function("describeException", describe_exception);
}
