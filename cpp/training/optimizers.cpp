#include "training/optimizers.h"

#include <cmath>

namespace headsup {

const char* to_string(Optimizer optimizer) {
  return optimizer == Optimizer::adamw ? "adamw" : "sgd";
}

}  // namespace headsup

namespace headsup::training {
namespace {

/// PyTorch computes these factors in float64 and rounds them once.
class AdamW {
 public:
  AdamW(const TrainingSpec& spec, Index step)
      : decay_(static_cast<float>(1 - spec.learning_rate * spec.weight_decay)),
        rate_(static_cast<float>(spec.learning_rate / (1 - std::pow(kBeta1, static_cast<double>(step))))),
        root_(static_cast<float>(std::sqrt(1 - std::pow(kBeta2, static_cast<double>(step))))) {}

  void operator()(Matrix& parameter, const auto& gradient, Moments& moments) const {
    constexpr auto kKept1 = static_cast<float>(kBeta1);
    constexpr auto kKept2 = static_cast<float>(kBeta2);
    constexpr auto kNew1 = static_cast<float>(1 - kBeta1);
    constexpr auto kNew2 = static_cast<float>(1 - kBeta2);
    constexpr auto kEps = static_cast<float>(kAdamEps);
    parameter *= decay_;
    moments.first = kKept1 * moments.first + kNew1 * gradient;
    moments.second = kKept2 * moments.second + kNew2 * gradient.cwiseProduct(gradient);
    parameter.array() -= rate_ * (moments.first.array() / (moments.second.array().sqrt() / root_ + kEps));
  }

 private:
  float decay_;
  float rate_;
  float root_;
};

class Sgd {
 public:
  Sgd(const TrainingSpec& spec, Index step)
      : rate_(static_cast<float>(spec.learning_rate)),
        decay_(static_cast<float>(spec.weight_decay)),
        momentum_(step == 1 ? 0 : static_cast<float>(spec.momentum)) {}

  void operator()(Matrix& parameter, const auto& gradient, Moments& moments) const {
    moments.first = momentum_ * moments.first + (gradient + decay_ * parameter);
    parameter -= rate_ * moments.first;
  }

 private:
  float rate_;
  float decay_;
  float momentum_;  // 0 in the first step, whose gradient becomes the momentum
};

void update_all(const auto& optimizer, float factor, Parameters& parameters, std::vector<Moments>& moments) {
  auto moment = moments.begin();
  for (Node& node : parameters.nodes()) optimizer(node.value, factor * node.gradient, *moment++);
}

}  // namespace

std::vector<Moments> zero_moments(const Parameters& parameters) {
  std::vector<Moments> moments;
  for (const Node& node : parameters.nodes()) {
    const Matrix zeros = Matrix::Zero(node.value.rows(), node.value.cols());
    moments.push_back({.first = zeros, .second = zeros});
  }
  return moments;
}

float clip_factor(const Parameters& parameters, std::optional<double> clip) {
  if (!clip) return 1;
  double squares = 0;
  for (const Node& node : parameters.nodes()) squares += static_cast<double>(node.gradient.squaredNorm());
  const double factor = *clip / (std::sqrt(squares) + 1e-6);
  // A NaN is kept, as PyTorch keeps it.
  return factor > 1 ? 1 : static_cast<float>(factor);
}

void update(const TrainingSpec& spec, Index step, Parameters& parameters, std::vector<Moments>& moments) {
  const float factor = clip_factor(parameters, spec.gradient_clip);
  if (spec.optimizer == Optimizer::adamw) {
    update_all(AdamW(spec, step), factor, parameters, moments);
  } else {
    update_all(Sgd(spec, step), factor, parameters, moments);
  }
}

}  // namespace headsup::training
