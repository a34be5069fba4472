// Updates of a parameter by its gradient. The gradient is multiplied by `scale` first, which clips it. The moments, an
// optimiser's state, are those before the step; before the first one they are zeros and no operands.
#include "operations/optimizers.h"

#include "headsup/tensor/refusal.h"
#include "operations/families.h"
#include "operations/operations.h"
#include "tensor/eigen.h"

namespace headsup {
namespace {

/// A step's numbers.
struct Update {
  explicit Update(const Call& of)
      : call(of),
        rate(of.attributes.number("lr", 0.001)),
        decay(of.attributes.number("weight_decay", 0)),
        step(of.attributes.number("step", 1)),
        scale(of.attributes.number("scale", 1)) {
    for (const Tensor& operand : of.operands) {
      if (operand.shape() == of[0].shape()) continue;
      raise(
          {"a parameter of shape ", of[0].shape(), " has a gradient or a moment of shape ", operand.shape()});
    }
  }

  /// An operand's numbers, which may be changed; zeros for a moment that is none.
  Tensor numbers(Index operand) const {
    return operand < call.size() ? call[operand].to(DType::float64).clone()
                                 : full(call[0].shape(), 0, DType::float64);
  }
  /// The gradient's, clipped.
  auto gradient() const { return (scale * flat<double>(numbers(1))).eval(); }
  double moment_at(Index operand, const Shape& at) const {
    return operand < call.size() ? call[operand].at(at) : 0;
  }

  const Call& call;
  double rate;
  double decay;
  double step;
  double scale;
};

/// Adds what the parameter, its gradient and its first moment are multiplied by in its new value.
void explain_update(Reason& why, const Update& update, double kept, double of_gradient, double of_first) {
  why.is_sum = true;
  why.cell(0, why.index, kept);
  why.cell(1, why.index, of_gradient);
  if (why.call.size() > 2) why.cell(2, why.index, of_first);
  why.fact("step", update.step);
  why.fact("learningRate", update.rate);
  why.fact("kept", 1 - update.rate * update.decay);
  why.fact("clipFactor", update.scale);
}

Tensor adamw_forward(const Call& call) {
  const Update update(call);
  Tensor p = update.numbers(0);
  Tensor first = update.numbers(2);
  Tensor second = update.numbers(3);
  AdamW(update.rate, update.decay, update.step)(flat<double>(p), update.gradient(), flat<double>(first),
                                                flat<double>(second));
  return p.to(call[0].dtype());
}

/// new = p (1 − lr λ) − lr m̂ / (√ŝ + eps),   m̂ = m / (1 − β₁ᵗ),   ŝ = s / (1 − β₂ᵗ)
void explain_adamw(Reason& why) {
  const Update update(why.call);
  const double g = update.scale * why[1].at(why.index);
  const double m = kBeta1 * update.moment_at(2, why.index) + (1 - kBeta1) * g;
  const double s = kBeta2 * update.moment_at(3, why.index) + (1 - kBeta2) * g * g;
  const double correction = 1 - std::pow(kBeta1, update.step);
  const double s_hat = s / (1 - std::pow(kBeta2, update.step));
  const double rate = update.rate / correction / (std::sqrt(s_hat) + kAdamEps);
  explain_update(why, update, 1 - update.rate * update.decay, -rate * (1 - kBeta1) * update.scale,
                 -rate * kBeta1);
  if (why.call.size() > 3) why.cell(3, why.index, 0);
  why.fact("m", m);
  why.fact("s", s);
  why.fact("mHat", m / correction);
  why.fact("sHat", s_hat);
}

Tensor sgd_forward(const Call& call) {
  const Update update(call);
  Tensor p = update.numbers(0);
  Tensor first = update.numbers(2);
  Sgd(update.rate, update.decay, call.attributes.number("momentum", 0), update.step)(
      flat<double>(p), update.gradient(), flat<double>(first));
  return p.to(call[0].dtype());
}

/// m = μ first + g + λ p,   new = p − lr m
void explain_sgd(Reason& why) {
  const Update update(why.call);
  const double momentum = update.step == 1 ? 0 : why.call.attributes.number("momentum", 0);
  explain_update(why, update, 1 - update.rate * update.decay, -update.rate * update.scale,
                 -update.rate * momentum);
  why.fact("m", momentum * update.moment_at(2, why.index) + update.scale * why[1].at(why.index) +
                    update.decay * why[0].at(why.index));
}

}  // namespace

namespace op {
constexpr Operation adamw = {
    .name = "adamw",
    .parameters = "input grad first second lr=0.001 weight_decay=0 step=1 scale=1",
    .formula =
        "y = input (1 − lr weight_decay) − lr m̂ / (√ŝ + 1e-8), m̂ = m / (1 − 0.9ᵗ), ŝ = s / (1 − 0.999ᵗ), "
        "m = 0.9 first + 0.1 g, s = 0.999 second + 0.001 g², g = scale · grad, t = step",
    .forward = adamw_forward,
    .explain = explain_adamw,
    .examples =
        "(3, 4) (3, 4) (3, 4) p(3, 4) lr=0.1 weight_decay=0.01 step=3; (2, 3) (2, 3) (2, 3) p(2, 3) step=2 "
        "scale=0.5",
    .pytorch =
        "lambda input, grad, first, second, lr=0.001, weight_decay=0, step=1, scale=1: "
        "input * (1 - lr * weight_decay) - lr * (0.9 * first + 0.1 * scale * grad) / (1 - 0.9 ** step) / "
        "(((0.999 * second + 0.001 * (scale * grad) ** 2) / (1 - 0.999 ** step)).sqrt() + 1e-8)"};
constexpr Operation sgd = {
    .name = "sgd",
    .parameters = "input grad first lr=0.001 weight_decay=0 momentum=0 step=1 scale=1",
    .formula =
        "y = input − lr m, m = momentum · first (0 in the first step) + scale · grad + weight_decay · input",
    .forward = sgd_forward,
    .explain = explain_sgd,
    .examples =
        "(3, 4) (3, 4) (3, 4) lr=0.1 weight_decay=0.01 momentum=0.9 step=3; (2, 3) (2, 3) (2, 3) scale=0.5",
    .pytorch =
        "lambda input, grad, first, lr=0.001, weight_decay=0, momentum=0, step=1, scale=1: "
        "input - lr * ((momentum if step > 1 else 0) * first + scale * grad + weight_decay * input)"};
}  // namespace op

Family optimizer_operations() {
  static constexpr const Operation* kAll[] = {&op::adamw, &op::sgd};
  return kAll;
}

}  // namespace headsup
