#include "headsup/training/trainer.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <string>
#include <utility>

#include "headsup/random/generator.h"
#include "headsup/tensor/refusal.h"
#include "lesson/checks.h"
#include "training/decoder.h"
#include "training/optimizers.h"
#include "training/softmax_rows.h"
#include "training/spec_checks.h"
#include "training/walk.h"

namespace headsup {
namespace {

using training::as_tensor;
using training::Batch;
using training::Matrix;
using training::Node;
using training::Parameters;
using training::Tape;
using Rows = std::vector<std::vector<std::int32_t>>;

/// The model for batches of one size, and its loss. Must not be moved, because its operations refer to its batch. Without a
/// generator there is no dropout.
struct Computation {
  Computation(const TrainingSpec& spec, Parameters& parameters, Index rows, Index length,
              Generator* dropout = nullptr) {
    batch.length = length;
    batch.ids.resize(rows * length);
    logits = &record_decoder(tape, spec, parameters, batch, dropout);
  }
  Computation(const Computation&) = delete;
  Computation& operator=(const Computation&) = delete;

  /// Appends the loss and the gradients; the batch needs targets from then on.
  void add_loss(std::int32_t pad_id) {
    batch.targets.resize(batch.ids.size());
    loss = &tape.node("loss", {1});
    tape.record<training::CrossEntropy>(batch, pad_id, *logits, *loss);
    tape.allocate_gradients();
  }

  /// The row `i` of the batch: the first tokens of `row` as inputs, and from the place `from` on the targets one token further.
  void set_row(Index i, const std::vector<std::int32_t>& row, Index from = 0) {
    const Index at = i * batch.length;
    std::copy_n(row.begin(), batch.length, batch.ids.data() + at);
    std::copy_n(row.data() + from + 1, batch.length - from, batch.targets.data() + at + from);
  }

  Batch batch;
  Tape tape;
  Node* logits = nullptr;
  Node* loss = nullptr;
};

void copy_into(Matrix& matrix, const Tensor& tensor) {
  const Tensor whole = tensor.contiguous();
  std::copy(whole.floats().begin(), whole.floats().end(), matrix.data());
}

/// `shape-mismatch` unless a tensor has this shape and as many numbers.
void check_shape(const std::string& field, const Tensor& tensor, const Shape& shape) {
  if (tensor.shape() != shape) refuse_shape(field, tensor.shape(), to_string(shape));
}

std::string names_of(const std::deque<Node>& nodes) {
  std::string names;
  for (const Node& node : nodes) names += (names.empty() ? "" : ", ") + node.name;
  return names;
}

/// The first index at which the running sum of the shares passes `u`; the last with a share above 0 if rounding leaves
/// the sum below `u`.
std::int32_t chosen(const Eigen::Ref<const Eigen::RowVectorXf>& shares, double u) {
  double sum = 0;
  Eigen::Index last = 0;
  for (Eigen::Index i = 0; i < shares.size(); ++i) {
    sum += static_cast<double>(shares(i));
    if (shares(i) > 0) last = i;
    if (sum > u) return static_cast<std::int32_t>(i);
  }
  return static_cast<std::int32_t>(last);
}

}  // namespace

struct Trainer::Parts {
  explicit Parts(const TrainingSpec& given)
      : spec(given),
        generator(spec.seed),
        parameters(spec, generator),
        first_batch(generator),
        moments(training::zero_moments(parameters)),
        training(spec, parameters, spec.batch_size, input_length(), &generator) {
    training.add_loss(spec.pad_id);
  }

  Index input_length() const { return spec.data.front().size() - 1; }

  /// torch.randint(0, len(data), ()), which takes one 32-bit word for each number below 2³².
  Index drawn_row(Generator& from) const { return from.random() % spec.data.size(); }

  void draw_batch() {
    for (Index i = 0; i < spec.batch_size; ++i) training.set_row(i, spec.data[drawn_row(generator)]);
  }

