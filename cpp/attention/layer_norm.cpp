#include "headsup/attention/layer_norm.h"

#include "operations/operations.h"

namespace headsup {

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, double eps) {
  if (x.rank() == 0) refuse_shape("x", x.shape(), "at least one axis");
  const Shape width = {x.size(-1)};
  if (weight.shape() != width) refuse_shape("weight", weight.shape(), to_string(width));
  if (bias.shape() != width) refuse_shape("bias", bias.shape(), to_string(width));
  return compute(op::layer_norm, {x, weight, bias},
                 {{"normalized_shape", std::vector<std::int64_t>(width.begin(), width.end())}, {"eps", eps}});
}

}  // namespace headsup
