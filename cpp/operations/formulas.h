#pragma once
// Formulas as Eigen expressions, which the table of operations computes in float64 and training in float32.
//
// In formulas x is a row of at least one number, or any block of numbers; ∂ is the gradient of the loss by a tensor.

#include <Eigen/Core>
#include <cmath>
#include <concepts>

namespace headsup {

struct ReluFormula {
  // Not max(x, 0), which may turn a NaN into 0.
  template <class X>
  static auto forward(const X& x) {
    using T = typename X::Scalar;
    return (x < T(0)).select(T(0), x);
  }
  template <class X>
  static auto backward(const X& x, const auto& dy) {
    using T = typename X::Scalar;
    return (x <= T(0)).select(T(0), dy);
  }
};

/// y = x Φ(x), from Φ(x) and its derivative φ(x), or what stands for them.
struct GeluFormula {
  static auto forward(const auto& x, const auto& cdf) { return x * cdf; }
  static auto backward(const auto& x, const auto& cdf, const auto& density, const auto& dy) {
    return dy * (cdf + x * density);
  }
};

/// The gradient of a row of which y is the softmax: ∂x = y ∘ (∂y − Σ ∂y ∘ y)
auto softmax_gradient(const auto& y, const auto& dy) {
  return y * (dy - (dy * y).sum());
}

/// What a layer norm subtracts from a row and multiplies it by.
template <class T>
struct RowMoments {
  T mean;      ///< 0 for rms_norm
  T variance;  ///< the mean of (x − mean)²
  T rstd;      ///< 1 / √(variance + eps)
};
template <class X>
auto moments_of(const X& x, double eps, bool is_centred = true) {
  using T = typename X::Scalar;
  const T mean = is_centred ? x.mean() : T(0);
  const T variance = (x - mean).square().mean();
  return RowMoments<T>{mean, variance, 1 / std::sqrt(variance + static_cast<T>(eps))};
}
/// x̂ = (x − mean) rstd
template <class X>
auto normalized(const X& x, const RowMoments<typename X::Scalar>& moments) {
  return (x - moments.mean) * moments.rstd;
}
/// ∂x = rstd (∂x̂ − mean(∂x̂) − x̂ mean(∂x̂ ∘ x̂)), without mean(∂x̂) where the row was not centred
template <class X>
auto normalized_gradient(const X& normal, const auto& slope, typename X::Scalar rstd,
                         bool is_centred = true) {
  using T = typename X::Scalar;
  return rstd * (slope - (is_centred ? slope.mean() : T(0)) - normal * (slope * normal).mean());
}

/// What dropout multiplies a number by: 0 for a share p of them, 1 / (1 − p) for the others, so that the mean stays. p and the
/// factor are float32, as PyTorch compares and divides.
struct DropoutFactor {
  explicit DropoutFactor(double share)
      : p(static_cast<float>(share)), scale(1 / static_cast<float>(1 - share)) {}
  template <std::floating_point T>
  bool keeps(T draw) const {
    return draw >= static_cast<T>(p);
  }
  /// 0 · x and not 0, so that a NaN stays one.
  template <std::floating_point T>
  T of(T draw) const {
    return keeps(draw) ? static_cast<T>(scale) : T(0);
  }

  float p;
  float scale;
};

}  // namespace headsup
