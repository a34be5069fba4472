#include "attention/elementary.h"

#include <algorithm>
#include <cmath>

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
