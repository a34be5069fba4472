#include "headsup/attention/feed_forward.h"

#include "catch.h"
#include "compare.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

const Tensor kX = tensor_of<float>({1, 2, 2}, {1, 2, 3, -4});
const LinearWeights kConv1 = {tensor_of<float>({3, 2, 1}, {1, 0, 0, 2, 1, -1}),
                              tensor_of<float>({3}, {0, 1, 0.5F})};
const LinearWeights kConv2 = {tensor_of<float>({2, 3, 1}, {1, 1, 1, 0, 1, 2}),
                              tensor_of<float>({2}, {0, -1})};

}  // namespace

TEST_CASE("feed_forward is conv1, the activation and conv2, with channels before positions between them") {
  const FeedForward made = feed_forward(kX, kConv1, kConv2, Activation::relu);
  CHECK(difference("ff_1", made.ff_1, tensor_of<float>({1, 3, 2}, {1, 3, 5, -7, -0.5F, 7.5F}),
                   Match::exact) == "");
  CHECK(difference("ff_2", made.ff_2, tensor_of<float>({1, 3, 2}, {1, 3, 5, 0, 0, 7.5F}), Match::exact) ==
        "");
  CHECK(difference("ff_3", made.ff_3, tensor_of<float>({1, 2, 2}, {6, 4, 10.5F, 14}), Match::exact) == "");
}

TEST_CASE("feed_forward works without biases, and without positions") {
  const LinearWeights bare = {kConv1.weight, std::nullopt};
  CHECK(conv1d_to_channels(kX, bare).floats()[2] == 4.0F);
  CHECK(feed_forward(Tensor(Shape{1, 0, 2}), kConv1, kConv2, Activation::gelu).ff_3.shape() ==
        Shape{1, 0, 2});
}

TEST_CASE("conv1d refuses a kernel not of size 1 and an x without three axes") {
  const LinearWeights flat = {Tensor(Shape{3, 2}), std::nullopt};
  const LinearWeights wide = {Tensor(Shape{3, 2, 5}), std::nullopt};
  CHECK(refusal_of([&] { conv1d_to_channels(kX, flat); }) ==
        "shape-mismatch field=weight got=(3, 2) wants=(out, in, 1)");
  CHECK(refusal_of([&] { conv1d_to_channels(kX, wide); }) ==
        "shape-mismatch field=weight got=(3, 2, 5) wants=(out, in, 1)");
  const Tensor row(Shape{2});
  CHECK(refusal_of([&] { conv1d_to_channels(row, kConv1); }) ==
        "shape-mismatch field=x got=(2,) wants=(B, L, D)");
  CHECK(refusal_of([&] { conv1d_to_positions(row, kConv2); }) ==
        "shape-mismatch field=x got=(2,) wants=(B, D, L)");
}
