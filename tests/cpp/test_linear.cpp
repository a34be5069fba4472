#include "headsup/attention/linear.h"

#include "catch.h"
#include "compare.h"
#include "fixtures.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

const Tensor kWeight = tensor_of<float>({2, 3}, {1, 0, 2, -1, 1, 0});

}  // namespace

TEST_CASE("linear multiplies by the transposed weight and adds the bias") {
  const Tensor x = tensor_of<float>({1, 2, 3}, {1, 2, 3, 4, 5, 6});
  const Tensor bias = tensor_of<float>({2}, {0.5F, -10});
  CHECK(difference("y", linear(x, kWeight), tensor_of<float>({1, 2, 2}, {7, 1, 16, 1}), Match::exact) == "");
  CHECK(difference("y", linear(x, kWeight, bias), tensor_of<float>({1, 2, 2}, {7.5F, -9, 16.5F, -9}),
                   Match::exact) == "");
}

TEST_CASE("linear takes any number of leading axes, none included") {
  CHECK(difference("y", linear(tensor_of<float>({3}, {1, 2, 3}), kWeight), tensor_of<float>({2}, {7, 1}),
                   Match::exact) == "");
  CHECK(linear(Tensor(Shape{2, 0, 3}), kWeight).shape() == Shape{2, 0, 2});
  CHECK(linear(Tensor(Shape{2, 3}), Tensor(Shape{0, 3})).shape() == Shape{2, 0});
}

TEST_CASE("linear refuses operands that do not fit") {
  const Tensor x(Shape{2, 4});
  CHECK(refusal_of([&] { linear(x, kWeight); }) == "shape-mismatch field=weight got=(2, 3) wants=(N, 4)");
  CHECK(refusal_of([&] { linear(x, Tensor(Shape{4})); }) ==
        "shape-mismatch field=weight got=(4,) wants=(N, 4)");
  CHECK(refusal_of([&] { linear(Tensor(Shape{}), kWeight); }) ==
        "shape-mismatch field=x got=() wants=at least one axis");
  const Tensor three(Shape{3});
  const Tensor square(Shape{2, 2});
  const Tensor fits(Shape{2, 3});
  CHECK(refusal_of([&] { linear(fits, kWeight, three); }) == "shape-mismatch field=bias got=(3,) wants=(2,)");
  CHECK(refusal_of([&] { linear(fits, kWeight, square); }) ==
        "shape-mismatch field=bias got=(2, 2) wants=(2,)");
}

TEST_CASE("linear gives PyTorch's numbers") {
  const auto ops = read_fixture("ops.json");
  for (const Json& example : ops.at("linear")) {
    std::optional<Tensor> bias;
    if (example.contains("bias")) bias = floats_of(example.at("bias"));
    const Tensor y = linear(floats_of(example.at("x")), floats_of(example.at("weight")), bias);
    CHECK(difference(example.at("name").get<std::string>(), y, floats_of(example.at("result"))) == "");
  }
}
