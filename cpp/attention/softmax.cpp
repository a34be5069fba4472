#include "attention/softmax.h"

#include <cassert>
#include <cmath>
#include <cstring>

namespace headsup {
namespace {

/// e^x for x ≤ 0 or NaN, to within 4e-16 of its size; exactly 0 below −700, where float32 has long become 0.
/// The C library's exp takes any x, for which it carries a table of 2 kB, and is slower.
///
/// x = n ln 2 + r with |r| ≤ ln 2 / 2, and e^x = 2ⁿ e^r; e^r by its Taylor series up to r¹³ / 13!, highest
/// term first, even and odd powers apart, because the two sums do not wait for each other.
double exp_of_negative(double x) {
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

/// e^(x − maximum); NaN where either is, or both are infinite.
double exp_below(float x, float maximum) {
  return exp_of_negative(static_cast<double>(x) - static_cast<double>(maximum));
}

float maximum_of(const float* x, Index length) {
  float maximum = x[0];
  for (Index i = 1; i < length; ++i) {
    // A NaN anywhere makes the whole row NaN, as in PyTorch; std::max would drop it or not by its place.
    if (x[i] > maximum || std::isnan(x[i])) maximum = x[i];
    if (std::isnan(maximum)) break;
  }
  return maximum;
}

}  // namespace

SoftmaxRow softmax_row(const float* x, Index length) {
  assert(length > 0);
  const float maximum = maximum_of(x, length);
  double sum = 0;
  for (Index i = 0; i < length; ++i) sum += exp_below(x[i], maximum);
  return {maximum, sum};
}

FloatTensor softmax(const FloatTensor& x) {
  if (x.rank() == 0) refuse_shape("x", x.shape, "at least one axis");
  FloatTensor y(x.shape);
  const Index length = x.last(0);
  if (length == 0) return y;
  std::vector<double> powers(length);
  for (Index start = 0; start < x.data.size(); start += length) {
    const float* row = x.data.data() + start;
    const float maximum = maximum_of(row, length);
    // As softmax_row does it; each power is kept, because it is the dearest part.
    double sum = 0;
    for (Index i = 0; i < length; ++i) {
      powers[i] = exp_below(row[i], maximum);
      sum += powers[i];
    }
    for (Index i = 0; i < length; ++i) y.data[start + i] = static_cast<float>(powers[i] / sum);
  }
  return y;
}

}  // namespace headsup
