#include "training/layers.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "headsup/attention/layer_norm.h"
#include "headsup/attention/positional_encoding.h"
#include "operations/formulas.h"
#include "training/softmax_rows.h"

namespace headsup::training {
namespace {

/// Expressions of several steps are computed for this many numbers at a time: intermediates stay in the first-level cache.
constexpr Eigen::Index kPart = 64;
using Part = Eigen::Array<float, Eigen::Dynamic, 1, 0, kPart, 1>;

/// `count` numbers of x from `at` on.
auto part_of(auto& x, Eigen::Index at, Eigen::Index count) {
  return x.template reshaped<Eigen::RowMajor>().array().segment(at, count);
}

/// (…((sum · x + c₁) x + c₂) x + …) + cₙ as one expression, so that intermediates stay in registers.
auto horner(const Part& x, const auto& sum, float c1, auto... others) {
  if constexpr (sizeof...(others) == 0) {
    return sum * x + c1;
  } else {
    return horner(x, sum * x + c1, others...);
  }
}

/// erf(x) = 2 / √π ∫₀ˣ e^(−t²) dt, within 2e-7; it is ±1 in float32 from ±4 on. Source of the quotient of polynomials: Eigen's
/// generic_fast_erf_float, which TensorFlow uses too.
Part error_function(const Part& x) {
  const Part near = x.max(-4.0F).min(4.0F);
  const Part square = near.square();
  const auto over =
      horner(square, -2.72614225801306e-10F * square + 2.77068142495902e-08F, -2.10102402082508e-06F,
             -5.69250639462346e-05F, -7.34990630326855e-04F, -2.95459980854025e-03F, -1.60960333262415e-02F);
  const auto under = horner(square, -1.45660718464996e-05F * square - 2.13374055278905e-04F,
                            -1.68282697438203e-03F, -7.37332916720468e-03F, -1.42647390514189e-02F);
  return near * over / under;
}

void for_each_part(Eigen::Index size, const auto& visit) {
  for (Eigen::Index at = 0; at < size; at += kPart) visit(at, std::min(kPart, size - at));
}

}  // namespace

Embed::Embed(const Batch& batch, Node& table, Node& y)
    : batch_(batch), table_(table), y_(y), positions_(positional_encoding(batch.length, y.shape.back())) {}

void Embed::forward() {
  const auto positions = rows_of<float>(positions_).matrix();
  for (Index t = 0; t < batch_.ids.size(); ++t) {
    y_.value.row(to_eigen(t)) = table_.value.row(batch_.ids[t]) + positions.row(to_eigen(t % batch_.length));
  }
}

void Embed::backward() {
  if (table_.take_store_mode() == Store::replace) table_.gradient.setZero();
  for (Index t = 0; t < batch_.ids.size(); ++t) {
    table_.gradient.row(batch_.ids[t]) += y_.gradient.row(to_eigen(t));
  }
}

void Linear::forward() {
  multiply(x_.value, weight_.value.transpose(), {.out = y_.value, .bias = bias_.value.data()});
}

void Linear::backward() {
  multiply(y_.gradient, weight_.value, {.out = x_.gradient, .store = x_.take_store_mode()});
  multiply(y_.gradient.transpose(), x_.value, {.out = weight_.gradient, .store = weight_.take_store_mode()});
  bias_.accumulate_gradient(y_.gradient.array().colwise().sum());
}

Normalize::Normalize(Node& x, Node& weight, Node& bias, Node& y)
    : x_(x), weight_(weight), bias_(bias), y_(y), normal_(x.value), rstd_(x.value.rows()) {}

void Normalize::forward() {
  const auto weight = weight_.value.row(0).array();
  const auto bias = bias_.value.row(0).array();
  for (Eigen::Index i = 0; i < normal_.rows(); ++i) {
    const auto x = x_.value.row(i).array();
    const RowMoments<float> moments = moments_of(x, kLayerNormEps);
    rstd_(i) = moments.rstd;
    normal_.row(i).array() = normalized(x, moments);
    y_.value.row(i).array() = normal_.row(i).array() * weight + bias;
  }
}

void Normalize::backward() {
  const auto grad_output = y_.gradient.array();
  weight_.accumulate_gradient((grad_output * normal_.array()).colwise().sum());
  bias_.accumulate_gradient(grad_output.colwise().sum());
  Eigen::Array<float, 1, Eigen::Dynamic> slope(normal_.cols());  // ∂x̂ of a row
  x_.accumulate_rows([&](Eigen::Index i) {
    slope = grad_output.row(i) * weight_.value.row(0).array();
    return normalized_gradient(normal_.row(i).array(), slope, rstd_(i));
  });
}

void Dropout::forward() {
  for (Eigen::Index i = 0; i < x_.value.size(); ++i) {
    const float draw = generator_.rand();
    draws_.value.data()[i] = draw;
    y_.value.data()[i] = x_.value.data()[i] * factor_.of(draw);
  }
}

void Dropout::backward() {
  x_.accumulate_gradient(draws_.value.array().binaryExpr(
      y_.gradient.array(), [this](float draw, float grad_output) { return grad_output * factor_.of(draw); }));
}

void Add::forward() {
  y_.value = a_.value + b_.value;
}

void Add::backward() {
  a_.accumulate_gradient(y_.gradient.array());
  b_.accumulate_gradient(y_.gradient.array());
}

Activate::Activate(Activation activation, Node& x, Node& y)
    : activation_(activation), x_(x), y_(y), cdf_(x.value) {}

void Activate::forward() {
  const auto x = x_.value.array();
  if (activation_ == Activation::relu) {
    y_.value.array() = ReluFormula::forward(x);
    return;
  }
  for_each_part(x_.value.size(), [&](Eigen::Index at, Eigen::Index count) {
    const auto part = part_of(x_.value, at, count);
    auto cdf = part_of(cdf_, at, count);
    cdf = 0.5F + 0.5F * error_function(part * 0.70710678F);
    part_of(y_.value, at, count) = GeluFormula::forward(part, cdf);
  });
}

void Activate::backward() {
  if (activation_ == Activation::relu) {
    x_.accumulate_gradient(ReluFormula::backward(x_.value.array(), y_.gradient.array()));
    return;
  }
  constexpr float kDensityAtZero = 0.39894228F;  // 1 / √(2π)
  const Store store = x_.take_store_mode();
  for_each_part(x_.value.size(), [&](Eigen::Index at, Eigen::Index count) {
    const auto x = part_of(x_.value, at, count);
    Part density = -0.5F * x.square();
    exponentiate(density.data(), static_cast<Index>(count));
    density *= kDensityAtZero;
    accumulate(store, part_of(x_.gradient, at, count),
               GeluFormula::backward(x, part_of(cdf_, at, count), density, part_of(y_.gradient, at, count)));
  });
}

void LossSum::add(const Batch& batch, std::int32_t ignored, const Matrix& logits, Matrix& probabilities) {
  const RowSums rows = softmax_rows(logits, probabilities);
  for (Index t = 0; t < batch.targets.size(); ++t) {
    const std::int32_t target = batch.targets[t];
    if (target == ignored) continue;
    sum -= rows.log_probability(to_eigen(t), logits(to_eigen(t), target));
    ++counted;
  }
}

float LossSum::mean() const {
  return static_cast<float>(counted == 0 ? std::numeric_limits<double>::quiet_NaN()
                                         : sum / static_cast<double>(counted));
}

CrossEntropy::CrossEntropy(const Batch& batch, std::int32_t ignored, Node& logits, Node& loss)
    : batch_(batch), ignored_(ignored), logits_(logits), loss_(loss), probabilities_(logits.value) {}

void CrossEntropy::forward() {
  LossSum loss;
  loss.add(batch_, ignored_, logits_.value, probabilities_);
  loss_.value(0, 0) = loss.mean();
}

void CrossEntropy::backward() {
  const auto counts = [&](std::int32_t target) { return target != ignored_; };
  const auto counted = std::count_if(batch_.targets.begin(), batch_.targets.end(), counts);
  const float share = 1.0F / static_cast<float>(counted);
  if (logits_.take_store_mode() == Store::replace) logits_.gradient.setZero();
  for (Index t = 0; t < batch_.targets.size(); ++t) {
    if (!counts(batch_.targets[t])) continue;
    auto gradient = logits_.gradient.row(to_eigen(t));
    gradient += share * probabilities_.row(to_eigen(t));
    gradient(batch_.targets[t]) -= share;
  }
}

}  // namespace headsup::training
