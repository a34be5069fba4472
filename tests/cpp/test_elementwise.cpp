#include "headsup/attention/elementwise.h"

#include <cmath>
#include <string>
#include <vector>

#include "catch.h"
#include "compare.h"

using namespace headsup;
using namespace headsup::tests;

TEST_CASE("add broadcasts either side") {
  const Tensor x = tensor_of<float>({2, 2}, {1, 2, 3, 4});
  const Tensor row = tensor_of<float>({2}, {10, 20});
  const Tensor want = tensor_of<float>({2, 2}, {11, 22, 13, 24});
  CHECK(difference("sum", add(x, row), want, Match::exact) == "");
  CHECK(difference("sum", add(row, x), want, Match::exact) == "");
  CHECK(refusal_of([&] { add(x, Tensor(Shape{3})); }) ==
        "shape-mismatch field=b got=(3,) wants=a shape that broadcasts with (2, 2)");
}

TEST_CASE("sub, mul and div broadcast either side") {
  const Tensor x = tensor_of<float>({2, 2}, {1, 2, 3, 4});
  const Tensor row = tensor_of<float>({2}, {2, 4});
  CHECK(difference("sub", sub(x, row), tensor_of<float>({2, 2}, {-1, -2, 1, 0}), Match::exact) == "");
  CHECK(difference("mul", mul(row, x), tensor_of<float>({2, 2}, {2, 8, 6, 16}), Match::exact) == "");
  CHECK(difference("div", div(x, row), tensor_of<float>({2, 2}, {0.5F, 0.5F, 1.5F, 1}), Match::exact) == "");
}

TEST_CASE("sum adds the last axis in float64") {
  const Tensor x = tensor_of<float>({2, 3}, {1, 2, 3, 1e8F, 1, -1e8F});
  CHECK(difference("sum", sum(x), tensor_of<float>({2}, {6, 1}), Match::exact) == "");
  CHECK(refusal_of([&] { sum(Tensor(Shape{})); }) == "shape-mismatch field=x got=() wants=at least one axis");
}

TEST_CASE("half rounds to float16: ties to even, beyond its range to infinity") {
  const Tensor x =
      tensor_of<float>({6}, {1.0F + 0x1p-11F, 1.0F + 3 * 0x1p-11F, 65519, 65520, 0x1p-25F, -0.1F});
  const Tensor want = tensor_of<float>({6}, {1, 1.0F + 0x1p-9F, 65504, INFINITY, 0, -0.0999755859375F});
  CHECK(difference("y", half(x), want, Match::exact) == "");
}

TEST_CASE("sqrt and ndtr are those of each number") {
  CHECK(difference("y", headsup::sqrt(tensor_of<float>({2}, {4, 2})),
                   tensor_of<float>({2}, {2, 1.41421356F})) == "");
  CHECK(difference("y", ndtr(tensor_of<float>({3}, {0, 1, -1})),
                   tensor_of<float>({3}, {0.5F, 0.841344746F, 0.158655254F})) == "");
}

TEST_CASE("gelu gives PyTorch's numbers, by erf and not by tanh") {
  const Tensor x = tensor_of<float>({7}, {-3, -1, -0.5F, 0, 0.5F, 1, 3});
  const Tensor want = tensor_of<float>(
      {7}, {-0.004049867F, -0.158655286F, -0.154268786F, 0, 0.345731199F, 0.841344714F, 2.995950222F});
  CHECK(difference("y", gelu(x), want) == "");
  CHECK(difference("y", activate(x, Activation::gelu), gelu(x), Match::exact) == "");
}

TEST_CASE("gelu keeps its sign and its digits far below 0, where PyTorch's float32 erf leaves 0") {
  const Tensor x = tensor_of<float>({7}, {-5, -7, -8.5F, -8.75F, -8.9F, -12, -40});
  // x Φ(x) by mpmath with 50 digits.
  const std::vector<double> want = {
      -1.43325786e-6, -8.95868781e-12, -8.0576046e-17, -9.3341827e-18, -2.48518603e-18, -2.13177853e-32, 0};
  const Tensor y = gelu(x);
  for (Index i = 0; i < want.size(); ++i) {
    CAPTURE(x.floats()[i]);
    CHECK(std::abs(static_cast<double>(y.floats()[i]) - want[i]) <= 1e-7 * std::abs(want[i]));
  }
}

TEST_CASE("relu keeps positive numbers and zeros") {
  const Tensor x = tensor_of<float>({4}, {-2, -1e-30F, 0, 3});
  CHECK(difference("y", relu(x), tensor_of<float>({4}, {0, 0, 0, 3}), Match::exact) == "");
  CHECK(difference("y", activate(x, Activation::relu), relu(x), Match::exact) == "");
}

TEST_CASE("activations have PyTorch's names") {
  CHECK(to_string(Activation::gelu) == std::string("gelu"));
  CHECK(to_string(Activation::relu) == std::string("relu"));
}
