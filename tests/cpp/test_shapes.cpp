// Views share their numbers, and refusals. tests/cpp/test_operations.cpp compares the rest with PyTorch.
#include "catch.h"
#include "headsup/tensor/refusal.h"
#include "operations/operations.h"

using namespace headsup;

namespace {

using Wholes = std::vector<std::int64_t>;

Tensor counting(const Shape& shape) {
  Tensor x(shape);
  for (Index i = 0; i < x.count(); ++i) x.floats()[i] = static_cast<float>(i);
  return x;
}

std::string refusal_of(const Operation& operation, std::initializer_list<Tensor> operands,
                       const Attributes& attributes) {
  try {
    compute(operation, operands, attributes);
  } catch (const Refusal& refusal) {
    return refusal.what();
  }
  return "";
}

}  // namespace

TEST_CASE("views share the numbers of their operand") {
  const Tensor x = counting({2, 3});
  CHECK(compute(op::view, {x}, {{"shape", Wholes{3, -1}}}).shares_storage(x));
  CHECK(compute(op::transpose, {x}, {{"dim0", 0.0}, {"dim1", 1.0}}).shares_storage(x));
  CHECK(compute(op::select, {x}, {{"dim", 1.0}, {"index", 2.0}}).shares_storage(x));
  CHECK(compute(op::expand, {x}, {{"size", Wholes{2, -1, 3}}}).shares_storage(x));
  CHECK_FALSE(compute(op::clone, {x}).shares_storage(x));
  const Tensor turned = compute(op::transpose, {x}, {{"dim0", 0.0}, {"dim1", 1.0}});
  CHECK_FALSE(compute(op::reshape, {turned}, {{"shape", Wholes{6}}}).shares_storage(x));
}

TEST_CASE("a number that was read twice gets both gradients") {
  const Tensor x = counting({3});
  const Tensor index = tensor_of<std::int64_t>({4}, {2, 0, 2, -1});
  const Attributes attributes = {{"dims", Wholes{0}}};
  const std::vector<Tensor> operands = {x, index};
  const Call call = {.operation = op::index, .operands = operands, .attributes = attributes};
  const Tensor y = op::index.forward(call);
  CHECK(y.tolist<float>() == std::vector<float>{2, 0, 2, 2});
  const Tensor grad = counting({4});
  const Tensor dx =
      op::index.derivatives[0].gradient({.call = call, .result = y, .grad = grad, .operand = 0});
  CHECK(dx.tolist<float>() == std::vector<float>{1, 0, 5});
}

TEST_CASE("shapes refuse in PyTorch's words") {
  const Tensor x = counting({3, 4});
  const auto ids = [](const Shape& shape, std::int64_t id) {
    return full(shape, static_cast<double>(id), DType::int64);
  };
  CHECK(refusal_of(op::view, {x}, {{"shape", Wholes{5, -1}}}) ==
        "shape '[5, -1]' is invalid for input of size 12");
  CHECK(refusal_of(op::view, {x}, {{"shape", Wholes{-1, -1}}}) == "only one dimension can be inferred");
  CHECK(refusal_of(op::view, {x}, {{"shape", Wholes{-2, 3}}}) == "invalid shape dimension -2");
  CHECK(refusal_of(op::view, {Tensor(Shape{0, 4})}, {{"shape", Wholes{0, -1}}}) ==
        "cannot reshape tensor of 0 elements into shape [0, -1] because the unspecified dimension size -1 "
        "can be any value and is ambiguous");
  CHECK(refusal_of(op::permute, {x}, {{"dims", Wholes{0, 0}}}) ==
        "permute(): duplicate dims are not allowed.");
  CHECK(refusal_of(op::expand, {x}, {{"size", Wholes{-1, 3, 4}}}) ==
        "The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension 0");
  CHECK(refusal_of(op::split, {x}, {{"start", 2.0}, {"length", 2.0}}) ==
        "start (2) + length (2) exceeds dimension size (3).");
  CHECK(refusal_of(op::cat, {x, counting({3, 2})}, {}) ==
        "Sizes of tensors must match except in dimension 0. Expected size 4 but got size 2 for tensor number "
        "1 in the list.");
  CHECK(refusal_of(op::stack, {x, counting({4})}, {}) ==
        "stack expects each tensor to be equal size, but got [3, 4] at entry 0 and [4] at entry 1");
  CHECK(refusal_of(op::gather, {x, ids({4, 1}, 0)}, {{"dim", 1.0}}) ==
        "Size does not match at dimension 0 expected index [4, 1] to be no larger than self [3, 4] apart "
        "from dimension 1");
  CHECK(refusal_of(op::gather, {x, ids({2, 1}, -1)}, {{"dim", 1.0}}) ==
        "index -1 is out of bounds for dimension 1 with size 4");
  CHECK(refusal_of(op::index, {x, ids({2}, 0), ids({3}, 0)}, {{"dims", Wholes{0, 1}}}) ==
        "shape mismatch: indexing tensors could not be broadcast together with shapes [2], [3]");
  CHECK(refusal_of(op::index, {x, Tensor({4}, DType::boolean)}, {{"dims", Wholes{0}}}) ==
        "The shape of the mask [4] at index 0 does not match the shape of the indexed tensor [3, 4] at index "
        "0");
}
