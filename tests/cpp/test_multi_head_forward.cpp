// The fast pass against the one that keeps every intermediate.
#include "fast/multi_head_forward.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "catch.h"
#include "compare.h"
#include "dice.h"
#include "headsup/attention/mask.h"
#include "kernels.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Numbers of the size that layers have: outputs are around 1, scores up to some tens.
FloatTensor numbers(Dice& dice, const Shape& shape, float size) {
  FloatTensor x = dice.floats(shape);
  for (float& number : x.data) number *= size / 4;
  return x;
}

struct Case {
  MultiHeadWeights weights;
  Index num_heads;
  FloatTensor query;
  FloatTensor key;
  FloatTensor value;
};

LinearWeights random_linear(Dice& dice, Index out, Index in) {
  const float bound = 1.7F / std::sqrt(static_cast<float>(in));
  LinearWeights w{numbers(dice, {out, in}, bound), std::nullopt};
  if (dice.coin()) w.bias = numbers(dice, {out}, 1);
  return w;
}

Case random_case(Dice& dice, Index longest, Index widest = 20) {
  const Index heads = dice.between(1, 4);
  const Index width = heads * dice.between(1, widest / 2 - 1);
  const Index d_model = dice.between(1, widest);
  // Enough sentences of some lengths to share panels and leave a rest.
  const Index batch = dice.between(1, 9);
  const Index keys = dice.between(1, longest);
  const FloatTensor key = numbers(dice, {batch, keys, d_model}, 2);
  return {{random_linear(dice, width, d_model), random_linear(dice, width, d_model),
           random_linear(dice, width, d_model), random_linear(dice, d_model, width)},
          heads,
          numbers(dice, {batch, dice.between(1, longest), d_model}, 2),
          key,
          dice.coin() ? key : numbers(dice, {batch, keys, d_model}, 2)};
}

/// Of one of the three shapes; some rows attend to nothing, and often a stretch of keys is masked for all.
BoolTensor random_mask(Dice& dice, const Case& c) {
  const Index batch = c.query.shape[0];
  const Index queries = c.query.shape[1];
  const Index keys = c.key.shape[1];
  const Shape shapes[] = {{batch, queries, keys}, {batch, 1, keys}, {1, queries, keys}};
  BoolTensor mask = dice.bits(shapes[dice.below(3)]);
  const Index from = dice.below(keys);
  const Index row = dice.below(mask.data.size() / keys);
  for (Index i = 0; i < mask.data.size(); ++i) {
    if (i % keys >= from || i / keys == row) mask.data[i] = 0;
  }
  return mask;
}

/// The traced output, and how far from it another order of sums may come.
struct Traced {
  FloatTensor output;
  float tolerance;  ///< of 1 + |number|
};

Traced traced(const Case& c, const Masking& masking) {
  std::optional<BoolTensor> mask;
  if (masking.mask != nullptr) mask = *masking.mask;
  if (masking.causal) {
    const BoolTensor nopeak = causal_mask(c.query.shape[1], c.key.shape[1]);
    mask = mask ? combine_masks(*mask, nopeak) : nopeak;
  }
  MultiHead pass = multi_head_attention(c.weights, c.num_heads, c.query, c.key, c.value,
                                        mask ? &*mask : nullptr, masking.fill);
  // Both are sums of rounded numbers. What a large score is rounded by changes its weight by as much of the weight.
  float largest = 0;
  for (const float score : pass.attention.scores.data) {
    if (std::isfinite(score)) largest = std::max(largest, std::abs(score));
  }
  return {std::move(*pass.output), 8e-6F + largest * std::numeric_limits<float>::epsilon()};
}

/// "" where each number is as near as it may be, and NaN where it should be.
std::string compared(const Case& c, const Masking& masking, const Kernel& kernel) {
  const auto [want, tolerance] = traced(c, masking);
  const FloatTensor got =
      multi_head_forward(PackedMultiHead(c.weights, c.num_heads, kernel), c.query, c.key, c.value, masking);
  if (got.shape != want.shape) return difference("output", got, want);
  for (Index i = 0; i < want.data.size(); ++i) {
    const float g = got.data[i];
    const float w = want.data[i];
    if (std::isnan(g) && std::isnan(w)) continue;
    if (!(std::abs(g - w) <= tolerance * (1 + std::abs(w)))) return difference("output", got, want);
  }
  return "";
}

/// The same by each kernel that this machine runs.
std::string compared(const Case& c, const Masking& masking) {
  for (const Kernel* kernel : every_kernel()) {
    const std::string found = compared(c, masking, *kernel);
    if (!found.empty()) return "P " + std::to_string(kernel->lanes) + ": " + found;
  }
  return "";
}

const Kernel& any_kernel(Dice& dice) {
  const auto all = every_kernel();
  return *all[dice.below(all.size())];
}

}  // namespace

