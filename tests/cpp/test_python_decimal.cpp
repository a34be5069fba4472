// The text of numbers, as printf has it.
#include <cmath>
#include <cstdio>
#include <random>

#include "catch.h"
#include "python/decimal.h"

namespace headsup::python {
namespace {

std::string as_printf(const char* format, int precision, double value) {
  char text[400];
  std::snprintf(text, sizeof text, format, precision, value);
  return text;
}

void check(double value, int precision) {
  CAPTURE(value, precision);
  CHECK(fixed_text(value, precision) == as_printf("%.*f", precision, value));
  CHECK(scientific_text(value, precision) == as_printf("%.*e", precision, value));
}

}  // namespace

TEST_CASE("numbers are written as printf writes them") {
  for (const double value : {0.0,
                             0.5,
                             1.5,
                             2.5,
                             0.125,
                             0.00005,
                             0.99995,
                             9.99995,
                             99999.5,
                             1e9,
                             1e12,
                             1e22,
                             1e300,
                             5e-324,
                             1e-14,
                             1e-5,
                             9.999999999999999e-6,
                             0.1,
                             123456789.0,
                             4294967295.0,
                             999999999.5}) {
    for (int precision = 0; precision <= 12; ++precision) check(value, precision);
  }
  std::mt19937 random(1);  // NOLINT: the same numbers each time
  std::uniform_real_distribution<double> exponent(-20, 20);
  for (int i = 0; i < 3000; ++i) {
    const double value = std::pow(10.0, exponent(random));
    check(value, i % 11);
    check(static_cast<double>(static_cast<float>(value)), i % 11);
    check(std::round(value * 2000) / 2000, 3);  // halves, often
  }
}

}  // namespace headsup::python