  /// Forward and backward; the gradients are those of the computation's parameters.
  static void differentiate(Computation& on, Parameters& of) {
    on.tape.forward();
    for (Node& parameter : of.nodes()) parameter.mark_gradient_stale();
    on.tape.backward();
  }

  float step() {
    draw_batch();
    differentiate(training, parameters);
    training::update(spec, ++steps, parameters, moments);
    return training.loss->value(0, 0);
  }

  TrainingWalk walk() const {
    Generator next = generator;
    std::vector<Index> rows(spec.batch_size);
    for (Index& row : rows) row = drawn_row(next);
    return training::walk_of({.spec = spec,
                              .number = steps + 1,
                              .rows = std::move(rows),
                              .generator = next,
                              .parameters = parameters,
                              .moments = moments});
  }

  StateDict state_dict(Matrix Node::*part) const {
    StateDict result;
    for (const Node& node : parameters.nodes()) {
      result.push_back({.name = node.name, .tensor = as_tensor(node.shape, node.*part)});
    }
    return result;
  }

  /// A state whose last step is unknown: its gradients are zeros.
  void begin_at(Index step) {
    steps = step;
    for (Node& parameter : parameters.nodes()) parameter.allocate_gradient();
  }

  /// Adds the losses of the targets from the place `from` on, where the model sees the first `length` tokens of each row. Takes
  /// as many rows at a time as a training step, so that the spec's limits hold for the memory.
  void add_losses(const Rows& rows, Index from, Index length, training::LossSum& sum) {
    const Index most = std::min(rows.size(), spec.batch_size);
    Computation once(spec, parameters, most, length);
    Matrix shares;
    for (Index first = 0; first < rows.size(); first += most) {
      once.batch.targets.assign(once.batch.ids.size(), spec.pad_id);
      for (Index i = first; i < std::min(first + most, rows.size()); ++i) {
        once.set_row(i - first, rows[i], from);
      }
      once.tape.forward();
      sum.add(once.batch, spec.pad_id, once.logits->value, shares);
    }
  }

  /// The forward pass of one row.
  std::unique_ptr<Computation> computed(std::span<const std::int32_t> tokens) {
    auto once = std::make_unique<Computation>(spec, parameters, 1, tokens.size());
    std::copy(tokens.begin(), tokens.end(), once->batch.ids.begin());
    once->tape.forward();
    return once;
  }

  /// Trainer::next_token, as a matrix of one row.
  Matrix next_shares(std::span<const std::int32_t> tokens, double temperature) {
    const Matrix last = computed(tokens)->logits->value.bottomRows(1);
    Eigen::Index best = 0;
    const auto maximum = static_cast<double>(last.row(0).maxCoeff<Eigen::PropagateNaN>(&best));
    Matrix shares(last);
    if (!std::isfinite(maximum)) {
      shares.setConstant(std::numeric_limits<float>::quiet_NaN());
    } else if (temperature == 0) {
      shares.setZero();
      shares(0, best) = 1;
    } else {
      // In float64 and below the maximum, so that no temperature is too small for it.
      const auto below = (last.cast<double>().array() - maximum) / temperature;
      training::softmax_rows(below.cast<float>().matrix(), shares);
    }
    return shares;
  }

  /// One row of 1 to TrainingLimits::length ids.
  void check_tokens(std::span<const std::int32_t> tokens) const {
    check_range("tokens.length", tokens.size(), 1, TrainingLimits::length);
    check_ids("tokens", {tokens.begin(), tokens.end()}, spec.vocab_size);
  }

