// Products: against their definition, cell by cell, for any strides; gradients against differences; explanations.
#include <cmath>

#include "catch.h"
#include "headsup/tensor/refusal.h"
#include "operations/families.h"
#include "operations/operations.h"
#include "operations/product.h"

namespace headsup {
namespace {

Tensor numbers(const Shape& shape, DType dtype = DType::float64, double seed = 1) {
  Tensor x(shape, dtype);
  for (Index i = 0; i < x.count(); ++i) {
    const double number = std::sin(seed + 1.7 * static_cast<double>(i));
    x.set(index_of(shape, i), is_floating(dtype) ? number : std::round(5 * number));
  }
  return x;
}

const Operation& named(Name name) {
  for (const Operation* each : product_operations()) {
    if (each->name == name) return *each;
  }
  FAIL();
  return op::add;
}

double largest_difference(const Tensor& a, const Tensor& b) {
  REQUIRE(a.shape() == b.shape());
  double largest = 0;
  for (Index i = 0; i < a.count(); ++i)
    largest = std::max(largest, std::abs(a.at_position(i) - b.at_position(i)));
  return largest;
}

double weighted_sum(const Tensor& x, const Tensor& weights) {
  double sum = 0;
  for (Index i = 0; i < x.count(); ++i) sum += x.at_position(i) * weights.at_position(i);
  return sum;
}

struct Example {
  const char* name;
  std::vector<Shape> shapes;
  Attributes attributes = {};
};

const std::vector<Example> kExamples = {
    {"matmul", {{3, 4}, {4, 5}}},
    {"matmul", {{4}, {4}}},
    {"matmul", {{3, 4}, {4}}},
    {"matmul", {{4}, {4, 5}}},
    {"matmul", {{2, 3, 4}, {4, 5}}},
    {"matmul", {{3, 4}, {2, 4, 5}}},
    {"matmul", {{2, 1, 3, 4}, {5, 4, 2}}},
    {"matmul", {{4}, {2, 4, 3}}},
    {"matmul", {{2, 3, 4}, {4}}},
    {"matmul", {{0, 4}, {4, 3}}},
    {"matmul", {{3, 0}, {0, 2}}},
    {"mm", {{3, 4}, {4, 2}}},
    {"bmm", {{2, 3, 4}, {2, 4, 2}}},
    {"mv", {{3, 4}, {4}}},
    {"dot", {{4}, {4}}},
    {"outer", {{3}, {4}}},
    {"linear", {{2, 3, 4}, {5, 4}, {5}}},
    {"linear", {{4}, {5, 4}}},
    {"conv1d", {{2, 3, 4}, {5, 3, 1}, {5}}},
    {"conv1d", {{3, 4}, {5, 3, 1}}},
    {"scaled_dot_product", {{2, 3, 4}, {2, 5, 4}}},
    {"scaled_dot_product", {{2, 2, 3, 4}, {2, 2, 5, 4}}, {{"d_k", 6.0}}},
    {"weighted_sum", {{2, 2, 3, 4}, {2, 2, 4, 5}}},
    {"einsum", {{3, 4}, {4, 5}}, {{"equation", Name("ij,jk->ik")}}},
    {"einsum", {{2, 3, 2, 4}, {2, 5, 2, 4}}, {{"equation", Name("bqhd,bkhd->bhqk")}}},
    {"einsum", {{3, 4}}, {{"equation", Name("ij->ji")}}},
    {"einsum", {{3, 4}}, {{"equation", Name("ij->j")}}},
    {"einsum", {{3, 3}}, {{"equation", Name("ii")}}},
    {"einsum", {{3, 2, 3}}, {{"equation", Name("ibi->bi")}}},
    {"einsum", {{2, 3}, {3, 4}, {4}}, {{"equation", Name("ab, bc, c -> a")}}},
    {"einsum", {{2, 3, 4}, {4, 5}}, {{"equation", Name("...i,ij")}}},
    {"einsum", {{2, 1}, {3, 4}}, {{"equation", Name("ij,jk->ik")}}},
    {"einsum", {{2, 3}, {1, 3}}, {{"equation", Name("ij,ij->i")}}},
    {"einsum", {{2, 3}, {1, 3, 4}}, {{"equation", Name("i...,...j->ij...")}}},
    {"einsum", {{3, 4}, {2}}, {{"equation", Name("ij,k->i")}}},
};

std::vector<Tensor> operands_of(const Example& example, DType dtype) {
  std::vector<Tensor> operands;
  for (const Shape& shape : example.shapes) {
    operands.push_back(numbers(shape, dtype, static_cast<double>(operands.size() + 1)));
  }
  return operands;
}

TEST_CASE("a product's explanation makes its number, and its gradients are those of differences",
          "[products]") {
  for (const Example& example : kExamples) {
    INFO(example.name << " " << to_string(example.shapes[0]));
    const Operation& operation = named(example.name);
    const std::vector<Tensor> operands = operands_of(example, DType::float64);
    const Tensor y = compute(operation, operands, example.attributes);
    const Call call = {.operation = operation, .operands = operands, .attributes = example.attributes};
    const Index factors =
        example.shapes.size() -
        (operation.parameters == std::string("input weight bias=None") && example.shapes.size() == 3);
    for (Index i = 0; i < y.count(); ++i) {
      Reason why = {.call = call,
                    .result = y,
                    .grad = nullptr,
                    .operand = 0,
                    .index = index_of(y.shape(), i),
                    .replays = nullptr};
      operation.explain(why);
      double sum = 0;
      for (Index t = 0; t + factors <= why.terms.size(); t += factors) {
        double product = 1;
        for (Index f = 0; f < factors; ++f) product *= why.terms[t + f].value;
        sum += product;
      }
      if (operation.name == std::string("scaled_dot_product")) sum /= why.number("divisor");
      if (why.terms.size() % factors != 0) sum += why.terms.back().value;
      CHECK(std::abs(sum - y.at_position(i)) < 1e-12);
    }

    const Tensor grad = numbers(y.shape(), DType::float64, 9);
    for (Index n = 0; n < operands.size(); ++n) {
      INFO("operand " << n);
      const Tensor made =
          operation.derivative(n)->gradient({.call = call, .result = y, .grad = grad, .operand = n});
      REQUIRE(made.shape() == operands[n].shape());
      for (Index i = 0; i < made.count(); ++i) {
        const Shape at = index_of(made.shape(), i);
        std::vector<Tensor> moved = operands;
        moved[n] = moved[n].clone();
        moved[n].set(at, moved[n].at(at) + 0.5);
        const double more = weighted_sum(compute(operation, moved, example.attributes), grad);
        CHECK(std::abs(made.at(at) - 2 * (more - weighted_sum(y, grad))) < 1e-12);
        Reason why = {
            .call = call, .result = y, .grad = &grad, .operand = n, .index = at, .replays = nullptr};
        operation.derivative(n)->explain(why);
        double sum = 0;
        for (const OperandTerm& term : why.terms) sum += term.value * term.weight;
        CHECK(std::abs(made.at(at) - sum) < 1e-12);
      }
    }
    const std::vector<Tensor> in_float32 = operands_of(example, DType::float32);
    CHECK(largest_difference(compute(operation, in_float32, example.attributes), y) < 2e-6);
  }
}

TEST_CASE("a product takes any strides", "[products]") {
  const Tensor a = numbers({2, 40, 70}, DType::float32);
  const Tensor b = numbers({2, 70, 30}, DType::float32, 2);
  const Tensor wanted = product(a, b, Sums::exact);
  const auto stored_by_columns = [](const Tensor& x) {
    return x.transpose(1, 2).contiguous().transpose(1, 2);
  };
  const auto stored_with_gaps = [](const Tensor& x) {
    Tensor wide({x.size(0), x.size(1), 2 * x.size(2)});
    wide.slice(2, 0, static_cast<std::ptrdiff_t>(2 * x.size(2)), 2).copy_(x);
    return wide.slice(2, 0, static_cast<std::ptrdiff_t>(2 * x.size(2)), 2);
  };
  const auto stored_batch_last = [](const Tensor& x) {
    return x.transpose(0, 1).contiguous().transpose(0, 1);
  };
  for (const Tensor& left : {a, stored_by_columns(a), stored_with_gaps(a), stored_batch_last(a)}) {
    for (const Tensor& right : {b, stored_by_columns(b), stored_with_gaps(b), stored_batch_last(b)}) {
      for (const Sums sums : {Sums::fast, Sums::exact, Sums::as_stored}) {
        CHECK(largest_difference(product(left, right, sums), wanted) < 5e-6);
      }
    }
  }
  const Tensor row = numbers({1, 70}, DType::float32).expand({40, 70});
  CHECK(largest_difference(product(row, b.select(0, 0), Sums::fast),
                           product(row.contiguous(), b.select(0, 0), Sums::exact)) < 5e-6);
}

TEST_CASE("scores are the same bits however they are written", "[products]") {
  const Tensor q = numbers({2, 6, 3, 5}, DType::float32).transpose(1, 2);
  const Tensor k = numbers({2, 7, 3, 5}, DType::float32, 3).transpose(1, 2);
  const Tensor scores = compute(op::scaled_dot_product, {q, k}, {{"d_k", 1.0}});
  CHECK(compute(op::matmul, {q, k.transpose(-2, -1)}).tolist<float>() == scores.tolist<float>());
  const Attributes equation = {{"equation", Name("bhqd,bhkd->bhqk")}};
  CHECK(compute(op::einsum, {q, k}, equation).tolist<float>() == scores.tolist<float>());
}

TEST_CASE("products of whole numbers are exact", "[products]") {
  const Tensor y = compute(op::matmul, {tensor_of<std::int64_t>({1, 2}, {3, 1'000'000'007}),
                                        tensor_of<std::int64_t>({2, 1}, {5, 3})});
  CHECK(y.dtype() == DType::int64);
  CHECK(y.tolist<std::int64_t>() == std::vector<std::int64_t>{3'000'000'036});
}

TEST_CASE("products refuse in PyTorch's words", "[products]") {
  const auto refusal = [](Name name, std::vector<Tensor> operands, const Attributes& attributes = {}) {
    try {
      compute(named(name), operands, attributes);
    } catch (const Refusal& refused) {
      return std::string(refused.what());
    }
    return std::string();
  };
  const auto of = [](const Shape& shape) { return Tensor(shape); };
  CHECK(refusal("matmul", {of({2, 3}), of({2, 3})}) ==
        "mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)");
  CHECK(refusal("matmul", {of({5, 2, 3}), of({2, 3})}) ==
        "mat1 and mat2 shapes cannot be multiplied (10x3 and 2x3)");
  CHECK(refusal("matmul", {of({2}), of({3, 2})}) ==
        "mat1 and mat2 shapes cannot be multiplied (1x2 and 3x2)");
  CHECK(refusal("matmul", {of({2, 3}), of({2})}) == "size mismatch, got 2, 2x3,2");
  CHECK(refusal("matmul", {of({2}), of({5, 3, 2})}) == "size mismatch, got 10, 10x3,2");
  CHECK(refusal("matmul", {of({4, 1, 2, 3}), of({5, 2, 3})}) ==
        "Expected size for first two dimensions of batch2 tensor to be: [20, 3] but got: [20, 2].");
  CHECK(refusal("matmul", {of({5, 2, 3}), of({4, 4, 2})}) ==
        "The size of tensor a (5) must match the size of tensor b (4) at non-singleton dimension 0");
  CHECK(refusal("matmul", {of({2, 2}), Tensor({2, 2}, DType::float64)}) ==
        "expected scalar type Float but found Double");
  CHECK(refusal("linear", {of({5, 2, 3}), of({4, 2})}) ==
        "mat1 and mat2 shapes cannot be multiplied (10x3 and 2x4)");
  CHECK(refusal("conv1d", {of({2, 3, 4}), of({5, 2, 1})}) ==
        "Given groups=1, weight of size [5, 2, 1], expected input[2, 3, 4] to have 2 channels, but got 3 "
        "channels instead");
  const auto einsum = [&](Name equation, std::vector<Tensor> operands) {
    return refusal("einsum", std::move(operands), {{"equation", equation}});
  };
  CHECK(
      einsum("ij,jk->ik", {of({2, 3}), of({2, 3})}) ==
      "einsum(): subscript j has size 2 for operand 1 which does not broadcast with previously seen size 3");
  CHECK(einsum("ij->k", {of({2, 3})}) ==
        "einsum(): output subscript k does not appear in the equation for any input operand");
  CHECK(einsum("ijk->i", {of({2, 3})}) ==
        "einsum(): the number of subscripts in the equation (3) does not match the number of dimensions (2) "
        "for operand 0 and no "
        "ellipsis was given");
  CHECK(einsum("i,j", {of({2})}) == "einsum(): fewer operands were provided than specified in the equation");
  CHECK(einsum("i", {of({2}), of({2})}) ==
        "einsum(): more operands were provided than specified in the equation");
  CHECK(einsum("ii->i", {of({2, 3})}) ==
        "einsum(): subscript i is repeated for operand 0 but the sizes don't match, 3 != 2");
  CHECK(
      einsum("i1->i", {of({2, 3})}) ==
      "einsum(): invalid subscript given at index 1 in the equation string, subscripts must be in [a-zA-Z]");
}

}  // namespace
}  // namespace headsup
