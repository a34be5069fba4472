#include "tensor/elementary.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "catch.h"

using namespace headsup;

namespace {

constexpr double kPi = 3.14159265358979323846;

}  // namespace

TEST_CASE("sine and cosine match the C library's to within 3e-16 over a full turn") {
  constexpr int kSteps = 100'000;
  double furthest = 0;
  for (int i = 0; i <= kSteps; ++i) {
    const double angle = 2 * kPi * i / kSteps;
    const SineCosine got = sine_cosine(angle);
    furthest =
        std::max({furthest, std::abs(got.sine - std::sin(angle)), std::abs(got.cosine - std::cos(angle))});
  }
  CHECK(furthest < 3e-16);
}

TEST_CASE("sine and cosine are right at quarter turns, and at the last angle below a full turn") {
  CHECK(sine_cosine(0).sine == 0);
  CHECK(sine_cosine(0).cosine == 1);
  CHECK(sine_cosine(kPi / 2).sine == 1);
  CHECK(sine_cosine(kPi).cosine == -1);
  CHECK(sine_cosine(3 * kPi / 2).sine == -1);
  const double last = 2 * kPi * (1 - 0x1p-53);
  CHECK(std::abs(sine_cosine(last).sine - std::sin(last)) < 3e-16);
  CHECK(sine_cosine(last).cosine == 1);
}

TEST_CASE("the normal distribution function keeps its digits far below 0, and is never negative") {
  struct Share {
    double x;
    double below;
  };
  // mpmath.ncdf with 50 digits.
  constexpr Share kShares[] = {{-5, 2.8665157187919391e-7},    {-7, 1.279812543885835e-12},
                               {-8.5, 9.4795348222033184e-18}, {-8.9, 2.7923343749396556e-19},
                               {-12, 1.776482112077679e-33},   {-37, 5.7255712225245768e-300}};
  for (const auto& [x, below] : kShares) {
    CAPTURE(x);
    CHECK(std::abs(normal_cdf(x) / below - 1) < 1e-13);
  }
  CHECK(normal_cdf(-40) == 0);
}

TEST_CASE("the normal distribution function matches the C library's from 0 to 1") {
  double furthest = 0;
  for (double x = -40; x <= 10; x += 1.0 / 4096) {
    furthest = std::max(furthest, std::abs(normal_cdf(x) - std::erfc(-x / std::sqrt(2.0)) / 2));
  }
  CHECK(furthest < 2e-15);
  CHECK(normal_cdf(-std::numeric_limits<double>::infinity()) == 0);
  CHECK(normal_cdf(std::numeric_limits<double>::infinity()) == 1);
  CHECK(std::isnan(normal_cdf(std::numeric_limits<double>::quiet_NaN())));
}
