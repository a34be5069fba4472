#include "headsup/attention/feed_forward.h"

#include "operations/operations.h"

namespace headsup {
namespace {

/// A convolution with a kernel of size 1 is the same linear layer at every position.
Tensor conv1d(const Tensor& x, const LinearWeights& conv, Index channels, Name transposes) {
  const Tensor& weight = conv.weight;
  if (weight.rank() != 3 || weight.size(2) != 1) refuse_shape("weight", weight.shape(), "(out, in, 1)");
  if (weight.size(1) != channels)
    refuse_shape("weight", weight.select(2, 0).shape(), "(N, " + std::to_string(channels) + ")");
  const Attributes attributes = {{transposes, 1.0}};
  if (!conv.bias) return compute(op::conv1d, {x, weight}, attributes);
  const Shape out = {weight.size(0)};
  if (conv.bias->shape() != out) refuse_shape("bias", conv.bias->shape(), to_string(out));
  return compute(op::conv1d, {x, weight, *conv.bias}, attributes);
}

}  // namespace

Tensor conv1d_to_channels(const Tensor& x, const LinearWeights& conv) {
  if (x.rank() != 3) refuse_shape("x", x.shape(), "(B, L, D)");
  return conv1d(x, conv, x.size(2), "transposes_input");
}

Tensor conv1d_to_positions(const Tensor& x, const LinearWeights& conv) {
  if (x.rank() != 3) refuse_shape("x", x.shape(), "(B, D, L)");
  return conv1d(x, conv, x.size(1), "transposes_result");
}

FeedForward feed_forward(const Tensor& x, const LinearWeights& conv1, const LinearWeights& conv2,
                         Activation activation) {
  FeedForward result;
  result.ff_1 = conv1d_to_channels(x, conv1);
  result.ff_2 = activate(result.ff_1, activation);
  result.ff_3 = conv1d_to_positions(result.ff_2, conv2);
  return result;
}

}  // namespace headsup
