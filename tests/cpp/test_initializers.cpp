#include "headsup/attention/linear.h"
#include "headsup/random/initializers.h"

#include <cmath>
#include <limits>

#include "catch.h"
#include "compare.h"
#include "fixtures.h"

using namespace headsup;
using namespace headsup::tests;

TEST_CASE("linear_weights equal torch.nn.Linear's bit for bit, weight first and then bias") {
  const auto fixture = read_fixture("generator.json");
  for (const Json& example : fixture.at("linear")) {
    Generator generator(example.at("seed").get<std::int64_t>());
    const Index in = example.at("inFeatures").get<Index>();
    const Index out = example.at("outFeatures").get<Index>();
    const DrawnLinear linear = linear_weights(generator, in, out, true);
    CHECK(linear.weight.tensor.shape() == Shape{out, in});
    CHECK(bit_difference("weight", linear.weight.tensor.tolist<float>(),
                         word_list(example.at("weightBits"))) == "");
    REQUIRE(linear.bias);
    CHECK(linear.bias->tensor.shape() == Shape{out});
    CHECK(bit_difference("bias", linear.bias->tensor.tolist<float>(), word_list(example.at("biasBits"))) ==
          "");
  }
}

TEST_CASE("embedding_weight is torch.nn.Embedding's at both ends of the table") {
  const auto fixture = read_fixture("generator.json");
  for (const Json& example : fixture.at("embedding")) {
    Generator generator(example.at("seed").get<std::int64_t>());
    const Index rows = example.at("rows").get<Index>();
    const Index columns = example.at("columns").get<Index>();
    const Tensor table = embedding_weight(generator, rows, columns).tensor;
    CHECK(table.shape() == Shape{rows, columns});
    const auto first = float_list(example.at("first"));
    const auto last = float_list(example.at("last"));
    const auto count = static_cast<std::ptrdiff_t>(first.size());
    CHECK(difference("first", {table.floats().begin(), table.floats().begin() + count}, first) == "");
    CHECK(difference("last", {table.floats().end() - count, table.floats().end()}, last) == "");
  }
}

TEST_CASE("a layer without a bias draws none") {
  Generator with(42);
  const DrawnLinear biased = linear_weights(with, 4, 3, true);
  Generator without(42);
  const DrawnLinear bare = linear_weights(without, 4, 3, false);
  CHECK_FALSE(bare.bias);
  CHECK(difference("weight", bare.weight.tensor, biased.weight.tensor, Match::exact) == "");
  CHECK(biased.weight.draws.first == 0);
  CHECK(biased.bias->draws.first == 12);
  Draws next;
  without.uniform(1, 1.0, &next);
  CHECK(next.first == 12);
}

TEST_CASE("the bounds of weight and bias are 1 / sqrt(inputs), except for rounding") {
  for (Index in = 1; in <= 2048; ++in) {
    CHECK(std::abs(linear_weight_bound(in) * std::sqrt(static_cast<double>(in)) - 1) < 1e-15);
    CHECK(linear_bias_bound(in) == 1 / std::sqrt(static_cast<double>(in)));
  }
}

TEST_CASE("a layer without inputs has a bias of zeros, as in PyTorch") {
  Generator generator(42);
  const DrawnLinear linear = linear_weights(generator, 0, 3, true);
  CHECK(linear.weight.tensor.shape() == Shape{3, 0});
  CHECK(linear.bias->tensor.tolist<float>() == std::vector<float>(3, 0.0F));
  CHECK(linear.bias->draws.first == 0);
}

TEST_CASE("more numbers than memory has room for are refused before any is drawn") {
  constexpr Index kLargest = std::numeric_limits<std::ptrdiff_t>::max();
  constexpr Index half = Index{1} << (sizeof(Index) * 4);  // squared, it wraps around to 0
  Generator generator(42);
  CHECK(refusal_of([&] { linear_weights(generator, half, half, true); }).rfind("too-large field=shape", 0) ==
        0);
  CHECK(refusal_of([&] { generator.normal(kLargest); }).rfind("too-large field=shape", 0) == 0);
  CHECK(refusal_of([&] { generator.uniform(kLargest, 1); }).rfind("too-large field=shape", 0) == 0);
  CHECK(generator.random() == Generator(42).random());
}

TEST_CASE("randn has the shape that was asked for, and its draws") {
  Generator generator(42);
  const Drawn drawn = randn(generator, {2, 3});
  CHECK(drawn.tensor.shape() == Shape{2, 3});
  CHECK(drawn.draws.count == 6);
  CHECK(drawn.draws.distribution == Distribution::normal);
  Generator again(42);
  CHECK(difference("randn", drawn.tensor.tolist<float>(), again.normal(6), Match::exact) == "");
}

TEST_CASE("without_draws keeps the tensors") {
  Generator generator(1);
  const DrawnLinear drawn = linear_weights(generator, 2, 2, true);
  const LinearWeights weights = without_draws(drawn);
  CHECK(difference("weight", weights.weight, drawn.weight.tensor, Match::exact) == "");
  REQUIRE(weights.bias);
  CHECK(difference("bias", *weights.bias, drawn.bias->tensor, Match::exact) == "");
  CHECK_FALSE(without_draws(linear_weights(generator, 2, 2, false)).bias);
}

TEST_CASE("randn and rand of a seed are PyTorch's") {
  // torch.manual_seed(42); torch.randn(3), likewise torch.rand(3)
  CHECK(printed_difference("randn", randn(42, {3}), tensor_of<float>({3}, {0.3367F, 0.1288F, 0.2345F}),
                           6e-5) == "");
  CHECK(printed_difference("rand", rand(42, {3}), tensor_of<float>({3}, {0.8823F, 0.9150F, 0.3829F}), 6e-5) ==
        "");
  Generator generator(7);
  const Tensor numbers = rand(7, {4, 50});
  for (const float number : numbers.floats()) CHECK(number == generator.rand());
  CHECK(rand(7, {0, 2}).shape() == Shape{0, 2});
}
