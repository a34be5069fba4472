#include "headsup/attention/scaled_dot_product.h"

#include <cmath>

#include "catch.h"
#include "compare.h"
#include "fixtures.h"
#include "headsup/attention/mask.h"
#include "headsup/attention/softmax.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

const Tensor kQ = tensor_of<float>({1, 2, 4}, {1, 2, 3, 4, 0, 1, 0, 1});
const Tensor kK = tensor_of<float>({1, 3, 4}, {1, 1, 1, 1, 2, 0, 0, 0, 0, 0, 0, -4});
const Tensor kV = tensor_of<float>({1, 3, 2}, {1, 0, 0, 1, 10, 20});

}  // namespace

TEST_CASE("scores are products of each query with each key over the square root of their width") {
  CHECK(difference("scores", scaled_dot_product(kQ, kK), tensor_of<float>({1, 2, 3}, {5, 1, -8, 1, 0, -2}),
                   Match::exact) == "");
}

TEST_CASE("leading axes are independent batches") {
  const Tensor q = tensor_of<float>({2, 1, 1, 1}, {2, 3});
  const Tensor k = tensor_of<float>({2, 1, 2, 1}, {1, 10, 100, 1000});
  CHECK(difference("scores", scaled_dot_product(q, k), tensor_of<float>({2, 1, 1, 2}, {2, 20, 300, 3000}),
                   Match::exact) == "");
}

TEST_CASE("values are the weighted average of the value rows") {
  const Tensor attention = tensor_of<float>({1, 2, 3}, {0.5F, 0.25F, 0.25F, 0, 0, 1});
  CHECK(difference("values", weighted_sum(attention, kV), tensor_of<float>({1, 2, 2}, {3, 5.25F, 10, 20}),
                   Match::exact) == "");
}

TEST_CASE("operands that do not fit are refused") {
  const Tensor narrow(Shape{1, 3, 2});
  const Tensor other_batch(Shape{2, 3, 4});
  const Tensor flat(Shape{4});
  CHECK(refusal_of([&] { scaled_dot_product(flat, kK); }) ==
        "shape-mismatch field=q got=(4,) wants=(…, T, K)");
  for (const Tensor& k : {narrow, other_batch, flat}) {
    CHECK(refusal_of([&] { scaled_dot_product(kQ, k); }) ==
          "shape-mismatch field=k got=" + to_string(k.shape()) +
              " wants=the axes of q (1, 2, 4) but for the length");
  }
  const Tensor attention(Shape{1, 2, 3});
  const Tensor short_v(Shape{1, 2, 2});
  CHECK(refusal_of([&] { weighted_sum(flat, kV); }) ==
        "shape-mismatch field=attention got=(4,) wants=(…, T, S)");
  for (const Tensor& v : {short_v, other_batch, flat}) {
    CHECK(refusal_of([&] { weighted_sum(attention, v); }) ==
          "shape-mismatch field=v got=" + to_string(v.shape()) + " wants=(…, S, K) for attention (1, 2, 3)");
  }
}

TEST_CASE("attention is scores, softmax and weighted sum, and keeps every intermediate") {
  const Tensor mask = tensor_of<std::uint8_t>({1, 2, 3}, {1, 0, 1, 1, 1, 0});
  const Attention a = scaled_dot_product_attention(kQ, kK, kV, mask, -1e12F);
  CHECK(difference("scores", a.scores, scaled_dot_product(kQ, kK), Match::exact) == "");
  REQUIRE(a.masked_scores);
  CHECK(difference("masked_scores", *a.masked_scores, masked_fill(a.scores, mask, -1e12F), Match::exact) ==
        "");
  CHECK(difference("attention", a.attention, softmax(*a.masked_scores), Match::exact) == "");
  CHECK(difference("values", a.values, weighted_sum(a.attention, kV), Match::exact) == "");
  CHECK(a.attention.floats()[1] == 0.0F);
}

TEST_CASE("without a mask there are no masked scores") {
  const Attention a = scaled_dot_product_attention(kQ, kK, kV, std::nullopt, -1e12F);
  CHECK_FALSE(a.masked_scores);
  CHECK(difference("attention", a.attention, softmax(a.scores), Match::exact) == "");
}

TEST_CASE("without a query there are no scores and no values") {
  const Tensor none(Shape{3, 0, 2});
  const Tensor k(Shape{3, 4, 2});
  CHECK(scaled_dot_product(none, k).shape() == Shape{3, 0, 4});
  CHECK(weighted_sum(Tensor(Shape{3, 0, 4}), k).shape() == Shape{3, 0, 2});
}

TEST_CASE("scaled_dot_product gives PyTorch's numbers") {
  const auto ops = read_fixture("ops.json");
  for (const Json& example : ops.at("scores")) {
    CHECK(difference(example.at("name").get<std::string>(),
                     scaled_dot_product(floats_of(example.at("q")), floats_of(example.at("k"))),
                     floats_of(example.at("result"))) == "");
  }
}
