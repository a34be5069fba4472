// Properties of the operations for any numbers, checked on a few hundred small random cases each.
#include <cmath>
#include <optional>
#include <vector>

#include "catch.h"
#include "compare.h"
#include "dice.h"
#include "headsup/attention/heads.h"
#include "headsup/attention/multi_head.h"
#include "headsup/attention/scaled_dot_product.h"
#include "headsup/attention/softmax.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

constexpr int kCases = 300;

/// A mask that leaves each row of `length` at least one key.
Tensor mask_with_a_key(Dice& dice, const Shape& shape) {
  Tensor mask = dice.bits(shape);
  for (Index row = 0; row < mask.count(); row += shape.back())
    mask.bits()[row + dice.below(shape.back())] = 1;
  return mask;
}

/// x (L, K) with its rows in another order: row i is the row order[i] that was.
Tensor with_rows_in(const Tensor& x, const std::vector<Index>& order) {
  Tensor y(x.shape());
  const Index width = x.shape()[1];
  for (Index i = 0; i < order.size(); ++i) {
    for (Index j = 0; j < width; ++j) y.floats()[i * width + j] = x.floats()[order[i] * width + j];
  }
  return y;
}

/// Numbers in [−1, 1): products of a few round little.
Tensor small_floats(Dice& dice, const Shape& shape) {
  Tensor x = dice.floats(shape);
  for (float& number : x.floats()) number /= 4;
  return x;
}

/// Finite numbers of every size that float32 has.
Tensor floats_of_any_size(Dice& dice, const Shape& shape) {
  Tensor x = dice.floats(shape);
  for (float& number : x.floats()) number = std::ldexp(number, static_cast<int>(dice.below(250)) - 125);
  return x;
}

LinearWeights random_layer(Dice& dice, Index in, Index out) {
  LinearWeights layer{small_floats(dice, {out, in}), std::nullopt};
  if (dice.coin()) layer.bias = small_floats(dice, {out});
  return layer;
}

using Matrix = std::vector<std::vector<double>>;

/// x (L, K) wᵀ + b in float64.
Matrix plain_linear(const Matrix& x, const LinearWeights& layer) {
  Matrix y;
  for (const auto& row : x) {
    y.emplace_back();
    for (Index j = 0; j < layer.weight.shape()[0]; ++j) {
      double sum = layer.bias ? static_cast<double>(layer.bias->floats()[j]) : 0;
      for (Index i = 0; i < row.size(); ++i)
        sum += row[i] * static_cast<double>(layer.weight.floats()[j * row.size() + i]);
      y.back().push_back(sum);
    }
  }
  return y;
}

/// softmax(q kᵀ / √K) v as on paper, with −inf for the keys that the mask (T, S) hides.
Matrix plain_attention(const Matrix& q, const Matrix& k, const Matrix& v, const Tensor& mask) {
  Matrix values;
  for (Index t = 0; t < q.size(); ++t) {
    std::vector<double> powers;
    double sum = 0;
    for (Index s = 0; s < k.size(); ++s) {
      double score = 0;
      for (Index i = 0; i < q[t].size(); ++i) score += q[t][i] * k[s][i];
      const bool attends = mask.bits()[t * k.size() + s] == 1;
      powers.push_back(attends ? std::exp(score / std::sqrt(static_cast<double>(q[t].size()))) : 0.0);
      sum += powers.back();
    }
    values.emplace_back(v[0].size());
    for (Index s = 0; s < k.size(); ++s) {
      for (Index i = 0; i < v[s].size(); ++i) values[t][i] += powers[s] / sum * v[s][i];
    }
  }
  return values;
}

Matrix matrix_of(const Tensor& x) {
  Matrix rows;
  for (Index begin = 0; begin < x.count(); begin += x.size(-1))
    rows.emplace_back(x.floats().begin() + static_cast<std::ptrdiff_t>(begin),
                      x.floats().begin() + static_cast<std::ptrdiff_t>(begin + x.size(-1)));
  return rows;
}

}  // namespace

TEST_CASE("rows of a softmax sum to 1, and no weight is negative") {
  Dice dice(10);
  for (int i = 0; i < kCases; ++i) {
    const Shape shape = {dice.between(1, 5), dice.between(1, 40)};
    const Tensor y = softmax(dice.coin() ? dice.floats(shape) : floats_of_any_size(dice, shape));
    for (Index row = 0; row < y.count(); row += y.size(-1)) {
      double sum = 0;
      for (Index j = row; j < row + y.size(-1); ++j) {
        sum += static_cast<double>(y.floats()[j]);
        CHECK(y.floats()[j] >= 0.0F);
      }
      CHECK(close(sum, 1.0));
    }
  }
}

TEST_CASE("a larger score never gets a smaller weight, and adding a constant to a row changes nothing") {
  Dice dice(11);
  for (int i = 0; i < kCases; ++i) {
    const Tensor x = dice.floats({dice.between(2, 20)});
    const Tensor y = softmax(x);
    const Index a = dice.below(x.count());
    const Index b = dice.below(x.count());
    CHECK((x.floats()[a] <= x.floats()[b] ? y.floats()[a] <= y.floats()[b] : y.floats()[a] >= y.floats()[b]));
    Tensor shifted = x.clone();
    for (float& score : shifted.floats()) score += 17;
    CHECK(difference("shifted", softmax(shifted), y) == "");
  }
}

