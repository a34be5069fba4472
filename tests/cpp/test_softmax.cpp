#include "headsup/attention/softmax.h"

#include <cmath>

#include "catch.h"
#include "compare.h"
#include "fixtures.h"

using namespace headsup;
using namespace headsup::tests;

TEST_CASE("softmax of logarithms gives the numbers' shares") {
  const FloatTensor x({2, 2}, {std::log(1.0F), std::log(3.0F), std::log(2.0F), std::log(2.0F)});
  CHECK(difference("y", softmax(x), FloatTensor({2, 2}, {0.25F, 0.75F, 0.5F, 0.5F})) == "");
}

TEST_CASE("softmax_row gives the maximum and the sum that softmax divides by") {
  const float row[] = {1, 3, 2};
  const SoftmaxRow between = softmax_row(row, 3);
  CHECK(between.maximum == 3.0F);
  CHECK(close(between.sum, std::exp(-2.0) + 1 + std::exp(-1.0)));
  CHECK(softmax_row(row, 1).sum == 1.0);
}

TEST_CASE("the sum of a row is a float64 sum of float64 powers") {
  for (float x = 0; x > -40; x -= 0.03125F) {
    const float row[] = {x, 0, x};
    CHECK(std::abs(softmax_row(row, 3).sum - (1 + 2 * std::exp(static_cast<double>(x)))) < 1e-15);
  }
}

TEST_CASE("a row of -inf has no sum, and a row with a NaN neither a sum nor a maximum") {
  const float masked[] = {-INFINITY, -INFINITY};
  CHECK(std::isinf(softmax_row(masked, 2).maximum));
  CHECK(std::isnan(softmax_row(masked, 2).sum));
  for (Index at = 0; at < 3; ++at) {
    float row[] = {1, 3, 2};
    row[at] = NAN;
    CHECK(std::isnan(softmax_row(row, 3).maximum));
    CHECK(std::isnan(softmax_row(row, 3).sum));
  }
}

TEST_CASE("a NaN anywhere makes its whole row NaN") {
  for (Index at = 0; at < 3; ++at) {
    FloatTensor x({3}, {1, 2, 3});
    x.data[at] = NAN;
    CHECK(difference("y", softmax(x), FloatTensor({3}, {NAN, NAN, NAN}), Match::exact) == "");
  }
}

TEST_CASE("a weight is right to one unit in the last place, down to the smallest above 0") {
  for (float x = 0; x > -110; x -= 0.0625F) {
    const double power = std::exp(static_cast<double>(x));
    const float got = softmax(FloatTensor({2}, {0, x})).data[1];
    const auto want = static_cast<float>(power / (1 + power));
    CAPTURE(x, got, want);
    CHECK((got >= std::nextafter(want, 0.0F) && got <= std::nextafter(want, 1.0F)));
  }
  for (const float x : {-110.0F, -699.0F, -701.0F, -1e30F})
    CHECK(softmax(FloatTensor({2}, {0, x})).data[1] == 0.0F);
}

TEST_CASE("softmax refuses a scalar, and an empty row stays empty") {
  CHECK(refusal_of([] { softmax(FloatTensor({}, {1})); }) ==
        "shape-mismatch field=x got=() wants=at least one axis");
  CHECK(softmax(FloatTensor(Shape{2, 0})).shape == Shape{2, 0});
}

TEST_CASE("softmax gives PyTorch's numbers") {
  const auto ops = read_fixture("ops.json");
  for (const Json& example : ops.at("softmax")) {
    CHECK(difference(example.at("name").get<std::string>(), softmax(floats_of(example.at("x"))),
                     floats_of(example.at("result"))) == "");
  }
}
