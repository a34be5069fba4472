#include <algorithm>
#include <cmath>
#include <numeric>

#include "headsup/attention/layer_norm.h"
#include "headsup/tensor/refusal.h"
#include "training/layers.h"
#include "training/walk/operations.h"

namespace headsup {
namespace training {

void WalkBuilder::cell(const TrainingStep& from, const Shape& index, double weight) const {
  out.terms.push_back(
      {.name = from.name, .index = index, .value = from.at(index), .weight = weight, .path = from.name});
}

void WalkBuilder::word(const char* name, const Shape& index, double value, double weight,
                       std::string path) const {
  out.terms.push_back(
      {.name = name, .index = index, .value = value, .weight = weight, .path = std::move(path)});
}

std::span<const float> row_at(const TrainingStep& step, const Shape& index) {
  const std::span<const float> numbers = step.tensor.floats();
  return numbers.subspan(offset_of(step.shape(), with_last(index, 0)), step.shape().back());
}

NormalRow::NormalRow(std::span<const float> row) : x(row) {
  const auto count = static_cast<double>(x.size());
  mean = std::accumulate(x.begin(), x.end(), 0.0) / count;
  const auto add_square = [&](double sum, float number) {
    const double off = static_cast<double>(number) - mean;
    return sum + off * off;
  };
  variance = std::accumulate(x.begin(), x.end(), 0.0, add_square) / count;
  rstd = 1 / std::sqrt(variance + kLayerNormEps);
}

double HeadColumns::scale() const {
  return 1 / std::sqrt(static_cast<double>(width));
}

double dropout_factor(const WalkBuilder& e, const TrainingStep& draws) {
  const DropoutFactor factor(e.walk.spec.dropout);
  const double draw = draws.at(e.index());
  const bool kept = factor.keeps(static_cast<float>(draw));
  e.fact("kept", kept ? 1.0 : 0.0);
  e.fact("draw", draw);
  e.fact("p", e.walk.spec.dropout);
  return static_cast<double>(factor.of(static_cast<float>(draw)));
}

Index counted_targets(const TrainingWalk& walk) {
  const auto& targets = walk["targets"].tensor.ids();
  const auto ignored = std::count(targets.begin(), targets.end(), walk.spec.pad_id);
  return targets.size() - static_cast<Index>(ignored);
}

namespace {

constexpr std::string_view kGradientPrefix = "grad.";

/// A gradient is the sum of the contributions of every operation that read the number.
void explain_gradient(const WalkBuilder& e) {
  const std::string_view target = std::string_view(e.step.name).substr(kGradientPrefix.size());
  if (target == "loss") return e.word("one", {}, 1, 1, "loss");
  for (const TrainingStep& forward : e.walk.steps) {
    const auto operand = std::find(forward.inputs.begin(), forward.inputs.end(), target);
    if (operand == forward.inputs.end()) continue;
    const TrainingStep* given = e.walk.find(std::string(kGradientPrefix) + forward.name);
    const OperandGradient* gradient =
        gradient_of(forward.op, static_cast<Index>(operand - forward.inputs.begin()));
    // Probabilities have no gradient: cross-entropy is differentiated by the logits directly.
    if (given == nullptr || gradient == nullptr) continue;
    gradient->explain({.target = e, .forward = forward, .given = *given});
  }
}

}  // namespace
}  // namespace training

const char* to_string(TrainingPart part) {
  constexpr const char* kNames[] = {"parameters", "forward", "loss", "backward", "update"};
  return kNames[static_cast<Index>(part)];
}

const TrainingStep* TrainingWalk::find(std::string_view name) const& {
  const auto found =
      std::find_if(steps.begin(), steps.end(), [&](const TrainingStep& step) { return step.name == name; });
  return found == steps.end() ? nullptr : &*found;
}

const TrainingStep& TrainingWalk::operator[](std::string_view name) const& {
  const TrainingStep* step = find(name);
  if (step != nullptr) return *step;
  std::string known;
  for (const TrainingStep& each : steps) known.append(known.empty() ? "" : ", ").append(each.name);
  refuse(ErrorCode::unknown_step, {{"got", name}, {"wants", known}});
}

TrainingExplanation explain(const TrainingWalk& walk, std::string_view name, const Shape& index) {
  const TrainingStep& step = walk[name];
  TrainingExplanation explanation{.name = step.name, .index = index, .value = step.at(index), .op = step.op};
  const training::WalkBuilder builder{.walk = walk, .step = step, .out = explanation};
  if (step.part == TrainingPart::backward) {
    training::explain_gradient(builder);
  } else if (step.part == TrainingPart::update) {
    training::explain_update(builder);
  } else {
    training::explain_forward(builder);
  }
  return explanation;
}

}  // namespace headsup
