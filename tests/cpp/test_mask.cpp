#include "headsup/attention/mask.h"

#include <cmath>

#include "catch.h"
#include "compare.h"
#include "fixtures.h"

using namespace headsup;
using namespace headsup::tests;

TEST_CASE("padding_mask is 1 where there is a token, with an axis of size 1 for every query") {
  const Tensor ids = tensor_of<std::int64_t>({2, 3}, {62, 13, 0, 60, 0, 0});
  CHECK(difference("mask", padding_mask(ids, 0), tensor_of<std::uint8_t>({2, 1, 3}, {1, 1, 0, 1, 0, 0})) ==
        "");
  CHECK(difference("mask", padding_mask(ids, 60), tensor_of<std::uint8_t>({2, 1, 3}, {1, 1, 1, 0, 1, 1})) ==
        "");
}

TEST_CASE("padding_mask refuses ids that are not a batch") {
  CHECK(refusal_of([] {
          padding_mask(tensor_of<std::int64_t>({3}, {1, 2, 3}), 0);
        }) == "shape-mismatch field=ids got=(3,) wants=(B, L)");
}

TEST_CASE("causal_mask is the lower triangle, square or not") {
  CHECK(difference("mask", causal_mask(3, 3),
                   tensor_of<std::uint8_t>({1, 3, 3}, {1, 0, 0, 1, 1, 0, 1, 1, 1})) == "");
  CHECK(difference("mask", causal_mask(2, 4), tensor_of<std::uint8_t>({1, 2, 4}, {1, 0, 0, 0, 1, 1, 0, 0})) ==
        "");
  CHECK(difference("mask", causal_mask(3, 2), tensor_of<std::uint8_t>({1, 3, 2}, {1, 0, 1, 1, 1, 1})) == "");
  CHECK(difference("mask", causal_mask(1, 1), tensor_of<std::uint8_t>({1, 1, 1}, {1})) == "");
}

TEST_CASE("PyTorch's masks of 1 = ignore are ours inverted") {
  const Tensor ids = tensor_of<std::int64_t>({2, 3}, {62, 13, 0, 60, 0, 0});
  const Tensor padding = tensor_of<std::uint8_t>({2, 3}, {0, 0, 1, 0, 1, 1});
  CHECK(difference("mask", key_padding_mask(ids, 0), padding) == "");
  const Tensor later = tensor_of<std::uint8_t>({2, 3}, {0, 1, 1, 0, 0, 1});
  CHECK(difference("mask", subsequent_mask(2, 3), later) == "");
  CHECK(difference("mask", invert_mask(later), tensor_of<std::uint8_t>({2, 3}, {1, 0, 0, 1, 1, 0})) == "");
}

TEST_CASE("invert_mask takes any number but 0 for 1, as masked_fill does") {
  CHECK(difference("mask", invert_mask(tensor_of<std::uint8_t>({3}, {2, 255, 0})),
                   tensor_of<std::uint8_t>({3}, {0, 0, 1})) == "");
}

TEST_CASE("combine_masks broadcasts a column mask over a triangle") {
  const Tensor padding = tensor_of<std::uint8_t>({2, 1, 3}, {1, 1, 0, 1, 0, 0});
  const Tensor want =
      tensor_of<std::uint8_t>({2, 3, 3}, {1, 0, 0, 1, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0});
  CHECK(difference("mask", combine_masks(padding, causal_mask(3, 3)), want) == "");
  CHECK(difference("mask", combine_masks(causal_mask(3, 3), padding), want) == "");
}

TEST_CASE("combine_masks refuses shapes that do not fit") {
  CHECK(refusal_of([] {
          combine_masks(Tensor(Shape{2, 1, 3}, DType::boolean), Tensor(Shape{1, 4, 4}, DType::boolean));
        }) == "shape-mismatch field=b got=(1, 4, 4) wants=a shape that broadcasts with (2, 1, 3)");
}

