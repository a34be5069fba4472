#include "headsup/attention/layer_norm.h"

#include <cmath>

#include "catch.h"
#include "compare.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

const FloatTensor kX({2, 3}, {1, 2, 4, 5, 5, 5});
const FloatTensor kWeight({3}, {1, 2, -1});
const FloatTensor kBias({3}, {0, 1, 0.5F});

}  // namespace

TEST_CASE("layer_norm gives PyTorch's numbers, and the bias for a row of equal numbers") {
  const FloatTensor want({2, 3}, {-1.069041371F, 0.465479374F, -0.836301804F, 0, 1, 0.5F});
  CHECK(difference("y", layer_norm(kX, kWeight, kBias), want) == "");
}

TEST_CASE("layer_norm adds eps to the variance") {
  const FloatTensor ones({3}, {1, 1, 1});
  const FloatTensor row({3}, {1, 2, 4});
  const FloatTensor want({3}, {-0.929980993F, -0.232495189F, 1.162476420F});
  CHECK(difference("y", layer_norm(row, ones, FloatTensor(Shape{3}), 0.5), want) == "");
}

TEST_CASE("row_moments are what layer_norm subtracts and multiplies by") {
  const float row[] = {1, 2, 4};
  const RowMoments moments = row_moments(row, 3, 0);
  CHECK(close(moments.mean, 7.0 / 3));
  CHECK(close(moments.rstd, 1 / std::sqrt(14.0 / 9)));
}

TEST_CASE("layer_norm refuses a weight or bias that is not as long as a row") {
  const FloatTensor two(Shape{2});
  CHECK(refusal_of([&] { layer_norm(kX, two, kBias); }) == "shape-mismatch field=weight got=(2,) wants=(3,)");
  CHECK(refusal_of([&] { layer_norm(kX, kWeight, two); }) == "shape-mismatch field=bias got=(2,) wants=(3,)");
  CHECK(refusal_of([&] { layer_norm(FloatTensor(Shape{}), kWeight, kBias); }) ==
        "shape-mismatch field=x got=() wants=at least one axis");
}
