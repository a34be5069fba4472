// What has to hold whatever the numbers are: a few hundred small random cases each.
#include <cmath>
#include <limits>

#include "attention/heads.h"
#include "attention/mask.h"
#include "attention/scaled_dot_product.h"
#include "attention/softmax.h"
#include "catch.h"
#include "compare.h"
#include "dice.h"
#include "lesson/run.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

constexpr int kCases = 300;

/// A mask that leaves each row of `length` at least one key.
BoolTensor mask_with_a_key(Dice& dice, const Shape& shape) {
  BoolTensor mask = dice.bits(shape);
  for (Index row = 0; row < mask.data.size(); row += shape.back())
    mask.data[row + dice.below(shape.back())] = 1;
  return mask;
}

/// x (L, K) with its rows in another order: row i is the row order[i] that was.
FloatTensor with_rows_in(const FloatTensor& x, const std::vector<Index>& order) {
  FloatTensor y(x.shape);
  const Index width = x.shape[1];
  for (Index i = 0; i < order.size(); ++i) {
    for (Index j = 0; j < width; ++j) y.data[i * width + j] = x.data[order[i] * width + j];
  }
  return y;
}

Spec random_spec(Dice& dice) {
  Spec spec;
  spec.num_heads = dice.between(1, 3);
  spec.d_model = spec.num_heads * dice.between(1, 4);
  spec.vocab_size = 20;
  spec.seed = static_cast<std::int64_t>(dice.below(1000));
  spec.mask = MaskSpec{false, true};
  spec.mask_fill = dice.coin() ? -1e12 : -std::numeric_limits<double>::infinity();
  const Index length = dice.between(2, 6);
  for (Index b = dice.between(1, 3); b > 0; --b) {
    spec.sequences.emplace_back();
    for (Index i = 0; i < length; ++i)
      spec.sequences.back().push_back(static_cast<std::int32_t>(dice.below(20)));
  }
  return spec;
}

}  // namespace

TEST_CASE("rows of a softmax sum to 1, and no weight is negative") {
  Dice dice(10);
  for (int i = 0; i < kCases; ++i) {
    const FloatTensor y = softmax(dice.floats({dice.between(1, 5), dice.between(1, 40)}));
    for (Index row = 0; row < y.data.size(); row += y.last(0)) {
      double sum = 0;
      for (Index j = row; j < row + y.last(0); ++j) {
        sum += static_cast<double>(y.data[j]);
        CHECK(y.data[j] >= 0.0F);
      }
      CHECK(close(sum, 1.0));
    }
  }
}

TEST_CASE("a larger score never gets a smaller weight, and adding a constant to a row changes nothing") {
  Dice dice(11);
  for (int i = 0; i < kCases; ++i) {
    const FloatTensor x = dice.floats({dice.between(2, 20)});
    const FloatTensor y = softmax(x);
    const Index a = dice.below(x.data.size());
    const Index b = dice.below(x.data.size());
    CHECK((x.data[a] <= x.data[b] ? y.data[a] <= y.data[b] : y.data[a] >= y.data[b]));
    FloatTensor shifted = x;
    for (float& score : shifted.data) score += 17;
    CHECK(difference("shifted", softmax(shifted), y) == "");
  }
}

TEST_CASE("masked weights are exactly 0, and the others sum to 1, while a key is left") {
  Dice dice(12);
  for (int i = 0; i < kCases; ++i) {
    const Index length = dice.between(1, 8);
    const FloatTensor q = dice.floats({2, 2, length, 3});
    const FloatTensor k = dice.floats({2, 2, length, 3});
    const BoolTensor mask = mask_with_a_key(dice, {2, 2, length, length});
    const float fill = dice.coin() ? -1e12F : -INFINITY;
    const FloatTensor attention = scaled_dot_product_attention(q, k, k, &mask, fill).attention;
    double sum = 0;
    for (Index cell = 0; cell < attention.data.size(); ++cell) {
      if (mask.data[cell] == 0) CHECK(attention.data[cell] == 0.0F);
      sum += static_cast<double>(attention.data[cell]);
    }
    CHECK(close(sum, static_cast<double>(4 * length)));
  }
}

