#include "tensor/elementary.h"

namespace headsup {
namespace {

// π / 2 in two parts: the first has 21 trailing zero bits, so that its multiples up to 2²¹ are exact.
constexpr double kQuarterHigh = 0x1.921fb544p+0;
constexpr double kQuarterLow = 0x1.0b4611a626331p-34;

/// The Taylor series from the highest term down, for |x| ≤ π / 4: the next terms are below 1e-16.
///   sin x = x (1 − x²/(2·3) (1 − x²/(4·5) (1 − … x²/(14·15))))
///   cos x = 1 − x²/(1·2) (1 − x²/(3·4) (1 − … x²/(15·16)))
SineCosine near_zero(double x) {
  constexpr double kSine[] = {1. / (14 * 15), 1. / (12 * 13), 1. / (10 * 11), 1. / (8 * 9),
                              1. / (6 * 7),   1. / (4 * 5),   1. / (2 * 3)};
  constexpr double kCosine[] = {1. / (15 * 16), 1. / (13 * 14), 1. / (11 * 12), 1. / (9 * 10),
                                1. / (7 * 8),   1. / (5 * 6),   1. / (3 * 4),   1. / (1 * 2)};
  const double square = x * x;
  double sine = 1;
  double cosine = 1;
  for (const double c : kSine) sine = 1 - square * c * sine;
  for (const double c : kCosine) cosine = 1 - square * c * cosine;
  return {x * sine, cosine};
}

}  // namespace

SineCosine sine_cosine(double angle) {
  const double quarters = std::floor(angle * (2 / 3.14159265358979323846) + 0.5);
  SineCosine result = near_zero((angle - quarters * kQuarterHigh) - quarters * kQuarterLow);
  // Each quarter turn maps (sine, cosine) to (cosine, −sine).
  for (int turned = static_cast<int>(quarters) & 3; turned > 0; --turned) {
    result = {result.cosine, -result.sine};
  }
  return result;
}

double normal_cdf(double x) {
  // Source: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.11 and 26.2.14.
  constexpr double kOneOverSqrt2Pi = 0.39894228040143267794;
  const double square = x * x;
  const double density = kOneOverSqrt2Pi * exp_of_negative(-square / 2);
  if (x < -4) {
    // Φ(x) = φ(x) / (a + 1 / (a + 2 / (a + 3 / …))) with a = −x: the series below would leave little of ½.
    double below = -x;
    for (double i = 32; i > 0; --i) below = i / below - x;
    return density / below;
  }
  if (!(x < 9)) return x > 0 ? 1 : x;
  // Φ(x) − ½ = φ(x) (x + x³/3 + x⁵/(3·5) + x⁷/(3·5·7) + …), whose terms all have the sign of x: nothing cancels.
  double term = x;
  double sum = x;
  for (double odd = 3; std::abs(term) > 1e-17 * std::abs(sum); odd += 2) {
    term *= square / odd;
    sum += term;
  }
  return 0.5 + density * sum;
}

}  // namespace headsup
