#include "headsup/attention/feed_forward.h"

#include <Eigen/Core>

#include "attention/linear_as.h"
#include "tensor/eigen_views.h"

namespace headsup {
namespace {

/// (B, N, M) from x (B, M, N).
FloatTensor transpose_last(const FloatTensor& x) {
  FloatTensor y({x.shape[0], x.shape[2], x.shape[1]});
  for (Index b = 0; b < x.shape[0]; ++b) matrix_view(y, b) = matrix_view(x, b).transpose();
  return y;
}

/// A convolution with a kernel of size 1 is the same linear layer at every position.
FloatTensor pointwise_linear(const FloatTensor& x, const LinearWeights& conv) {
  const FloatTensor& weight = conv.weight;
  if (weight.rank() != 3 || weight.shape[2] != 1) refuse_shape("weight", weight.shape, "(out, in, 1)");
  return linear_as({weight.shape[0], weight.shape[1]}, x, weight, conv.bias ? &*conv.bias : nullptr);
}

}  // namespace

FloatTensor conv1d_to_channels(const FloatTensor& x, const LinearWeights& conv) {
  if (x.rank() != 3) refuse_shape("x", x.shape, "(B, L, D)");
  return transpose_last(pointwise_linear(x, conv));
}

FloatTensor conv1d_to_positions(const FloatTensor& x, const LinearWeights& conv) {
  if (x.rank() != 3) refuse_shape("x", x.shape, "(B, D, L)");
  return pointwise_linear(transpose_last(x), conv);
}

FeedForward feed_forward(const FloatTensor& x, const LinearWeights& conv1, const LinearWeights& conv2,
                         Activation activation) {
  FeedForward result;
  result.ff_1 = conv1d_to_channels(x, conv1);
  result.ff_2 = activate(result.ff_1, activation);
  result.ff_3 = conv1d_to_positions(result.ff_2, conv2);
  return result;
}

}  // namespace headsup
