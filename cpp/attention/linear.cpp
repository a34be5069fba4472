#include "headsup/attention/linear.h"

#include <utility>

#include "operations/operations.h"

namespace headsup {

Tensor linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias) {
  if (x.rank() == 0) refuse_shape("x", x.shape(), "at least one axis");
  if (weight.rank() != 2 || weight.size(1) != x.size(-1)) {
    refuse_shape("weight", weight.shape(), "(N, " + std::to_string(x.size(-1)) + ")");
  }
  if (!bias) return compute(op::linear, {x, weight});
  const Shape out = {weight.size(0)};
  if (bias->shape() != out) refuse_shape("bias", bias->shape(), to_string(out));
  return compute(op::linear, {x, weight, *bias});
}

Tensor LinearWeights::operator()(const Tensor& x) const {
  return linear(x, weight, bias);
}

LinearWeights without_draws(DrawnLinear linear) {
  LinearWeights weights{std::move(linear.weight.tensor), std::nullopt};
  if (linear.bias) weights.bias = std::move(linear.bias->tensor);
  return weights;
}

}  // namespace headsup
