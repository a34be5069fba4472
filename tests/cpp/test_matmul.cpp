#include "tensor/matmul.h"

#include <algorithm>

#include "catch.h"
#include "compare.h"
#include "dice.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

FloatTensor product(const FloatTensor& a, const FloatTensor& b) {
  FloatTensor out({a.shape[0], b.shape[1]});
  std::fill(out.data.begin(), out.data.end(), 99.0F);  // what was there before must not show
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

/// 1 × n times n × 1, so that the sum is the one number.
float dot(const std::vector<float>& a, const std::vector<float>& b) {
  return product(FloatTensor({1, a.size()}, a), FloatTensor({b.size(), 1}, b)).data[0];
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

TEST_CASE("products of random matrices are those of three plain loops") {
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

TEST_CASE("a sum runs in the order of k and rounds at each step, as PyTorch's does") {
  // 1e8 + 1 is 1e8 in float32: another order, or a wider sum, would give 1.
  CHECK(dot({1e8F, 1, -1e8F}, {1, 1, 1}) == 0.0F);
  CHECK(dot({1e8F, -1e8F, 1}, {1, 1, 1}) == 1.0F);
}

TEST_CASE("past 320 products the sum is made in two halves, up to there in one go") {
  std::vector<float> a(320, 0.0F);
  const std::vector<float> ones(321, 1.0F);
  // A large first number swallows the ones that follow it one by one, but not their sum made apart.
  a.front() = 1e8F;
  std::fill(a.begin() + 160, a.end(), 1.0F);
  CHECK(dot(a, {ones.begin(), ones.end() - 1}) == 1e8F);
  a.push_back(0);
  CHECK(dot(a, ones) == 1e8F + 160);
}

TEST_CASE("the bias is added to the finished sum") {
  const std::vector<float> ones(16, 1.0F);
  const float bias = 1e8F;
  const FloatTensor row({1, 16}, ones);
  CHECK(product_transposed(row, row, &bias).data[0] == 1e8F + 16);
}

TEST_CASE("a product over no numbers is 0, or the bias") {
  const FloatTensor a(Shape{2, 0});
  const FloatTensor b(Shape{3, 0});
  const float bias[] = {1, 2, 3};
  CHECK(product_transposed(a, b, nullptr).data == std::vector<float>(6, 0.0F));
  CHECK(product_transposed(a, b, bias).data == std::vector<float>{1, 2, 3, 1, 2, 3});
}
