// The terms of a parameter's new value.
#include <algorithm>
#include <cmath>

#include "training/optimizers.h"
#include "training/walk/operations.h"

namespace headsup::training {
namespace {

double cell_of(const StateDict& state, std::string_view name, const Shape& index) {
  const auto found =
      std::find_if(state.begin(), state.end(), [&](const NamedTensor& t) { return t.name == name; });
  return static_cast<double>(found->tensor.floats()[offset_of(found->tensor.shape(), index)]);
}

/// The weights of the gradient and of the stored moments in the new value.
struct Weights {
  double gradient;
  double first;
};

/// m = β₁ first + (1 − β₁) g     s = β₂ second + (1 − β₂) g²     (g the clipped gradient)
/// new = p (1 − lr λ) − lr m̂ / (√ŝ + eps),   m̂ = m / (1 − β₁ᵗ),   ŝ = s / (1 − β₂ᵗ)
Weights adamw(const WalkBuilder& e, double gradient, double first) {
  const TrainingWalk& walk = e.walk;
  const auto t = static_cast<double>(walk.number);
  const double clipped = walk.clip_factor * gradient;
  const double second = cell_of(walk.second, e.step.inputs[0], e.index());
  const double m = kBeta1 * first + (1 - kBeta1) * clipped;
  const double s = kBeta2 * second + (1 - kBeta2) * clipped * clipped;
  const double m_correction = 1 - std::pow(kBeta1, t);
  const double s_hat = s / (1 - std::pow(kBeta2, t));
  const double rate = walk.spec.learning_rate / m_correction / (std::sqrt(s_hat) + kAdamEps);
  e.fact("m", m);
  e.fact("s", s);
  e.fact("mHat", m / m_correction);
  e.fact("sHat", s_hat);
  return {.gradient = -rate * (1 - kBeta1) * walk.clip_factor, .first = -rate * kBeta1};
}

/// m = μ first + g + λ p (the first time without μ first),   new = p − lr m
Weights sgd(const WalkBuilder& e, double gradient, double first) {
  const TrainingSpec& spec = e.walk.spec;
  const double momentum = e.walk.number == 1 ? 0 : spec.momentum;
  const double parameter = e.input(0).at(e.index());
  e.fact("m", momentum * first + e.walk.clip_factor * gradient + spec.weight_decay * parameter);
  return {.gradient = -spec.learning_rate * e.walk.clip_factor, .first = -spec.learning_rate * momentum};
}

}  // namespace

void explain_update(const WalkBuilder& e) {
  const TrainingSpec& spec = e.walk.spec;
  const double gradient = e.input(1).at(e.index());
  const double first = cell_of(e.walk.first, e.step.inputs[0], e.index());
  const double kept = 1 - spec.learning_rate * spec.weight_decay;
  const bool is_adamw = spec.optimizer == Optimizer::adamw;
  const Weights weights = is_adamw ? adamw(e, gradient, first) : sgd(e, gradient, first);
  e.cell(e.input(0), e.index(), kept);
  e.cell(e.input(1), e.index(), weights.gradient);
  if (e.walk.number > 1 && weights.first != 0) {
    e.word("first", e.index(), first, weights.first, e.step.inputs[0]);
  }
  e.fact("step", static_cast<double>(e.walk.number));
  e.fact("learningRate", spec.learning_rate);
  e.fact("kept", kept);
  e.fact("clipFactor", e.walk.clip_factor);
}

}  // namespace headsup::training
