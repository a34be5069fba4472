#include "tensor/matmul.h"

#include <algorithm>
#include <cmath>

#include "catch.h"
#include "compare.h"
#include "dice.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

FloatTensor product(const FloatTensor& a, const FloatTensor& b) {
  FloatTensor out({a.shape[0], b.shape[1]});
  std::fill(out.data.begin(), out.data.end(), 99.0F);  // the output is overwritten, not added to
  matmul({a.data.data(), a.shape[0], a.shape[1]}, {b.data.data(), b.shape[0], b.shape[1]}, out.data.data());
  return out;
}

FloatTensor product_transposed(const FloatTensor& a, const FloatTensor& b, const float* bias) {
  FloatTensor out({a.shape[0], b.shape[0]});
  std::fill(out.data.begin(), out.data.end(), 99.0F);
  matmul_transposed({a.data.data(), a.shape[0], a.shape[1]}, {b.data.data(), b.shape[0], b.shape[1]}, bias,
                    out.data.data());
  return out;
}

FloatTensor transposed(const FloatTensor& x) {
  FloatTensor y({x.shape[1], x.shape[0]});
  for (Index i = 0; i < x.shape[0]; ++i) {
    for (Index j = 0; j < x.shape[1]; ++j) y.data[j * x.shape[0] + i] = x.data[i * x.shape[1] + j];
  }
  return y;
}

}  // namespace

TEST_CASE("matmul multiplies rows by columns") {
  const FloatTensor a({2, 3}, {1, 2, 3, 4, 5, 6});
  const FloatTensor b({3, 2}, {7, 8, 9, 10, 11, 12});
  CHECK(difference("a b", product(a, b), FloatTensor({2, 2}, {58, 64, 139, 154}), Match::exact) == "");
}

TEST_CASE("matmul_transposed multiplies rows by rows and adds the bias to each column") {
  const FloatTensor a({2, 3}, {1, 2, 3, 4, 5, 6});
  const FloatTensor b({2, 3}, {7, 9, 11, 8, 10, 12});
  const float bias[] = {0.5F, -1};
  CHECK(difference("a bT", product_transposed(a, b, nullptr), FloatTensor({2, 2}, {58, 64, 139, 154}),
                   Match::exact) == "");
  CHECK(difference("a bT + bias", product_transposed(a, b, bias),
                   FloatTensor({2, 2}, {58.5F, 63, 139.5F, 153}), Match::exact) == "");
}

TEST_CASE("products of random matrices match three plain loops") {
  Dice dice(1);
  for (int round = 0; round < 100; ++round) {
    const FloatTensor a = dice.floats({dice.between(1, 9), dice.between(1, 20)});
    const FloatTensor b = dice.floats({a.shape[1], dice.between(1, 9)});
    FloatTensor want({a.shape[0], b.shape[1]});
    for (Index i = 0; i < want.data.size(); ++i) {
      const Index row = i / b.shape[1];
      const Index col = i % b.shape[1];
      for (Index k = 0; k < a.shape[1]; ++k) {
        want.data[i] += a.data[row * a.shape[1] + k] * b.data[k * b.shape[1] + col];
      }
    }
    // Multiples of 1/256 below 4: every product and every sum is exact, whatever the order.
    CHECK(difference("a b", product(a, b), want, Match::exact) == "");
    CHECK(difference("a bT", product_transposed(a, transposed(b), nullptr), want, Match::exact) == "");
  }
}

TEST_CASE("sums of any length are within float32's rounding of the exact sum") {
  Dice dice(2);
  for (const Index depth : std::initializer_list<Index>{1, 7, 64, 128, 319, 321, 512, 1000, 2048}) {
    FloatTensor a = dice.floats({5, depth});
    FloatTensor b = dice.floats({9, depth});
    // Thirds are not exact in float32, nor are their products.
    for (float& x : a.data) x /= 3;
    for (float& x : b.data) x /= 3;
    const FloatTensor got = product_transposed(a, b, nullptr);
    for (Index i = 0; i < got.data.size(); ++i) {
      double exact = 0;
      double sizes = 0;
      for (Index k = 0; k < depth; ++k) {
        const double term =
            static_cast<double>(a.data[i / 9 * depth + k]) * static_cast<double>(b.data[i % 9 * depth + k]);
        exact += term;
        sizes += std::abs(term);
      }
      // Rounding errors of random sign grow with the root of their number.
      CAPTURE(depth, i);
      CHECK(std::abs(static_cast<double>(got.data[i]) - exact) <=
            6e-8 * std::sqrt(static_cast<double>(depth)) * sizes);
    }
  }
}

TEST_CASE("matmul_transposed_float64 rounds once, and equal rows give equal results anywhere") {
  // In float32 1e8 + 1 is 1e8.
  const FloatTensor a({1, 3}, {1e8F, 1, -1e8F});
  const FloatTensor ones({1, 3}, {1, 1, 1});
  float sum = 0;
  matmul_transposed_float64({a.data.data(), 1, 3}, {ones.data.data(), 1, 3}, &sum);
  CHECK(sum == 1.0F);

  Dice dice(3);
  for (const Index depth : {1U, 7U, 64U, 500U}) {
    FloatTensor same({13, depth});
    const FloatTensor row = dice.floats({depth});
    for (Index i = 0; i < same.data.size(); ++i) same.data[i] = row.data[i % depth] / 3;
    FloatTensor products({13, 13});
    matmul_transposed_float64({same.data.data(), 13, depth}, {same.data.data(), 13, depth},
                              products.data.data());
    CHECK(products.data == std::vector<float>(products.data.size(), products.data[0]));
  }
}

TEST_CASE("a product of depth 0 is 0, or the bias") {
  const FloatTensor a(Shape{2, 0});
  const FloatTensor b(Shape{3, 0});
  const float bias[] = {1, 2, 3};
  CHECK(product_transposed(a, b, nullptr).data == std::vector<float>(6, 0.0F));
  CHECK(product_transposed(a, b, bias).data == std::vector<float>{1, 2, 3, 1, 2, 3});
}
