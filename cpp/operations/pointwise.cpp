#include "operations/pointwise.h"

#include <array>

#include "tensor/loop.h"

namespace headsup {
namespace {

/// How many numbers of each tensor are widened at a time: few enough for the first-level cache.
constexpr Eigen::Index kBlock = 512;
constexpr Index kMostOperands = 5;

/// Some numbers of one operand.
struct Buffer {
  alignas(16) double numbers[kBlock];
};

}  // namespace

DType dtype_for(Kind kind, DType common) {
  if (kind == Kind::boolean) return DType::boolean;
  return kind == Kind::floating && !is_floating(common) ? DType::float32 : common;
}

void pointwise(Tensor& result, std::span<const Tensor> operands, Compute compute, DType computed) {
  assert(operands.size() <= kMostOperands);
  const Index count = operands.size();
  std::array<Shape, kMostOperands + 1> strides;
  strides.fill(Shape::zeros(result.rank()));
  for (Index n = 0; n < count; ++n) strides[n] = operands[n].expand(result.shape()).strides();
  strides[kMostOperands] = result.strides();
  const Loop<kMostOperands + 1> loop(strides, result.shape());
  std::array<Buffer, kMostOperands + 1> buffers;

  const auto rows = to_eigen(loop.rows());
  const auto cols = to_eigen(loop.cols());
  const Eigen::Index width = std::min(cols, kBlock);
  const Eigen::Index height = width == 0 ? 1 : std::max<Eigen::Index>(kBlock / width, 1);
  using Widened = Eigen::Map<RowMajorArray<double>>;
  loop.run([&](const auto& offsets) {
    for (Eigen::Index i = 0; i < rows; i += height) {
      for (Eigen::Index j = 0; j < cols; j += width) {
        const Eigen::Index m = std::min(height, rows - i);
        const Eigen::Index n = std::min(width, cols - j);
        alignas(Block) std::byte storage[kMostOperands * sizeof(Block)];
        auto* blocks = reinterpret_cast<Block*>(storage);
        for (Index each = 0; each < count; ++each) {
          Widened to(buffers[each].numbers, m, n);
          visit_numbers(operands[each], [&](const auto* first) {
            to = loop.array(each, first, offsets[each]).block(i, j, m, n).template cast<double>();
          });
          if (computed == DType::float32 && operands[each].dtype() != computed)
            to = to.cast<float>().cast<double>().eval();
          new (blocks + each) Block(buffers[each].numbers, m * n);
        }
        Block made(buffers[kMostOperands].numbers, m * n);
        compute(blocks, made);
        const Widened from(buffers[kMostOperands].numbers, m, n);
        visit_numbers(result, [&](auto* first) {
          using T = std::remove_pointer_t<decltype(first)>;
          loop.array(kMostOperands, first, offsets[kMostOperands]).block(i, j, m, n) = converted_to<T>(from);
        });
      }
    }
  });
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
  const Shape& shape = why.call[why.operand].shape();
  // One cell alone, as a tensor of the type in which the operation computes.
  const auto cell_of = [&](const Tensor& x, const Shape& at) {
    return full({}, x.at(broadcast_index(x.shape(), at)), why.result.dtype());
  };
  for (Index position = 0; position < why.result.count(); ++position) {
    const Shape at = index_of(why.result.shape(), position);
    if (broadcast_index(shape, at) != why.index) continue;
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