TEST_CASE("the fast pass agrees with the traced one on random shapes, masks and fills", "[forward]") {
  Dice dice(11);
  const float fills[] = {-1e12F, -1e9F, -kInfinity, std::numeric_limits<float>::lowest(), -3, 0};
  for (int round = 0; round < 300; ++round) {
    const Case c = random_case(dice, round % 10 == 0 ? 300 : 30);
    const BoolTensor mask = random_mask(dice, c);
    Masking masking;
    if (dice.below(4) != 0) masking.mask = &mask;
    masking.causal = dice.coin();
    masking.fill = fills[dice.below(6)];
    CAPTURE(round, to_string(c.query.shape), to_string(c.key.shape), c.num_heads, masking.fill,
            masking.causal, masking.mask != nullptr);
    REQUIRE(compared(c, masking, any_kernel(dice)) == "");
  }
}

TEST_CASE("the fast pass agrees with the traced one where layers are wide enough for a tile from outside",
          "[forward]") {
  Dice dice(13);
  for (int round = 0; round < 40; ++round) {
    const Case c = random_case(dice, 150, 100);
    const BoolTensor mask = random_mask(dice, c);
    const Masking masking = {dice.coin() ? &mask : nullptr, dice.coin(), -1e12F};
    CAPTURE(round, to_string(c.query.shape), to_string(c.key.shape), c.num_heads, masking.causal);
    REQUIRE(compared(c, masking) == "");
  }
}

TEST_CASE("a row that is masked everywhere averages every value with a number, and is NaN with -inf",
          "[forward]") {
  Dice dice(12);
  Case c = random_case(dice, 300);
  c.query = numbers(dice, {1, 200, c.query.shape[2]}, 2);
  c.key = c.value = numbers(dice, {1, 200, c.query.shape[2]}, 2);
  BoolTensor mask({1, 1, 200});
  for (const float fill : {-1e12F, -kInfinity}) {
    for (const bool causal : {false, true}) CHECK(compared(c, {&mask, causal, fill}) == "");
  }
  // The first 100 keys are padding: with causality their queries see nothing.
  std::fill(mask.data.begin() + 100, mask.data.end(), std::uint8_t{1});
  for (const float fill : {-1e12F, -kInfinity}) CHECK(compared(c, {&mask, true, fill}) == "");
}

TEST_CASE("a masked key's weight is 0, but 0 times a NaN or an infinity is NaN", "[forward]") {
  Dice dice(13);
  for (const float poison : {NAN, kInfinity}) {
    for (const Index place : {Index{40}, Index{150}}) {
      Case c = random_case(dice, 1);
      const Index width = c.query.shape[2];
      c.query = c.key = numbers(dice, {1, 160, width}, 2);
      c.value = c.key;
      c.value.data[place * width] = poison;
      BoolTensor mask({1, 1, 160}, std::vector<std::uint8_t>(160, 1));
      std::fill(mask.data.begin() + 30, mask.data.end(), std::uint8_t{0});
      CHECK(compared(c, {&mask, false, -1e12F}) == "");
      CHECK(compared(c, {nullptr, true, -1e12F}) == "");
    }
  }
}

TEST_CASE("a query with a NaN, of whatever bits, gives NaN and leaves the others alone", "[forward]") {
  Dice dice(19);
  Case c = random_case(dice, 30);
  for (const std::uint32_t bits : {0x7fc00000U, 0x7fc00001U, 0x7f800001U, 0xffc00003U, 0x7fffffffU}) {
    std::memcpy(c.query.data.data(), &bits, sizeof bits);
    CHECK(compared(c, {}) == "");
  }
}

TEST_CASE("scores far apart in different blocks of keys: the maximum moves, and nothing overflows",
          "[forward]") {
  Dice dice(14);
  for (int round = 0; round < 20; ++round) {
    Case c = random_case(dice, 1);
    c.query = numbers(dice, {1, 20, c.query.shape[2]}, 40);
    c.key = numbers(dice, {1, 200, c.query.shape[2]}, 40);
    c.value = numbers(dice, {1, 200, c.query.shape[2]}, 1);
    // Scores of some hundreds are known to a few 1e-5 only: what is held here is that all stays finite.
    const FloatTensor got = multi_head_forward(PackedMultiHead(c.weights, c.num_heads, any_kernel(dice)),
                                               c.query, c.key, c.value, {});
    CHECK(std::all_of(got.data.begin(), got.data.end(), [](float x) { return std::isfinite(x); }));
  }
}

