#include "headsup/attention/multi_head.h"

#include <cmath>

#include "catch.h"
#include "compare.h"
#include "dice.h"
#include "headsup/attention/linear.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

/// A layer whose output is its input.
LinearWeights identity(Index width) {
  LinearWeights w{Tensor({width, width}), std::nullopt};
  for (Index i = 0; i < width; ++i) w.weight.floats()[i * width + i] = 1;
  return w;
}

MultiHeadWeights identities(Index width) {
  return {identity(width), identity(width), identity(width), identity(width)};
}

MultiHead attend(const Tensor& query, const Tensor& key, const Tensor& value,
                 const std::optional<Tensor>& mask = std::nullopt, Index num_heads = 2) {
  return multi_head_attention(identities(4), num_heads, query, key, value, {.mask = mask});
}

}  // namespace

TEST_CASE("each head sees its own columns of q, k and v") {
  // The first head's columns match the first key, the second head's the second.
  const Tensor query = tensor_of<float>({1, 1, 4}, {100, 0, 0, 100});
  const Tensor key = tensor_of<float>({1, 2, 4}, {1, 0, 1, 0, 0, 1, 0, 1});
  const Tensor value = tensor_of<float>({1, 2, 4}, {1, 2, 3, 4, 5, 6, 7, 8});
  const MultiHead m = attend(query, key, value);
  CHECK(difference("attention", m.attention.attention, tensor_of<float>({1, 2, 1, 2}, {1, 0, 0, 1})) == "");
  REQUIRE(m.output);
  CHECK(difference("output", *m.output, tensor_of<float>({1, 1, 4}, {1, 2, 7, 8})) == "");
}

TEST_CASE("every intermediate has its shape, with a target of another length") {
  Dice dice(2);
  const MultiHead m = attend(dice.floats({3, 5, 4}), dice.floats({3, 2, 4}), dice.floats({3, 2, 4}));
  CHECK(m.q.projected.shape() == Shape{3, 5, 4});
  CHECK(m.q.split.shape() == Shape{3, 5, 2, 2});
  CHECK(m.q.heads.shape() == Shape{3, 2, 5, 2});
  CHECK(m.k.heads.shape() == Shape{3, 2, 2, 2});
  CHECK(m.attention.scores.shape() == Shape{3, 2, 5, 2});
  CHECK(m.attention.values.shape() == Shape{3, 2, 5, 2});
  CHECK(m.values_merged.shape() == Shape{3, 5, 2, 2});
  CHECK(m.concat.shape() == Shape{3, 5, 4});
  CHECK(m.output->shape() == Shape{3, 5, 4});
}

TEST_CASE("a mask without a heads axis holds for every head") {
  Dice dice(3);
  const Tensor x = dice.floats({2, 3, 4});
  for (const Shape& shape :
       {Shape{2, 3, 3}, Shape{2, 1, 3}, Shape{1, 3, 3}, Shape{3, 3}, Shape{2, 2, 3, 3}}) {
    Tensor mask(shape, DType::boolean);
    for (Index i = 0; i < mask.count(); ++i) mask.bits()[i] = i % 3 == 0 ? 1 : 0;
    const MultiHead m = attend(x, x, x, mask);
    // Only the first key of every row is left.
    Tensor want(Shape{2, 2, 3, 3});
    for (Index i = 0; i < want.count(); i += 3) want.floats()[i] = 1;
    CHECK(difference("attention", m.attention.attention, want, Match::exact) == "");
  }
}

TEST_CASE("causal masks later keys, alone and together with a mask") {
  Dice dice(5);
  const Tensor x = dice.floats({2, 3, 4});
  const Tensor padding = tensor_of<std::uint8_t>({2, 1, 3}, {1, 1, 1, 1, 1, 0});
  const auto attention_of = [&](const Masking& masking) {
    return multi_head_attention(identities(4), 2, x, x, x, masking).attention.attention;
  };
  const Tensor triangle = causal_mask(3, 3);
  CHECK(difference("attention", attention_of(Masking::causal()), attention_of({.mask = triangle}),
                   Match::exact) == "");
  const Tensor both = combine_masks(padding, triangle);
  CHECK(difference("attention", attention_of({.mask = padding, .is_causal = true, .fill = -INFINITY}),
                   attention_of({.mask = both, .fill = -INFINITY}), Match::exact) == "");
}

TEST_CASE("without w_0 there is no output, and the width of attention may differ from d_model") {
  Dice dice(4);
  const LinearWeights w{dice.floats({6, 4}), dice.floats({6})};
  const Tensor x = dice.floats({1, 2, 4});
  const MultiHead m = multi_head_attention({w, w, w, std::nullopt}, 3, x, x, x, {});
  CHECK_FALSE(m.output);
  CHECK(m.concat.shape() == Shape{1, 2, 6});
  CHECK(difference("q", m.q.projected, linear(x, w.weight, w.bias), Match::exact) == "");
}

TEST_CASE("query, key, value and mask that do not fit are refused by name") {
  const Tensor x(Shape{2, 3, 4});
  const Tensor flat(Shape{3, 4});
  const Tensor other_batch(Shape{1, 3, 4});
  const Tensor other_length(Shape{2, 5, 4});
  const Tensor other_width(Shape{2, 3, 6});
  CHECK(refusal_of([&] { attend(flat, x, x); }) == "shape-mismatch field=query got=(3, 4) wants=(B, T, D)");
  CHECK(refusal_of([&] { attend(x, flat, x); }) == "shape-mismatch field=key got=(3, 4) wants=(2, S, D)");
  CHECK(refusal_of([&] { attend(x, other_batch, x); }) ==
        "shape-mismatch field=key got=(1, 3, 4) wants=(2, S, D)");
  CHECK(refusal_of([&] { attend(x, x, other_batch); }) ==
        "shape-mismatch field=value got=(1, 3, 4) wants=(2, S, D)");
  CHECK(refusal_of([&] { attend(other_width, x, x); }) ==
        "shape-mismatch field=weight got=(4, 4) wants=(N, 6)");
  // A value of another length than the key is refused where the weights multiply it.
  CHECK(refusal_of([&] { attend(x, x, other_length); }) ==
        "shape-mismatch field=v got=(2, 2, 5, 2) wants=(…, S, K) for attention (2, 2, 3, 3)");
  const Tensor flat_mask(Shape{3}, DType::boolean);
  CHECK(refusal_of([&] { attend(x, x, x, flat_mask); }) ==
        "shape-mismatch field=mask got=(3,) wants=a shape (T, S), (B, T, S) or (B, H, T, S) that broadcasts "
        "to (2, 2, 3, 3)");
  const Tensor wide_mask(Shape{1, 3, 4}, DType::boolean);
  CHECK(refusal_of([&] { attend(x, x, x, wide_mask); }) ==
        "shape-mismatch field=mask got=(1, 3, 4) wants=a shape (T, S), (B, T, S) or (B, H, T, S) that "
        "broadcasts to (2, 2, 3, 3)");
}

TEST_CASE("heads that do not divide the width are refused before anything is computed") {
  const Tensor x(Shape{1, 2, 4});
  CHECK(refusal_of([&] { attend(x, x, x, std::nullopt, 3); }) ==
        "heads-do-not-divide field=num_heads got=3 other=the width max=4");
}