TEST_CASE("masked weights are exactly 0, and the others sum to 1, if any key is left") {
  Dice dice(12);
  for (int i = 0; i < kCases; ++i) {
    const Index length = dice.between(1, 8);
    const Tensor q = dice.floats({2, 2, length, 3});
    const Tensor k = dice.floats({2, 2, length, 3});
    const Tensor mask = mask_with_a_key(dice, {2, 2, length, length});
    const float fill = dice.coin() ? -1e12F : -INFINITY;
    const Tensor attention = scaled_dot_product_attention(q, k, k, mask, fill).attention;
    double sum = 0;
    for (Index cell = 0; cell < attention.count(); ++cell) {
      if (mask.bits()[cell] == 0) CHECK(attention.floats()[cell] == 0.0F);
      sum += static_cast<double>(attention.floats()[cell]);
    }
    CHECK(close(sum, static_cast<double>(4 * length)));
  }
}

TEST_CASE("a mask of ones is like no mask, and masking a key is like removing it") {
  Dice dice(13);
  for (int i = 0; i < kCases; ++i) {
    const Index length = dice.between(2, 8);
    const Tensor q = dice.floats({length, 4});
    const Tensor k = dice.floats({length, 4});
    const Tensor all = tensor_of<std::uint8_t>({1}, {1});
    CHECK(difference("all", scaled_dot_product_attention(q, k, k, all, -INFINITY).values,
                     scaled_dot_product_attention(q, k, k, std::nullopt, 0).values, Match::exact) == "");
    Tensor but_last({1, length}, DType::boolean);
    for (Index s = 0; s + 1 < length; ++s) but_last.bits()[s] = 1;
    const Tensor fewer = tensor_of<float>({length - 1, 4}, {k.floats().begin(), k.floats().end() - 4});
    CHECK(difference("but last", scaled_dot_product_attention(q, k, k, but_last, -1e12F).values,
                     scaled_dot_product_attention(q, fewer, fewer, std::nullopt, 0).values) == "");
  }
}

TEST_CASE("splitting, transposing twice and merging is the identity") {
  Dice dice(14);
  for (int i = 0; i < kCases; ++i) {
    const Index num_heads = dice.between(1, 5);
    const Tensor x = dice.floats({dice.between(1, 4), dice.between(1, 6), num_heads * dice.between(1, 5)});
    const Tensor back = merge_heads(transpose_heads(transpose_heads(split_heads(x, num_heads))));
    CHECK(difference("x", back, x, Match::exact) == "");
  }
}

TEST_CASE("permuting keys with their values permutes the weights and leaves the values") {
  Dice dice(15);
  for (int i = 0; i < kCases; ++i) {
    const Index length = dice.between(1, 8);
    const Tensor q = dice.floats({3, 4});
    const Tensor k = dice.floats({length, 4});
    const Tensor v = dice.floats({length, 2});
    const Tensor mask = mask_with_a_key(dice, {1, length});
    const auto order = dice.order(length);
    Tensor moved_mask = mask.clone();
    for (Index s = 0; s < length; ++s) moved_mask.bits()[s] = mask.bits()[order[s]];
    const Attention before = scaled_dot_product_attention(q, k, v, mask, -1e12F);
    const Attention after =
        scaled_dot_product_attention(q, with_rows_in(k, order), with_rows_in(v, order), moved_mask, -1e12F);
    Tensor permuted(before.attention.shape());
    for (Index cell = 0; cell < permuted.count(); ++cell) {
      permuted.floats()[cell] = before.attention.floats()[cell - cell % length + order[cell % length]];
    }
    CHECK(difference("attention", after.attention, permuted) == "");
    CHECK(difference("values", after.values, before.values) == "");
  }
}

TEST_CASE("attention with one head equals the formula") {
  Dice dice(19);
  for (int i = 0; i < kCases; ++i) {
    const Index d_model = dice.between(1, 6);
    const Index width = dice.between(1, 6);
    const Tensor query = small_floats(dice, {1, dice.between(1, 6), d_model});
    const Tensor key = small_floats(dice, {1, dice.between(1, 6), d_model});
    const Tensor mask = mask_with_a_key(dice, {1, query.shape()[1], key.shape()[1]});
    MultiHeadWeights w{random_layer(dice, d_model, width), random_layer(dice, d_model, width),
                       random_layer(dice, d_model, width), random_layer(dice, width, d_model)};
    const MultiHead got = multi_head_attention(w, 1, query, key, key, {.mask = mask, .fill = -INFINITY});
    const Matrix values =
        plain_attention(plain_linear(matrix_of(query), w.w_q), plain_linear(matrix_of(key), w.w_k),
                        plain_linear(matrix_of(key), w.w_v), mask);
    const Matrix want = plain_linear(values, *w.w_0);
    const Matrix output = matrix_of(*got.output);
    // The reference is float64; the core rounds to float32 several times in a row.
    for (Index t = 0; t < want.size(); ++t) {
      for (Index j = 0; j < d_model; ++j) CHECK(std::abs(output[t][j] - want[t][j]) < 1e-5);
    }
  }
}
