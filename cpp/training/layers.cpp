#include "training/layers.h"

#include <algorithm>
#include <limits>

#include "headsup/attention/positional_encoding.h"
#include "training/softmax_rows.h"

namespace headsup::training {

Embed::Embed(const Batch& batch, Node& table, Node& y)
    : batch_(batch), table_(table), y_(y), positions_(positional_encoding(batch.length, y.shape.back())) {}

void Embed::forward() {
  const auto positions = rows_view(positions_).matrix();
  for (Index t = 0; t < batch_.ids.size(); ++t) {
    y_.value.row(to_eigen(t)) = table_.value.row(batch_.ids[t]) + positions.row(to_eigen(t % batch_.length));
  }
}

void Embed::backward() {
  for (Index t = 0; t < batch_.ids.size(); ++t) {
    table_.gradient.row(batch_.ids[t]) += y_.gradient.row(to_eigen(t));
  }
}

void Linear::forward() {
  y_.value.noalias() = x_.value * weight_.value.transpose();
  y_.value.rowwise() += bias_.value.row(0);
}

void Linear::backward() {
  x_.gradient.noalias() += y_.gradient * weight_.value;
  weight_.gradient.noalias() += y_.gradient.transpose() * x_.value;
  bias_.gradient += y_.gradient.colwise().sum();
}

Normalize::Normalize(Node& x, Node& weight, Node& bias, Node& y)
    : x_(x), weight_(weight), bias_(bias), y_(y), normal_(x.value), reciprocal_(x.value.rows()) {}

void Normalize::forward() {
  constexpr float kEps = 1e-5F;
  const Eigen::VectorXf means = x_.value.rowwise().mean();
  normal_ = x_.value.colwise() - means;
  reciprocal_ = (normal_.array().square().rowwise().mean() + kEps).rsqrt();
  normal_.array().colwise() *= reciprocal_;
  y_.value =
      (normal_.array().rowwise() * weight_.value.row(0).array()).rowwise() + bias_.value.row(0).array();
}

void Normalize::backward() {
  const auto given = y_.gradient.array();
  weight_.gradient += (given * normal_.array()).colwise().sum().matrix();
  bias_.gradient += y_.gradient.colwise().sum();
  for (Eigen::Index i = 0; i < normal_.rows(); ++i) {
    const auto normal = normal_.row(i).array();
    const auto slope = given.row(i) * weight_.value.row(0).array();
    x_.gradient.row(i).array() += reciprocal_(i) * (slope - slope.mean() - normal * (slope * normal).mean());
  }
}

void Add::forward() {
  y_.value = a_.value + b_.value;
}

void Add::backward() {
  a_.gradient += y_.gradient;
  b_.gradient += y_.gradient;
}

Activate::Activate(Activation activation, Node& x, Node& y)
    : activation_(activation), x_(x), y_(y), slope_(x.value) {}

void Activate::forward() {
  const auto x = x_.value.array();
  if (activation_ == Activation::relu) {
    slope_ = (x > 0.0F).cast<float>();
    // Not max(x, 0), which may turn a NaN into 0.
    y_.value = (x < 0.0F).select(0.0F, x_.value);
    return;
  }
  // Φ and φ share e^(−x²/2). Source: Abramowitz and Stegun 1964, 7.1.26, within 1e-7.
  constexpr float kDensityAtZero = 0.39894228F;  // 1 / √(2π)
  const RowMajorArray<float> t = (1 + 0.3275911F * 0.70710678F * x.abs()).inverse();
  const RowMajorArray<float> power = (-0.5F * x.square()).exp();
  const RowMajorArray<float> tail =
      0.5F * power * t *
      (0.254829592F + t * (-0.284496736F + t * (1.421413741F + t * (-1.453152027F + t * 1.061405429F))));
  const RowMajorArray<float> below = (x < 0.0F).select(tail, 1 - tail);
  y_.value = x * below;
  slope_ = below + x * kDensityAtZero * power;
}

void Activate::backward() {
  x_.gradient += y_.gradient.cwiseProduct(slope_);
}

CrossEntropy::CrossEntropy(const Batch& batch, std::int32_t ignored, Node& logits, Node& loss)
    : batch_(batch), ignored_(ignored), logits_(logits), loss_(loss), shares_(logits.value) {}

void CrossEntropy::forward() {
  softmax_rows(logits_.value, shares_);
  double sum = 0;
  Index counted = 0;
  for (Index t = 0; t < batch_.targets.size(); ++t) {
    if (batch_.targets[t] == ignored_) continue;
    sum -= log_softmax_at(logits_.value.row(to_eigen(t)), batch_.targets[t]);
    ++counted;
  }
  loss_.value(0, 0) = static_cast<float>(counted == 0 ? std::numeric_limits<double>::quiet_NaN()
                                                      : sum / static_cast<double>(counted));
}

void CrossEntropy::backward() {
  const auto counts = [&](std::int32_t target) { return target != ignored_; };
  const auto counted = std::count_if(batch_.targets.begin(), batch_.targets.end(), counts);
  const float share = 1.0F / static_cast<float>(counted);
  for (Index t = 0; t < batch_.targets.size(); ++t) {
    if (!counts(batch_.targets[t])) continue;
    auto gradient = logits_.gradient.row(to_eigen(t));
    gradient += share * shares_.row(to_eigen(t));
    gradient(batch_.targets[t]) -= share;
  }
}

}  // namespace headsup::training