TEST_CASE("thousands of positions need no square of them", "[forward]") {
  Dice dice(15);
  const Case c = {{random_linear(dice, 8, 8), random_linear(dice, 8, 8), random_linear(dice, 8, 8),
                   random_linear(dice, 8, 8)},
                  2,
                  numbers(dice, {1, 3, 8}, 2),
                  numbers(dice, {1, 8192, 8}, 2),
                  numbers(dice, {1, 8192, 8}, 2)};
  CHECK(compared(c, {}) == "");
  CHECK(compared(c, {nullptr, true, -1e12F}) == "");
}

TEST_CASE("operands that share their numbers come out as their copies do", "[forward]") {
  Dice dice(18);
  for (int round = 0; round < 100; ++round) {
    const Case c = random_case(dice, round % 5 == 0 ? 300 : 60);
    const FloatTensor& x = c.query;
    const PackedMultiHead layer(c.weights, c.num_heads, any_kernel(dice));
    // As many positions from the same place on, or fewer: other sentences then, where there are several.
    const Shape shape = {x.shape[0], dice.coin() ? x.shape[1] : dice.between(1, x.shape[1]), x.shape[2]};
    const BatchView shared(shape, x.data.data());
    const auto copy = [&] { return FloatTensor(shape, {shared.data, shared.data + element_count(shape)}); };
    const FloatTensor key = copy();
    const FloatTensor value = copy();
    const FloatTensor want = multi_head_forward(layer, x, key, value, {});
    CAPTURE(round, to_string(x.shape), to_string(shape), layer.kernel->lanes);
    REQUIRE(difference("all three", multi_head_forward(layer, x, shared, shared, {}), want, Match::exact) ==
            "");
    REQUIRE(difference("key", multi_head_forward(layer, x, shared, value, {}), want, Match::exact) == "");
    REQUIRE(difference("value", multi_head_forward(layer, x, key, shared, {}), want, Match::exact) == "");
    REQUIRE(difference("key and value", multi_head_forward(layer, x, key, key, {}), want, Match::exact) ==
            "");
  }
}

TEST_CASE("what does not fit is refused by name", "[forward]") {
  Dice dice(16);
  const LinearWeights w = {dice.floats({4, 4}), std::nullopt};
  const LinearWeights wide = {dice.floats({4, 5}), std::nullopt};
  const LinearWeights long_bias = {dice.floats({4, 4}), dice.floats({5})};
  CHECK(refusal_of([&] {
          PackedMultiHead({w, w, w, w}, 3);
        }) == "heads-do-not-divide field=numHeads got=3 other=dModel max=4");
  CHECK(refusal_of([&] {
          PackedMultiHead({w, wide, w, w}, 2);
        }) == "shape-mismatch field=w_k got=(4, 5) wants=(4, 4)");
  CHECK(refusal_of([&] {
          PackedMultiHead({w, w, long_bias, w}, 2);
        }) == "shape-mismatch field=w_v got=(5,) wants=(4,)");
  CHECK(refusal_of([&] {
          PackedMultiHead({w, w, w, std::nullopt}, 2);
        }) == "missing field=w_0 wants=shape (4, 4)");
  const PackedMultiHead layer({w, w, w, w}, 2);
  const FloatTensor x(Shape{2, 3, 4});
  const FloatTensor flat(Shape{3, 4});
  const FloatTensor other_batch(Shape{1, 3, 4});
  const FloatTensor other_length(Shape{2, 5, 4});
  const auto forward = [&](const FloatTensor& q, const FloatTensor& k, const FloatTensor& v,
                           const BoolTensor* mask = nullptr) {
    return refusal_of([&] { multi_head_forward(layer, q, k, v, {mask, false, 0}); });
  };
  CHECK(forward(flat, x, x) == "shape-mismatch field=query got=(3, 4) wants=(B, T, 4)");
  CHECK(forward(x, flat, x) == "shape-mismatch field=key got=(3, 4) wants=(2, S, 4)");
  CHECK(forward(x, other_batch, x) == "shape-mismatch field=key got=(1, 3, 4) wants=(2, S, 4)");
  CHECK(forward(x, x, other_length) == "shape-mismatch field=value got=(2, 5, 4) wants=(2, 3, 4)");
  const BoolTensor wide_mask(Shape{1, 3, 4});
  CHECK(forward(x, x, x, &wide_mask) == "shape-mismatch field=mask got=(1, 3, 4) wants=(2 or 1, 3 or 1, 3)");
}

TEST_CASE("without a key the average is 0, without a query there is no output", "[forward]") {
  Dice dice(17);
  const LinearWeights w = {dice.floats({4, 4}), dice.floats({4})};
  const FloatTensor none(Shape{1, 0, 4});
  const FloatTensor some = dice.floats({1, 2, 4});
  CHECK(compared({{w, w, w, w}, 2, some, none, none}, {}) == "");
  CHECK(compared({{w, w, w, w}, 2, none, some, some}, {}) == "");
}
