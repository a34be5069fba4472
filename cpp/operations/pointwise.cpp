#include "operations/pointwise.h"

#include "tensor/loop.h"

namespace headsup {
namespace {

[[maybe_unused]] constexpr Index kMostOperands = Loop::kMostTensors - 1;

}  // namespace

DType dtype_for(Kind kind, DType common) {
  if (kind == Kind::boolean) return DType::boolean;
  return kind == Kind::floating && !is_floating(common) ? DType::float32 : common;
}

void pointwise(Tensor& result, std::span<const Tensor> operands, Compute compute, DType computed) {
  assert(operands.size() <= kMostOperands);
  std::vector<Shape> strides;
  for (const Tensor& operand : operands) strides.push_back(operand.expand(result.shape()).strides());
  strides.push_back(result.strides());
  const Loop loop(result.shape(), strides);
  alignas(16) double numbers[Loop::kMostTensors][kBlock];
  std::vector<Block> blocks;
  blocks.reserve(strides.size());
  for (Index i = 0; i < loop.parts(); ++i) {
    blocks.clear();
    for (Index n = 0; n < strides.size(); ++n) {
      const Part part = loop.part(i, n);
      Block& block = blocks.emplace_back(numbers[n], to_eigen(part.rows * part.cols));
      if (n == operands.size()) continue;
      read(operands[n], part, block.data());
      if (computed == DType::float32 && operands[n].dtype() != computed)
        block = block.cast<float>().cast<double>();
    }
    compute(blocks.data(), blocks.back());
    write(blocks.back().data(), result, loop.part(i, operands.size()));
  }
}

std::vector<Tensor> with_numbers(const Call& call, Numbers numbers) {
  std::vector<Tensor> given(call.operands.begin(), call.operands.end());
  for (const Number& number : numbers)
    given.push_back(full({}, call.attributes.number(number.name, number.otherwise), DType::float64));
  return given;
}

Tensor pointwise_result(const Call& call, const Shape& shape, DType common, Kind kind, Numbers numbers,
                        Compute compute) {
  Tensor y(shape, dtype_for(kind, common));
  pointwise(y, with_numbers(call, numbers), compute, kind == Kind::boolean ? common : y.dtype());
  return y;
}

Tensor pointwise_gradient(const Backward& b, Numbers numbers, Compute compute) {
  std::vector<Tensor> given = with_numbers(b.call, numbers);
  given.push_back(b.result);
  given.push_back(b.grad);
  Tensor whole(b.result.shape(), b.grad.dtype());
  pointwise(whole, given, compute, b.result.dtype());
  return sum_to(whole, b.input().shape());
}

void explain_pointwise_gradient(Reason& why) {
  // One cell alone, as a tensor of the type in which the operation computes.
  const auto cell_of = [&](const Tensor& x, const Shape& at) {
    return full({}, x.at(broadcast_index(x.shape(), at)), why.result.dtype());
  };
  for (const Shape& at : uses_of_cell(why)) {
    std::vector<Tensor> cells;
    for (const Tensor& operand : why.call.operands) cells.push_back(cell_of(operand, at));
    // The derivative is the gradient for ∂result = 1.
    const Tensor derivative = why.call.operation.derivatives[why.operand].gradient(
        {.call = {.operation = why.call.operation, .operands = cells, .attributes = why.call.attributes},
         .result = cell_of(why.result, at),
         .grad = full({}, 1, DType::float64),
         .operand = why.operand});
    why.cell(kGrad, at, derivative.item());
  }
}

}  // namespace headsup
