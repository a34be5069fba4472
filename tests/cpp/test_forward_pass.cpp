// The forward pass of MultiHeadLayer against multi_head_attention, by every kernel.
#include "fast/forward_pass.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "catch.h"
#include "compare.h"
#include "dice.h"
#include "kernels.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

/// Multiples of size / 1024 in [−size, size).
Tensor numbers(Dice& dice, const Shape& shape, float size) {
  Tensor x = dice.floats(shape);
  for (float& number : x.floats()) number *= size / 4;
  return x;
}

struct Case {
  MultiHeadWeights weights;
  Index num_heads;
  Tensor query;
  Tensor key;
  Tensor value;
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
  // Enough short sequences to share panels, with some left over.
  const Index batch = dice.between(1, 9);
  const Index keys = dice.between(1, longest);
  const Tensor key = numbers(dice, {batch, keys, d_model}, 2);
  return {{random_linear(dice, width, d_model), random_linear(dice, width, d_model),
           random_linear(dice, width, d_model), random_linear(dice, d_model, width)},
          heads,
          numbers(dice, {batch, dice.between(1, longest), d_model}, 2),
          key,
          dice.coin() ? key : numbers(dice, {batch, keys, d_model}, 2)};
}

/// A mask of any shape that mask_for_heads takes; one row attends to nothing, and often the last keys are masked in
/// every row.
Tensor random_mask(Dice& dice, const Case& c) {
  const Index keys = c.key.shape()[1];
  const auto or_1 = [&](Index size) { return dice.coin() ? size : 1; };
  Shape shape = {or_1(c.query.shape()[1]), keys};
  if (dice.below(4) != 0) shape.insert(shape.begin(), or_1(c.query.shape()[0]));
  if (shape.size() == 3 && dice.coin()) shape.insert(shape.begin() + 1, or_1(c.num_heads));
  Tensor mask = dice.bits(shape);
  const Index from = dice.below(keys);
  const Index row = dice.below(mask.count() / keys);
  for (Index i = 0; i < mask.count(); ++i) {
    if (i % keys >= from || i / keys == row) mask.bits()[i] = 0;
  }
  return mask;
}

/// multi_head_attention's output, and by how much rounding may change it.
struct Expected {
  Tensor output;
  float tolerance;  ///< times 1 + |number|
};

Expected expected(const Case& c, const Masking& masking) {
  MultiHead pass = multi_head_attention(c.weights, c.num_heads, c.query, c.key, c.value, masking);
  // A score's absolute rounding error becomes its weight's relative error.
  float largest = 0;
  for (const float score : pass.attention.scores.tolist<float>()) {
    if (std::isfinite(score)) largest = std::max(largest, std::abs(score));
  }
  return {.output = std::move(*pass.output),
          .tolerance = 8e-6F + largest * std::numeric_limits<float>::epsilon()};
}

/// "" if every number is within the tolerance, or NaN where it should be.
std::string compared(const Case& c, const Masking& masking, const Kernel& kernel) {
  const auto [want, tolerance] = expected(c, masking);
  const Tensor got =
      forward_pass(PackedMultiHead(c.weights, c.num_heads, kernel), c.query, c.key, c.value, masking);
  if (got.shape() != want.shape()) return difference("output", got, want);
  for (Index i = 0; i < want.count(); ++i) {
    const float g = got.floats()[i];
    const float w = want.floats()[i];
    if (std::isnan(g) && std::isnan(w)) continue;
    if (!(std::abs(g - w) <= tolerance * (1 + std::abs(w)))) return difference("output", got, want);
  }
  return "";
}

/// Checks `forward` with every kernel.
std::string compared(const Case& c, const Masking& masking) {
  for (const Kernel* kernel : every_kernel()) {
    const std::string found = compared(c, masking, *kernel);
    if (!found.empty()) return std::string(kernel->name) + ": " + found;
  }
  return "";
}

const Kernel& any_kernel(Dice& dice) {
  const auto all = every_kernel();
  return *all[dice.below(all.size())];
}

}  // namespace

