#pragma once
// Elementary functions over the ranges that the core needs. The C library's accept any argument, which takes 10 kB of
// tables and code; these few lines also give the same results on every machine.

#include <cmath>
#include <cstdint>
#include <cstring>

namespace headsup {

/// e^x for x ≤ 0 or NaN, to a relative error of 4e-16; exactly 0 below −700, far below float32's range.
///
/// x = n ln 2 + r with |r| ≤ ln 2 / 2, and e^x = 2ⁿ e^r; e^r by its Taylor series up to r¹³ / 13!, highest
/// term first, even and odd powers apart, because two independent sums run in parallel.
inline double exp_of_negative(double x) {
  // ln 2 in two parts: the first has 21 trailing zero bits, so that n times it is exact.
  constexpr double kLn2High = 0x1.62e42feep-1;
  constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
  constexpr double kEven[] = {1. / 479001600, 1. / 3628800, 1. / 40320, 1. / 720, 1. / 24, 1. / 2, 1.};
  constexpr double kOdd[] = {1. / 6227020800, 1. / 39916800, 1. / 362880, 1. / 5040, 1. / 120, 1. / 6, 1.};
  if (!(x >= -700)) return x < 0 ? 0 : x;
  const double n = std::floor(x * 1.4426950408889634 + 0.5);
  const double r = (x - n * kLn2High) - n * kLn2Low;
  const double square = r * r;
  double even = 0;
  double odd = 0;
  for (int i = 0; i < 7; ++i) {
    even = even * square + kEven[i];
    odd = odd * square + kOdd[i];
  }
  const double power = even + r * odd;
  // 2ⁿ is the float64 whose exponent bits are n + 1023.
  const std::uint64_t bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(n) + 1023) << 52U;
  double scale = 0;
  std::memcpy(&scale, &bits, sizeof scale);
  return power * scale;
}

struct SineCosine {
  double sine;
  double cosine;
};

/// For an angle from 0 to 2²⁰, each to within 3e-16.
SineCosine sine_cosine(double angle);

/// Φ(x) = ½ (1 + erf(x / √2)), the part of the standard normal distribution below x, to within 2e-15, and of a float32 x to a
/// relative error of 2e-11; exactly 0 below −37.4, far below float32's range; NaN of NaN.
double normal_cdf(double x);

}  // namespace headsup
