#include "training/optimizers.h"

#include <cmath>

#include "operations/optimizers.h"

namespace headsup {

const char* to_string(Optimizer optimizer) {
  return optimizer == Optimizer::adamw ? "adamw" : "sgd";
}

}  // namespace headsup

namespace headsup::training {

std::vector<Moments> zero_moments(const Parameters& parameters) {
  std::vector<Moments> moments;
  for (const Node& node : parameters.nodes()) {
    const Matrix zeros = Matrix::Zero(node.value.rows(), node.value.cols());
    moments.push_back({.first = zeros, .second = zeros});
  }
  return moments;
}

float clip_factor(double squares, std::optional<double> clip) {
  if (!clip) return 1;
  const double factor = *clip / (std::sqrt(squares) + 1e-6);
  // A NaN is kept, as PyTorch keeps it.
  return factor > 1 ? 1 : static_cast<float>(factor);
}

void update(const TrainingSpec& spec, Index step, Parameters& parameters, std::vector<Moments>& moments) {
  double squares = 0;
  if (spec.gradient_clip) {
    for (const Node& node : parameters.nodes()) squares += static_cast<double>(node.gradient.squaredNorm());
  }
  const float factor = clip_factor(squares, spec.gradient_clip);
  const auto t = static_cast<double>(step);
  const AdamW adamw(spec.learning_rate, spec.weight_decay, t);
  const Sgd sgd(spec.learning_rate, spec.weight_decay, spec.momentum, t);
  auto moment = moments.begin();
  for (Node& node : parameters.nodes()) {
    const auto gradient = factor * node.gradient.array();
    if (spec.optimizer == Optimizer::adamw) {
      adamw(node.value.array(), gradient, moment->first.array(), moment->second.array());
    } else {
      sgd(node.value.array(), gradient, moment->first.array());
    }
    ++moment;
  }
}

}  // namespace headsup::training
