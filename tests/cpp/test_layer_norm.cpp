#include "headsup/attention/layer_norm.h"

#include <cmath>

#include "catch.h"
#include "compare.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

const Tensor kX = tensor_of<float>({2, 3}, {1, 2, 4, 5, 5, 5});
const Tensor kWeight = tensor_of<float>({3}, {1, 2, -1});
const Tensor kBias = tensor_of<float>({3}, {0, 1, 0.5F});

}  // namespace

TEST_CASE("layer_norm gives PyTorch's numbers, and the bias for a row of equal numbers") {
  const Tensor want = tensor_of<float>({2, 3}, {-1.069041371F, 0.465479374F, -0.836301804F, 0, 1, 0.5F});
  CHECK(difference("y", layer_norm(kX, kWeight, kBias), want) == "");
}

TEST_CASE("layer_norm adds eps to the variance") {
  const Tensor ones = tensor_of<float>({3}, {1, 1, 1});
  const Tensor row = tensor_of<float>({3}, {1, 2, 4});
  const Tensor want = tensor_of<float>({3}, {-0.929980993F, -0.232495189F, 1.162476420F});
  CHECK(difference("y", layer_norm(row, ones, Tensor(Shape{3}), 0.5), want) == "");
}

TEST_CASE("layer_norm refuses a weight or bias that is not as long as a row") {
  const Tensor two(Shape{2});
  CHECK(refusal_of([&] { layer_norm(kX, two, kBias); }) == "shape-mismatch field=weight got=(2,) wants=(3,)");
  CHECK(refusal_of([&] { layer_norm(kX, kWeight, two); }) == "shape-mismatch field=bias got=(2,) wants=(3,)");
  CHECK(refusal_of([&] { layer_norm(Tensor(Shape{}), kWeight, kBias); }) ==
        "shape-mismatch field=x got=() wants=at least one axis");
}
