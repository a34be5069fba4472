#include "headsup/attention/softmax.h"

#include <cmath>

#include "catch.h"
#include "compare.h"
#include "fixtures.h"

using namespace headsup;
using namespace headsup::tests;

TEST_CASE("softmax of logarithms gives the numbers' shares") {
  const Tensor x = tensor_of<float>({2, 2}, {std::log(1.0F), std::log(3.0F), std::log(2.0F), std::log(2.0F)});
  CHECK(difference("y", softmax(x), tensor_of<float>({2, 2}, {0.25F, 0.75F, 0.5F, 0.5F})) == "");
}

TEST_CASE("a NaN anywhere makes its whole row NaN") {
  for (Index at = 0; at < 3; ++at) {
    Tensor x = tensor_of<float>({3}, {1, 2, 3});
    x.floats()[at] = NAN;
    CHECK(difference("y", softmax(x), tensor_of<float>({3}, {NAN, NAN, NAN}), Match::exact) == "");
  }
}

TEST_CASE("a weight is right to one unit in the last place, down to the smallest above 0") {
  for (float x = 0; x > -110; x -= 0.0625F) {
    const double power = std::exp(static_cast<double>(x));
    const float got = softmax(tensor_of<float>({2}, {0, x})).floats()[1];
    const auto want = static_cast<float>(power / (1 + power));
    CAPTURE(x, got, want);
    CHECK((got >= std::nextafter(want, 0.0F) && got <= std::nextafter(want, 1.0F)));
  }
  for (const float x : {-110.0F, -699.0F, -701.0F, -1e30F})
    CHECK(softmax(tensor_of<float>({2}, {0, x})).floats()[1] == 0.0F);
}

TEST_CASE("softmax refuses a scalar, and an empty row stays empty") {
  CHECK(refusal_of([] { softmax(tensor_of<float>({}, {1})); }) ==
        "shape-mismatch field=x got=() wants=at least one axis");
  CHECK(softmax(Tensor(Shape{2, 0})).shape() == Shape{2, 0});
}

TEST_CASE("softmax gives PyTorch's numbers") {
  const auto ops = read_fixture("ops.json");
  for (const Json& example : ops.at("softmax")) {
    CHECK(difference(example.at("name").get<std::string>(), softmax(floats_of(example.at("x"))),
                     floats_of(example.at("result"))) == "");
  }
}
