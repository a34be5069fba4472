#pragma once
// How a gradient changes a parameter. Formulas and the order of their roundings are PyTorch's, without foreach and fused kernels.
// Source: torch/optim/adamw.py and sgd.py. Training's plan and the table of operations compute by these.

#include <cmath>
#include <type_traits>

namespace headsup {

/// AdamW's betas and eps, PyTorch's defaults.
/// @{
constexpr double kBeta1 = 0.9;
constexpr double kBeta2 = 0.999;
constexpr double kAdamEps = 1e-8;
/// @}

/// p ← p (1 − lr λ)     m ← β₁ m + (1 − β₁) g     s ← β₂ s + (1 − β₂) g²
/// p ← p − lr / (1 − β₁ᵗ) · m / (√s / √(1 − β₂ᵗ) + 1e-8)      (λ weight decay, t the step, from 1)
///
/// PyTorch computes these factors in float64 and rounds them once.
class AdamW {
 public:
  AdamW(double learning_rate, double weight_decay, double step)
      : decay_(1 - learning_rate * weight_decay),
        rate_(learning_rate / (1 - std::pow(kBeta1, step))),
        root_(std::sqrt(1 - std::pow(kBeta2, step))) {}

  /// Of arrays of Eigen.
  template <class Array>
  void operator()(Array&& p, const auto& g, Array&& m, Array&& s) const {
    using Number = typename std::remove_cvref_t<Array>::Scalar;
    constexpr auto kKept1 = static_cast<Number>(kBeta1);
    constexpr auto kKept2 = static_cast<Number>(kBeta2);
    constexpr auto kNew1 = static_cast<Number>(1 - kBeta1);
    constexpr auto kNew2 = static_cast<Number>(1 - kBeta2);
    p *= static_cast<Number>(decay_);
    m = kKept1 * m + kNew1 * g;
    s = kKept2 * s + kNew2 * (g * g);
    p -= static_cast<Number>(rate_) *
         (m / (s.sqrt() / static_cast<Number>(root_) + static_cast<Number>(kAdamEps)));
  }

 private:
  double decay_;
  double rate_;
  double root_;
};

/// g ← g + λ p     m ← μ m + g (the first time m ← g)     p ← p − lr m      (μ momentum)
class Sgd {
 public:
  Sgd(double learning_rate, double weight_decay, double momentum, double step)
      : rate_(learning_rate), decay_(weight_decay), momentum_(step == 1 ? 0 : momentum) {}

  template <class Array>
  void operator()(Array&& p, const auto& g, Array&& m) const {
    using Number = typename std::remove_cvref_t<Array>::Scalar;
    m = static_cast<Number>(momentum_) * m + (g + static_cast<Number>(decay_) * p);
    p -= static_cast<Number>(rate_) * m;
  }

 private:
  double rate_;
  double decay_;
  double momentum_;
};

}  // namespace headsup