TEST_CASE("forward agrees with multi_head_attention on random shapes, masks and fills") {
  Dice dice(11);
  const float fills[] = {-1e12F, -1e9F, -kInfinity, std::numeric_limits<float>::lowest(), -3, 0};
  for (int round = 0; round < 300; ++round) {
    const Case c = random_case(dice, round % 10 == 0 ? 300 : 30);
    const Tensor mask = random_mask(dice, c);
    const Masking masking = {.mask = dice.below(4) != 0 ? std::optional(mask) : std::nullopt,
                             .is_causal = dice.coin(),
                             .fill = fills[dice.below(6)]};
    CAPTURE(round, to_string(c.query.shape()), to_string(c.key.shape()), c.num_heads, to_string(mask.shape()),
            masking.fill, masking.is_causal, masking.mask.has_value());
    REQUIRE(compared(c, masking, any_kernel(dice)) == "");
  }
}

TEST_CASE("forward agrees with multi_head_attention in layers wide enough for a fused tile") {
  Dice dice(13);
  for (int round = 0; round < 40; ++round) {
    const Case c = random_case(dice, 150, 100);
    const Tensor mask = random_mask(dice, c);
    const Masking masking = {.mask = dice.coin() ? std::optional(mask) : std::nullopt,
                             .is_causal = dice.coin()};
    CAPTURE(round, to_string(c.query.shape()), to_string(c.key.shape()), c.num_heads, to_string(mask.shape()),
            masking.is_causal);
    REQUIRE(compared(c, masking) == "");
  }
}

TEST_CASE("each head has its own mask where the mask has a heads axis") {
  Dice dice(20);
  const LinearWeights w = random_linear(dice, 12, 12);
  const Tensor x = numbers(dice, {2, 300, 12}, 2);
  const Case c = {{w, w, w, w}, 3, x, x, x};
  for (const Index queries : {Index{1}, Index{300}}) {
    Tensor mask =
        tensor_of<std::uint8_t>({2, 3, queries, 300}, std::vector<std::uint8_t>(6 * queries * 300, 1));
    // Head 1 sees the first block of keys only, head 2 the others only: whole blocks are skipped in some heads.
    for (Index i = 0; i < mask.count(); ++i) {
      const Index head = i / (queries * 300) % 3;
      const bool is_in_first_block = i % 300 < 128;
      if ((head == 1 && !is_in_first_block) || (head == 2 && is_in_first_block)) mask.bits()[i] = 0;
    }
    for (const bool causal : {false, true}) {
      CHECK(compared(c, {.mask = mask, .is_causal = causal}) == "");
      CHECK(compared(c, {.mask = mask, .is_causal = causal, .fill = -kInfinity}) == "");
    }
  }
}

TEST_CASE("a fully masked row averages every value with a finite fill, and is NaN with -inf") {
  Dice dice(12);
  Case c = random_case(dice, 300);
  c.query = numbers(dice, {1, 200, c.query.shape()[2]}, 2);
  c.key = c.value = numbers(dice, {1, 200, c.query.shape()[2]}, 2);
  Tensor mask({1, 1, 200}, DType::boolean);
  for (const float fill : {-1e12F, -kInfinity}) {
    for (const bool causal : {false, true}) {
      CHECK(compared(c, {.mask = mask, .is_causal = causal, .fill = fill}) == "");
    }
  }
  // The first 100 keys are padding, so the causal mask leaves their queries no key.
  std::fill(mask.bits().begin() + 100, mask.bits().end(), std::uint8_t{1});
  for (const float fill : {-1e12F, -kInfinity}) {
    CHECK(compared(c, {.mask = mask, .is_causal = true, .fill = fill}) == "");
  }
}

TEST_CASE("a masked NaN or infinity among the values still makes the output NaN") {
  Dice dice(13);
  for (const float poison : {NAN, kInfinity}) {
    for (const Index place : {Index{40}, Index{150}}) {
      Case c = random_case(dice, 1);
      const Index width = c.query.shape()[2];
      c.query = c.key = numbers(dice, {1, 160, width}, 2);
      c.value = c.key;
      c.value.floats()[place * width] = poison;
      Tensor mask = tensor_of<std::uint8_t>({1, 1, 160}, std::vector<std::uint8_t>(160, 1));
      std::fill(mask.bits().begin() + 30, mask.bits().end(), std::uint8_t{0});
      CHECK(compared(c, {.mask = mask}) == "");
      CHECK(compared(c, Masking::causal()) == "");
    }
  }
}

