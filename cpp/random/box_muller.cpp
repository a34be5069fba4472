#include "random/box_muller.h"

#include <cmath>
#include <cstdint>
#include <cstring>

namespace headsup {
namespace {

/// a · b + c with one rounding, as in the kernel: the product of two float32 is exact in float64.
float fused(float a, float b, float c) {
  return static_cast<float>(static_cast<double>(a) * static_cast<double>(b) + static_cast<double>(c));
}

/// The polynomial with these coefficients, highest power first.
template <std::size_t N>
float polynomial(float x, const float (&coefficients)[N]) {
  float y = coefficients[0];
  for (std::size_t i = 1; i < N; ++i) y = fused(y, x, coefficients[i]);
  return y;
}

/// ln x for a normal x > 0: x = 2ᵉ m with m in [√½, √2), and ln m = t − t²/2 + t³ P(t), t = m − 1.
float natural_log(float x) {
  constexpr float kP[] = {7.0376836292e-2F,  -1.1514610310e-1F, 1.1676998740e-1F,
                          -1.2420140846e-1F, 1.4249322787e-1F,  -1.6668057665e-1F,
                          2.0000714765e-1F,  -2.4999993993e-1F, 3.3333331174e-1F};
  // ln 2 in two parts. The first has so few bits that its product with the exponent is exact.
  constexpr float kLn2High = 0.693359375F;
  constexpr float kLn2Low = -2.12194440e-4F;
  std::uint32_t bits = 0;
  std::memcpy(&bits, &x, sizeof bits);
  auto exponent = static_cast<float>(static_cast<std::int32_t>(bits >> 23U) - 126);
  bits = (bits & 0x007fffffU) | 0x3f000000U;
  float m = 0;
  std::memcpy(&m, &bits, sizeof m);
  float t = m - 1;
  if (m < 0.707106781186547524F) {
    exponent -= 1;
    t += m;
  }
  const float square = t * t;
  float y = fused(polynomial(t, kP) * t, square, exponent * kLn2Low);
  y = fused(-square, 0.5F, y);
  return fused(exponent, kLn2High, t + y);
}

struct SineAndCosine {
  float sine;
  float cosine;
};

/// Sine and cosine of an angle in [0, 2π]: polynomials of the distance to the nearest multiple of π / 2, exchanged and
/// negated according to the quadrant.
SineAndCosine sine_and_cosine(float angle) {
  constexpr float kSine[] = {-1.9515295891e-4F, 8.3321608736e-3F, -1.6666654611e-1F};
  constexpr float kCosine[] = {2.443315711809948e-5F, -1.388731625493765e-3F, 4.166664568298827e-2F};
  constexpr float kFourOverPi = 1.27323954473516F;
  // −π / 4 in three parts, so that products with small integers are exact.
  constexpr float kParts[] = {-0.78515625F, -2.4187564849853515625e-4F, -3.77489497744594108e-8F};
  const int even = (static_cast<int>(angle * kFourOverPi) + 1) & ~1;
  float x = angle;
  for (const float part : kParts) x = fused(static_cast<float>(even), part, x);
  const float square = x * x;
  const float cosine = fused(polynomial(square, kCosine) * square, square, -(square * 0.5F)) + 1;
  const float sine = fused(polynomial(square, kSine) * square, x, x);
  const bool exchanged = (even & 2) != 0;
  const float first = exchanged ? cosine : sine;
  const float second = exchanged ? sine : cosine;
  return {(even & 4) != 0 ? -first : first, ((even + 2) & 4) != 0 ? -second : second};
}

}  // namespace

void box_muller(std::span<float, kNormalBlock> block) {
  constexpr float kTwoPi = 6.283185307179586F;
  for (std::size_t j = 0; j < kNormalBlock / 2; ++j) {
    const float radius = std::sqrt(-2.0F * natural_log(1 - block[j]));
    const SineAndCosine of_angle = sine_and_cosine(kTwoPi * block[j + kNormalBlock / 2]);
    block[j] = radius * of_angle.cosine;
    block[j + kNormalBlock / 2] = radius * of_angle.sine;
  }
}

}  // namespace headsup