TEST_CASE("masked_fill fills where the mask is 0 and leaves the scores as they were") {
  const Tensor scores = tensor_of<float>({1, 2, 2}, {0.5F, 1, 1.5F, 2});
  const Tensor mask = tensor_of<std::uint8_t>({1, 2, 2}, {1, 0, 0, 1});
  CHECK(difference("filled", masked_fill(scores, mask, -1e12F),
                   tensor_of<float>({1, 2, 2}, {0.5F, -1e12F, -1e12F, 2}), Match::exact) == "");
  CHECK(difference("filled", masked_fill(scores, mask, -INFINITY),
                   tensor_of<float>({1, 2, 2}, {0.5F, -INFINITY, -INFINITY, 2}), Match::exact) == "");
  CHECK(scores.tolist<float>() == std::vector<float>{0.5F, 1, 1.5F, 2});
}

TEST_CASE("masked_fill broadcasts its mask over queries and heads") {
  const Tensor scores = tensor_of<float>({2, 2, 1, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
  const Tensor mask = tensor_of<std::uint8_t>({2, 1, 1, 2}, {1, 0, 0, 1});
  CHECK(difference("filled", masked_fill(scores, mask, 0),
                   tensor_of<float>({2, 2, 1, 2}, {1, 0, 3, 0, 0, 6, 0, 8}), Match::exact) == "");
  CHECK(difference("filled", masked_fill(scores, tensor_of<std::uint8_t>({2}, {0, 1}), 0),
                   tensor_of<float>({2, 2, 1, 2}, {0, 2, 0, 4, 0, 6, 0, 8}), Match::exact) == "");
}

TEST_CASE("masked_fill refuses a mask that does not fit, or that would widen the scores") {
  const Tensor scores(Shape{1, 2, 2});
  CHECK(refusal_of([&] {
          masked_fill(scores, Tensor(Shape{1, 2, 3}, DType::boolean), 0);
        }) == "shape-mismatch field=mask got=(1, 2, 3) wants=a shape that broadcasts with (1, 2, 2)");
  CHECK(refusal_of([&] {
          masked_fill(scores, Tensor(Shape{4, 2, 2}, DType::boolean), 0);
        }) == "shape-mismatch field=mask got=(4, 2, 2) wants=a shape that broadcasts to (1, 2, 2)");
  CHECK(refusal_of([&] {
          masked_fill(scores, Tensor(Shape{1, 1, 2, 2}, DType::boolean), 0);
        }) == "shape-mismatch field=mask got=(1, 1, 2, 2) wants=a shape that broadcasts to (1, 2, 2)");
}

TEST_CASE("masked_fill refuses a mask without the heads axis of the scores, even where the sizes would fit") {
  const Tensor scores(Shape{2, 2, 5, 5});
  const Tensor mask(Shape{2, 1, 5}, DType::boolean);
  CHECK(refusal_of([&] { masked_fill(scores, mask, 0); }) ==
        "shape-mismatch field=mask got=(2, 1, 5) wants=a heads axis as in scores (2, 2, 5, 5): "
        "unsqueeze(mask, 1)");
  CHECK(masked_fill(scores, mask.unsqueeze(1), 1).tolist<float>() == std::vector<float>(100, 1.0F));
  CHECK(masked_fill(scores, Tensor(Shape{5, 5}, DType::boolean), 1).tolist<float>() ==
        std::vector<float>(100, 1.0F));
  CHECK(masked_fill(Tensor(Shape{2, 5, 5}), mask, 1).tolist<float>() == std::vector<float>(50, 1.0F));
}

TEST_CASE("masked_fill gives PyTorch's numbers") {
  const auto ops = read_fixture("ops.json");
  for (const Json& example : ops.at("maskedFill")) {
    const auto fill = static_cast<float>(number_of(example.at("maskFill")));
    CHECK(difference(example.at("name").get<std::string>(),
                     masked_fill(floats_of(example.at("x")), bits_of(example.at("mask")), fill),
                     floats_of(example.at("result")), Match::exact) == "");
  }
}