TEST_CASE("a NaN of any bit pattern in a query makes only that query's output NaN") {
  Dice dice(19);
  Case c = random_case(dice, 30);
  for (const std::uint32_t bits : {0x7fc00000U, 0x7fc00001U, 0x7f800001U, 0xffc00003U, 0x7fffffffU}) {
    std::memcpy(c.query.data<float>(), &bits, sizeof bits);
    CHECK(compared(c, {}) == "");
  }
}

TEST_CASE("the output stays finite while the running maximum grows by hundreds from block to block") {
  Dice dice(14);
  for (int round = 0; round < 20; ++round) {
    Case c = random_case(dice, 1);
    c.query = numbers(dice, {1, 20, c.query.shape()[2]}, 40);
    c.key = numbers(dice, {1, 200, c.query.shape()[2]}, 40);
    c.value = numbers(dice, {1, 200, c.query.shape()[2]}, 1);
    // Scores of some hundreds are rounded too coarsely to compare the outputs.
    const PackedMultiHead layer(c.weights, c.num_heads, any_kernel(dice));
    const Tensor got = forward_pass(layer, c.query, c.key, c.value, {});
    CHECK(std::all_of(got.floats().begin(), got.floats().end(), [](float x) { return std::isfinite(x); }));
  }
}

TEST_CASE("forward agrees with multi_head_attention on thousands of keys") {
  Dice dice(15);
  const Case c = {{random_linear(dice, 8, 8), random_linear(dice, 8, 8), random_linear(dice, 8, 8),
                   random_linear(dice, 8, 8)},
                  2,
                  numbers(dice, {1, 3, 8}, 2),
                  numbers(dice, {1, 8192, 8}, 2),
                  numbers(dice, {1, 8192, 8}, 2)};
  CHECK(compared(c, {}) == "");
  CHECK(compared(c, Masking::causal()) == "");
}

TEST_CASE("operands that share memory give the same bits as copies of them") {
  Dice dice(18);
  for (int round = 0; round < 100; ++round) {
    const Case c = random_case(dice, round % 5 == 0 ? 300 : 60);
    const Tensor& x = c.query;
    const PackedMultiHead layer(c.weights, c.num_heads, any_kernel(dice));
    // In the same memory, a smaller length makes different sequences.
    const Shape shape = {x.shape()[0], dice.coin() ? x.shape()[1] : dice.between(1, x.shape()[1]),
                         x.shape()[2]};
    const BatchView shared(shape, x.data<float>());
    const auto copy = [&] {
      return tensor_of<float>(shape, std::vector<float>(shared.data, shared.data + element_count(shape)));
    };
    const Tensor key = copy();
    const Tensor value = copy();
    const Tensor want = forward_pass(layer, x, key, value, {});
    const auto differs = [&](const BatchView& k, const BatchView& v) {
      return difference("output", forward_pass(layer, x, k, v, {}), want, Match::exact);
    };
    CAPTURE(round, to_string(x.shape()), to_string(shape), layer.kernel->name);
    REQUIRE(differs(shared, shared) == "");
    REQUIRE(differs(shared, value) == "");
    REQUIRE(differs(key, shared) == "");
    REQUIRE(differs(key, key) == "");
  }
}

TEST_CASE("without keys the attention is 0; without queries there is no output") {
  Dice dice(17);
  const LinearWeights w = {dice.floats({4, 4}), dice.floats({4})};
  const Tensor none(Shape{1, 0, 4});
  const Tensor some = dice.floats({1, 2, 4});
  CHECK(compared({{w, w, w, w}, 2, some, none, none}, {}) == "");
  CHECK(compared({{w, w, w, w}, 2, none, some, some}, {}) == "");
}
