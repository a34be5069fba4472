// Masks as lessons record them, in one step each, and refusals. tests/cpp/test_operations.cpp compares the rest with PyTorch.
#include <cmath>
#include <limits>

#include "catch.h"
#include "headsup/tensor/refusal.h"
#include "operations/operations.h"

using namespace headsup;

namespace {

using Bits = std::vector<std::uint8_t>;

struct Explained {
  Explained(const Operation& operation, std::vector<Tensor> given, const Attributes& attributes,
            const Shape& index)
      : operands(std::move(given)),
        call{.operation = operation, .operands = operands, .attributes = attributes},
        result(operation.forward(call)),
        why{.call = call,
            .result = result,
            .grad = nullptr,
            .operand = 0,
            .index = index,
            .replays = nullptr} {
    operation.explain(why);
  }
  std::vector<Tensor> operands;
  Call call;
  Tensor result;
  Reason why;
};

}  // namespace

TEST_CASE("a padding mask is made of ids in one step") {
  const Tensor ids = tensor_of<std::int64_t>({2, 3}, {5, 7, 0, 4, 0, 0});
  const Attributes form = {{"other", 0.0}, {"unsqueeze", 1.0}};
  const Explained e(op::not_equal, {ids}, form, {1, 0, 0});
  CHECK(e.result.shape() == Shape{2, 1, 3});
  CHECK(e.result.dtype() == DType::boolean);
  CHECK(e.result.tolist<std::uint8_t>() == Bits{1, 1, 0, 1, 0, 0});
  REQUIRE(e.why.terms.size() == 2);
  CHECK(e.why.terms[0].operand == 0);
  CHECK(e.why.terms[0].index == Shape{1, 0});
  CHECK(e.why.terms[0].value == 4);
  CHECK(e.why.terms[1].word == "padId");
  CHECK(e.why.terms[1].value == 0);
}

TEST_CASE("a padding mask may be expanded over the queries") {
  const Tensor ids = tensor_of<std::int64_t>({1, 2}, {5, 0});
  const Attributes form = {{"other", 0.0}, {"unsqueeze", 1.0}, {"size", std::vector<std::int64_t>{1, 2, 2}}};
  const Explained e(op::eq, {ids}, form, {0, 1, 1});
  CHECK(e.result.is_contiguous());
  CHECK(e.result.tolist<std::uint8_t>() == Bits{0, 1, 0, 1});
  CHECK(e.why.terms[0].index == Shape{0, 1});
}

TEST_CASE("comparisons are made in the common type") {
  const Tensor x = full({1}, 0.1);
  CHECK(compute(op::eq, {x}, {{"other", 0.1}}).at({0}) == 1);
  CHECK(compute(op::eq, {x, full({}, 0.1, DType::float64)}).at({0}) == 1);
  CHECK(compute(op::eq, {x, full({1}, 0.1, DType::float64)}).at({0}) == 0);
}

TEST_CASE("a triangle without an operand is of ones") {
  const Attributes lower = {{"size", std::vector<std::int64_t>{1, 2, 3}}, {"dtype", Name("bool")}};
  const Explained e(op::tril, {}, lower, {0, 1, 2});
  CHECK(e.result.dtype() == DType::boolean);
  CHECK(e.result.tolist<std::uint8_t>() == Bits{1, 0, 0, 1, 1, 0});
  REQUIRE(e.why.terms.size() == 2);
  CHECK(e.why.terms[0].word == "query");
  CHECK(e.why.terms[0].value == 1);
  CHECK(e.why.terms[1].word == "key");
  CHECK(e.why.terms[1].value == 2);

  const Attributes upper = {
      {"size", std::vector<std::int64_t>{2, 2}}, {"dtype", Name("int64")}, {"diagonal", 1.0}};
  CHECK(compute(op::triu, {}, upper).tolist<std::int64_t>() == std::vector<std::int64_t>{0, 1, 0, 0});
}

TEST_CASE("logical_or takes one mask alone") {
  const Tensor later = tensor_of<std::int64_t>({2}, {0, 2});
  const Tensor made = compute(op::logical_or, {later});
  CHECK(made.dtype() == DType::boolean);
  CHECK(made.tolist<std::uint8_t>() == Bits{0, 1});
}

TEST_CASE("masked_fill gives a mask an axis for heads and names its own cell") {
  const double infinity = std::numeric_limits<double>::infinity();
  const Tensor scores = full({1, 2, 1, 2}, 3);
  const Tensor mask = tensor_of<std::uint8_t>({1, 1, 2}, {1, 0});
  const Attributes form = {{"value", -infinity}, {"masked_bit", 0.0}, {"unsqueeze", 1.0}};
  const Explained e(op::masked_fill, {scores, mask}, form, {0, 1, 0, 1});
  CHECK(e.result.tolist<float>() == std::vector<float>{3, -HUGE_VALF, 3, -HUGE_VALF});
  REQUIRE(e.why.terms.size() == 2);
  CHECK(e.why.terms[0].index == Shape{0, 1, 0, 1});
  CHECK(e.why.terms[1].index == Shape{0, 0, 1});
  CHECK(e.why.number("fill") == -infinity);
  CHECK(e.why.number("maskedBit") == 0);
  CHECK(e.why.number("filled") == 1);

  const Tensor grad = full(scores.shape(), std::nan(""));
  const Backward b = {.call = e.call, .result = e.result, .grad = grad, .operand = 0};
  CHECK(op::masked_fill.derivatives[0].gradient(b).at({0, 0, 0, 1}) == 0);
}

TEST_CASE("masks refuse in PyTorch's words") {
  using Catch::Matchers::Message;
  const Tensor x({2, 3});
  CHECK_THROWS_MATCHES(compute(op::masked_fill, {x, Tensor({2, 3}, DType::int64)}), Refusal,
                       Message("masked_fill_ only supports boolean masks, but got mask with dtype long int"));
  CHECK_THROWS_MATCHES(
      compute(op::masked_fill, {x, Tensor({2, 4}, DType::boolean)}), Refusal,
      Message("The size of tensor a (4) must match the size of tensor b (3) at non-singleton dimension 1"));
  CHECK_THROWS_MATCHES(compute(op::masked_fill, {Tensor({2}, DType::int64), Tensor({2}, DType::boolean)},
                               {{"value", -HUGE_VAL}}),
                       Refusal, Message("value cannot be converted to type int64_t without overflow"));
  CHECK_THROWS_MATCHES(
      compute(op::where, {x, x, x}), Refusal,
      Message("where expected condition to be a boolean tensor, but got a tensor with dtype Float"));
  CHECK_THROWS_MATCHES(compute(op::tril, {Tensor({3})}), Refusal,
                       Message("tril: input tensor must have at least 2 dimensions"));
}