TEST_CASE("masking nothing is no mask, and masking a key is not having it") {
  Dice dice(13);
  for (int i = 0; i < kCases; ++i) {
    const Index length = dice.between(2, 8);
    const FloatTensor q = dice.floats({length, 4});
    const FloatTensor k = dice.floats({length, 4});
    const BoolTensor all({1}, {1});
    CHECK(difference("all", scaled_dot_product_attention(q, k, k, &all, -INFINITY).values,
                     scaled_dot_product_attention(q, k, k, nullptr, 0).values, Match::exact) == "");
    BoolTensor but_last({1, length});
    for (Index s = 0; s + 1 < length; ++s) but_last.data[s] = 1;
    const FloatTensor fewer({length - 1, 4}, {k.data.begin(), k.data.end() - 4});
    CHECK(difference("but last", scaled_dot_product_attention(q, k, k, &but_last, -1e12F).values,
                     scaled_dot_product_attention(q, fewer, fewer, nullptr, 0).values) == "");
  }
}

TEST_CASE("splitting, transposing twice and joining is the identity") {
  Dice dice(14);
  for (int i = 0; i < kCases; ++i) {
    const Index num_heads = dice.between(1, 5);
    const FloatTensor x =
        dice.floats({dice.between(1, 4), dice.between(1, 6), num_heads * dice.between(1, 5)});
    const FloatTensor back = join_heads(transpose_heads(transpose_heads(split_heads(x, num_heads))));
    CHECK(difference("x", back, x, Match::exact) == "");
  }
}

TEST_CASE("permuting keys with their values permutes the weights and leaves the values") {
  Dice dice(15);
  for (int i = 0; i < kCases; ++i) {
    const Index length = dice.between(1, 8);
    const FloatTensor q = dice.floats({3, 4});
    const FloatTensor k = dice.floats({length, 4});
    const FloatTensor v = dice.floats({length, 2});
    const auto order = dice.order(length);
    const Attention before = scaled_dot_product_attention(q, k, v, nullptr, 0);
    const Attention after =
        scaled_dot_product_attention(q, with_rows_in(k, order), with_rows_in(v, order), nullptr, 0);
    FloatTensor permuted(before.attention.shape);
    for (Index cell = 0; cell < permuted.data.size(); ++cell) {
      permuted.data[cell] = before.attention.data[cell - cell % length + order[cell % length]];
    }
    CHECK(difference("attention", after.attention, permuted) == "");
    CHECK(difference("values", after.values, before.values) == "");
  }
}

TEST_CASE("under a causal mask a row does not change, not by a bit, when later tokens change") {
  Dice dice(16);
  for (int i = 0; i < kCases; ++i) {
    const Spec spec = random_spec(dice);
    Spec changed = spec;
    const Index length = spec.sequences[0].size();
    const Index kept = dice.between(1, length - 1);
    for (auto& sequence : changed.sequences) {
      for (Index t = kept; t < length; ++t) sequence[t] = static_cast<std::int32_t>(dice.below(20));
    }
    const auto before = std::get<FloatTensor>(run(spec)["output"].tensor);
    const auto after = std::get<FloatTensor>(run(changed)["output"].tensor);
    for (Index cell = 0; cell < before.data.size(); ++cell) {
      if (index_of(before.shape, cell)[1] < kept) CHECK(after.data[cell] == before.data[cell]);
    }
  }
}

TEST_CASE("what stands in a batch beside a sentence does not change its output") {
  Dice dice(17);
  for (int i = 0; i < kCases; ++i) {
    const Spec together = random_spec(dice);
    Spec alone = together;
    alone.sequences = {together.sequences.back()};
    const auto want = std::get<FloatTensor>(run(alone)["output"].tensor);
    const auto all = std::get<FloatTensor>(run(together)["output"].tensor);
    const auto last = all.data.end() - static_cast<std::ptrdiff_t>(want.data.size());
    CHECK(difference("output", {last, all.data.end()}, want.data) == "");
  }
}