  TrainingSpec spec;
  Generator generator;
  Parameters parameters;
  Generator first_batch;  ///< the generator before the first step
  std::vector<training::Moments> moments;
  Computation training;
  Index steps = 0;
};

Trainer::Trainer(const TrainingSpec& spec) {
  validate(spec);
  parts_ = std::make_unique<Parts>(spec);
}
Trainer::~Trainer() = default;
Trainer::Trainer(Trainer&&) noexcept = default;
Trainer& Trainer::operator=(Trainer&&) noexcept = default;

std::vector<float> Trainer::step(Index count) {
  check_range("count", count, 0, std::min(TrainingLimits::steps, TrainingLimits::all_steps - steps()));
  std::vector<float> losses;
  losses.reserve(count);
  for (Index i = 0; i < count; ++i) losses.push_back(parts_->step());
  return losses;
}

const TrainingSpec& Trainer::spec() const {
  return parts_->spec;
}

TrainingWalk Trainer::walk() const {
  return parts_->walk();
}

Index Trainer::steps() const {
  return parts_->steps;
}

StateDict Trainer::weights() const {
  return parts_->state_dict(&Node::value);
}

StateDict Trainer::gradients() const {
  return parts_->state_dict(&Node::gradient);
}

float Trainer::loss(const Rows& rows) const {
  const Index length = parts_->input_length();
  check_rows("rows", rows, length + 1, parts_->spec.vocab_size);
  training::LossSum sum;
  parts_->add_losses(rows, 0, length, sum);
  return sum.mean();
}

float Trainer::loss_as_used(const Rows& rows) const {
  const TrainingSpec& spec = parts_->spec;
  // With this fill no token sees a later one.
  if (spec.mask && spec.mask_fill == -std::numeric_limits<double>::infinity()) return loss(rows);
  check_rows("rows", rows, parts_->input_length() + 1, spec.vocab_size);
  training::LossSum sum;
  for (Index length = 1; length <= parts_->input_length(); ++length) {
    parts_->add_losses(rows, length - 1, length, sum);
  }
  return sum.mean();
}

Tensor Trainer::next_token(std::span<const std::int32_t> tokens, double temperature) const {
  parts_->check_tokens(tokens);
  check_number("temperature", temperature, 0, 1e9);
  return as_tensor({parts_->spec.vocab_size}, parts_->next_shares(tokens, temperature));
}

Tensor Trainer::attention(std::span<const std::int32_t> tokens) const {
  parts_->check_tokens(tokens);
  const Index length = tokens.size();
  Tensor result({parts_->spec.layers, parts_->spec.num_heads, length, length});
  auto to = result.floats().begin();
  const auto once = parts_->computed(tokens);
  for (const Node& node : once->tape.nodes()) {
    if (!node.name.ends_with(".attention")) continue;
    to = std::copy(node.value.data(), node.value.data() + node.value.size(), to);
  }
  return result;
}

std::vector<std::int32_t> Trainer::generate(std::vector<std::int32_t> prompt, Index count,
                                            const Sampling& sampling) const {
  if (prompt.empty()) refuse(ErrorCode::missing, {{"field", "prompt"}, {"wants", "at least one token"}});
  check_ids("prompt", prompt, parts_->spec.vocab_size);
  check_range("count", count, 0, TrainingLimits::generated);
  check_number("temperature", sampling.temperature, 0, 1e9);
  check_seed(sampling.seed);
  Generator generator(sampling.seed);
  std::vector<std::int32_t>& tokens = prompt;
  const Index start = tokens.size();
  for (Index i = 0; i < count; ++i) {
    const std::span all(tokens);
    const auto seen = all.last(std::min(all.size(), parts_->input_length()));
    const Matrix shares = parts_->next_shares(seen, sampling.temperature);
    check_number("probabilities", static_cast<double>(shares(0, 0)), 0, 1);
    tokens.push_back(chosen(shares.row(0), static_cast<double>(generator.rand())));
  }
  return {tokens.begin() + static_cast<std::ptrdiff_t>(start), tokens.end()};
}

TokenChoice Trainer::choose(std::span<const std::int32_t> tokens, const Sampling& sampling, Index at) const {
  parts_->check_tokens(tokens);
  check_range("at", at, 0, TrainingLimits::generated);
  check_number("temperature", sampling.temperature, 0, 1e9);
  check_seed(sampling.seed);
  Generator generator(sampling.seed);
  TokenChoice choice;
  for (Index i = 0; i <= at; ++i) choice.u = generator.rand();
  const bool is_greedy = sampling.temperature == 0;
  const Matrix shares = parts_->next_shares(tokens, is_greedy ? 1 : sampling.temperature);
  choice.shares = as_tensor({parts_->spec.vocab_size}, shares);
  if (std::isnan(shares(0, 0))) return choice;
  Eigen::Index best = 0;
  shares.row(0).maxCoeff(&best);
  choice.id =
      is_greedy ? static_cast<std::int32_t>(best) : chosen(shares.row(0), static_cast<double>(choice.u));
  choice.from = shares.row(0).head(*choice.id).cast<double>().sum();
  choice.to = choice.from + static_cast<double>(shares(0, *choice.id));
  return choice;
}

std::vector<float> smoothed_losses(std::span<const float> losses) {
  constexpr double kDecay = 0.9;
  std::vector<float> smooth;
  smooth.reserve(losses.size());
  double mean = 0;
  double weight = 0;
  for (const float loss : losses) {
    mean = kDecay * mean + (1 - kDecay) * static_cast<double>(loss);
    weight = kDecay * weight + (1 - kDecay);
    smooth.push_back(static_cast<float>(mean / weight));
  }
  return smooth;
}

TrainingState Trainer::snapshot() const {
  TrainingState state{.steps = parts_->steps,
                      .weights = {},
                      .first = {},
                      .second = {},
                      .generator = parts_->generator.next_words()};
  auto moments = parts_->moments.begin();
  for (const Node& node : parts_->parameters.nodes()) {
    state.weights.push_back(as_tensor(node.shape, node.value));
    state.first.push_back(as_tensor(node.shape, moments->first));
    state.second.push_back(as_tensor(node.shape, moments->second));
    ++moments;
  }
  return state;
}

void Trainer::restore(const TrainingState& state) {
  const auto& nodes = parts_->parameters.nodes();
  for (const auto* tensors : {&state.weights, &state.first, &state.second}) {
    if (tensors->size() != nodes.size()) {
      refuse_shape("state", Shape{tensors->size()}, to_string(Shape{nodes.size()}));
    }
    for (Index i = 0; i < nodes.size(); ++i) {
      check_shape("state." + nodes[i].name, (*tensors)[i], nodes[i].shape);
    }
  }
  check_range("state.steps", state.steps, 0, TrainingLimits::all_steps);
  if (state.generator.size() != Generator::kWords) {
    refuse_shape("state.generator", Shape{state.generator.size()}, to_string(Shape{Generator::kWords}));
  }
  parts_->begin_at(state.steps);
  parts_->generator.continue_with(state.generator);
  for (Index i = 0; i < nodes.size(); ++i) {
    copy_into(parts_->parameters.nodes()[i].value, state.weights[i]);
    copy_into(parts_->moments[i].first, state.first[i]);
    copy_into(parts_->moments[i].second, state.second[i]);
  }
}

void Trainer::load(const StateDict& weights) {
  std::vector<Node*> places;
  for (const NamedTensor& given : weights) {
    const std::string field = "weights." + given.name;
    Node* place = parts_->parameters.find(given.name);
    if (place == nullptr)
      refuse(ErrorCode::unknown_weight, {{"field", field}, {"wants", names_of(parts_->parameters.nodes())}});
    check_shape(field, given.tensor, place->shape);
    if (std::find(places.begin(), places.end(), place) != places.end()) {
      refuse(ErrorCode::contradiction, {{"field", field},
                                        {"got", "one"},
                                        {"other", "an earlier " + given.name},
                                        {"wants", "to be the only one"}});
    }
    places.push_back(place);
  }
  for (Index i = 0; i < places.size(); ++i) copy_into(places[i]->value, weights[i].tensor);
  parts_->begin_at(0);
  parts_->generator = parts_->first_batch;
  parts_->moments = training::zero_moments(parts_->parameters);
}

}  // namespace headsup
