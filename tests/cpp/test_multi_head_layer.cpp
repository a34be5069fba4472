#include "headsup/fast/multi_head_layer.h"

#include <limits>
#include <utility>

#include "catch.h"
#include "compare.h"
#include "dice.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

/// Numbers so small that rounding of scores hardly changes the attention weights.
Tensor small_numbers(Dice& dice, const Shape& shape) {
  Tensor x = dice.floats(shape);
  for (float& number : x.floats()) number /= 16;
  return x;
}

MultiHeadWeights random_weights(Dice& dice, Index d_model) {
  const auto linear = [&] {
    return LinearWeights{.weight = small_numbers(dice, {d_model, d_model}),
                         .bias = small_numbers(dice, {d_model})};
  };
  return {.w_q = linear(), .w_k = linear(), .w_v = linear(), .w_0 = linear()};
}

}  // namespace

TEST_CASE("a layer knows its sizes, and keeps them when it is moved") {
  Dice dice(1);
  MultiHeadLayer first(random_weights(dice, 8), 2);
  const Tensor x = dice.floats({2, 3, 8});
  const Tensor want = first.forward(x, x, x);
  MultiHeadLayer second(std::move(first));
  CHECK(second.d_model() == 8);
  CHECK(second.num_heads() == 2);
  CHECK(difference("output", second.forward(x, x, x), want, Match::exact) == "");
  MultiHeadLayer third(random_weights(dice, 4), 4);
  third = std::move(second);
  CHECK(difference("output", third.forward(x, x, x), want, Match::exact) == "");
}

TEST_CASE("forward reads the caller's memory through views as it reads tensors") {
  Dice dice(2);
  const MultiHeadLayer layer(random_weights(dice, 8), 2);
  const Tensor query = dice.floats({2, 3, 8});
  const Tensor key = dice.floats({2, 5, 8});
  const Tensor value = dice.floats({2, 5, 8});
  const Tensor want = layer.forward(query, key, value);
  const Tensor got =
      layer.forward(BatchView(query.shape(), query.data<float>()), BatchView(key.shape(), key.data<float>()),
                    BatchView(value.shape(), value.data<float>()));
  CHECK(difference("output", got, want, Match::exact) == "");
}

TEST_CASE(
    "forward_with_attention returns what multi_head_attention does, and forward's output up to rounding") {
  Dice dice(3);
  const MultiHeadWeights weights = random_weights(dice, 8);
  const MultiHeadLayer layer(weights, 2);
  const Tensor x = small_numbers(dice, {2, 5, 8});
  const Tensor masks[] = {dice.bits({5, 5}), dice.bits({2, 1, 5}), dice.bits({2, 2, 5, 5})};
  for (const Tensor& mask : masks) {
    for (const bool causal : {false, true}) {
      const Masking masking = {.mask = mask, .is_causal = causal};
      const MultiHead got = layer.forward_with_attention(x, x, x, masking);
      const MultiHead want = multi_head_attention(weights, 2, x, x, x, masking);
      CHECK(got.attention.attention.shape() == Shape{2, 2, 5, 5});
      CHECK(difference("attention", got.attention.attention, want.attention.attention, Match::exact) == "");
      CHECK(difference("output", *got.output, *want.output, Match::exact) == "");
      CHECK(difference("output", layer.forward(x, x, x, masking), *want.output) == "");
    }
  }
}

TEST_CASE("weights that do not fit are refused by name") {
  Dice dice(16);
  const LinearWeights w = {dice.floats({4, 4}), std::nullopt};
  const LinearWeights wide = {dice.floats({4, 5}), std::nullopt};
  const LinearWeights long_bias = {dice.floats({4, 4}), dice.floats({5})};
  const auto refusal = [](const MultiHeadWeights& weights, Index num_heads) {
    return refusal_of([&] { MultiHeadLayer(weights, num_heads); });
  };
  CHECK(refusal({w, w, w, w}, 3) == "heads-do-not-divide field=num_heads got=3 other=the width max=4");
  CHECK(refusal({w, wide, w, w}, 2) == "shape-mismatch field=w_k.weight got=(4, 5) wants=(4, 4)");
  CHECK(refusal({w, w, long_bias, w}, 2) == "shape-mismatch field=w_v.bias got=(5,) wants=(4,)");
  CHECK(refusal({w, w, w, wide}, 2) == "shape-mismatch field=w_0.weight got=(4, 5) wants=(4, 4)");
  CHECK(refusal({w, w, w, std::nullopt}, 2) == "missing field=w_0 wants=shape (4, 4)");
}

TEST_CASE("operands and masks that do not fit are refused by name") {
  Dice dice(17);
  const MultiHeadLayer layer(random_weights(dice, 4), 2);
  const Tensor x(Shape{2, 3, 4});
  const Tensor flat(Shape{3, 4});
  const Tensor other_batch(Shape{1, 3, 4});
  const Tensor other_length(Shape{2, 5, 4});
  const auto both = [&](const Tensor& q, const Tensor& k, const Tensor& v,
                        const std::optional<Tensor>& mask = std::nullopt) {
    std::string forward = refusal_of([&] { layer.forward(q, k, v, {.mask = mask}); });
    CHECK(refusal_of([&] { layer.forward_with_attention(q, k, v, {.mask = mask}); }) == forward);
    return forward;
  };
  CHECK(both(flat, x, x) == "shape-mismatch field=query got=(3, 4) wants=(B, T, 4)");
  CHECK(both(x, flat, x) == "shape-mismatch field=key got=(3, 4) wants=(2, S, 4)");
  CHECK(both(x, other_batch, x) == "shape-mismatch field=key got=(1, 3, 4) wants=(2, S, 4)");
  CHECK(both(x, x, other_length) == "shape-mismatch field=value got=(2, 5, 4) wants=(2, 3, 4)");
  for (const Shape& shape : {Shape{4, 3}, Shape{1, 3, 4}, Shape{2, 3, 3, 3}, Shape{3}}) {
    const Tensor mask(shape, DType::boolean);
    CHECK(both(x, x, x, mask) ==
          "shape-mismatch field=mask got=" + to_string(shape) +
              " wants=a shape (T, S), (B, T, S) or (B, H, T, S) that broadcasts to (2, 2, 3, 3)");
  }
}

TEST_CASE("a workspace too large for memory is refused before it is allocated") {
  // Without columns, a sequence of any length is a tensor without numbers; the workspace is not.
  const LinearWeights w = {Tensor(Shape{4, 0}), std::nullopt};
  const LinearWeights w_0 = {Tensor(Shape{0, 4}), std::nullopt};
  const MultiHeadLayer layer({w, w, w, w_0}, 2);
  const Index length = std::numeric_limits<Index>::max() / 8;
  CHECK(refusal_of([&] {
          layer.forward(BatchView({1, 2, 0}, nullptr), BatchView({1, length, 0}, nullptr),
                        BatchView({1, length, 0}, nullptr));
        }).rfind("too-large", 0) == 0);
}
