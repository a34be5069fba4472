#include "headsup/attention/linear.h"

#include "attention/linear_as.h"
#include "tensor/eigen_views.h"
#include "tensor/matmul.h"

namespace headsup {

FloatTensor linear(const FloatTensor& x, const FloatTensor& weight, const FloatTensor* bias) {
  return linear_as(weight.shape, x, weight, bias);
}

FloatTensor LinearWeights::operator()(const FloatTensor& x) const {
  return linear(x, weight, bias ? &*bias : nullptr);
}

FloatTensor linear_as(const Shape& shape, const FloatTensor& x, const FloatTensor& weight,
                      const FloatTensor* bias) {
  if (x.rank() == 0) refuse_shape("x", x.shape, "at least one axis");
  const Index in = x.last(0);
  if (shape.size() != 2 || shape[1] != in) {
    refuse_shape("weight", shape, "(N, " + std::to_string(in) + ")");
  }
  const Index out = shape[0];
  if (bias != nullptr && (bias->rank() != 1 || bias->shape[0] != out)) {
    refuse_shape("bias", bias->shape, to_string(Shape{out}));
  }
  Shape result = x.shape;
  result.back() = out;
  FloatTensor y(result);
  matmul_transposed({x.data.data(), static_cast<Index>(rows_view(y).rows()), in},
                    {weight.data.data(), out, in}, bias != nullptr ? bias->data.data() : nullptr,
                    y.data.data());
  return y;
}

}  // namespace headsup
