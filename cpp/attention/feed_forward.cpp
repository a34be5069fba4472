#include "headsup/attention/feed_forward.h"

#include "headsup/attention/linear.h"

namespace headsup {
namespace {

/// (B, N, M) from x (B, M, N).
FloatTensor transpose_last(const FloatTensor& x) {
  const Index rows = x.shape[1];
  const Index cols = x.shape[2];
  FloatTensor y({x.shape[0], cols, rows});
  for (Index i = 0; i < x.data.size(); ++i) {
    const Index matrix = i / (rows * cols) * rows * cols;
    y.data[matrix + i % cols * rows + i / cols % rows] = x.data[i];
  }
  return y;
}

/// A kernel of size 1 has one number a channel, so that the convolution is a linear map at each position.
FloatTensor linear_of_kernel(const FloatTensor& x, const LinearWeights& conv) {
  const FloatTensor& weight = conv.weight;
  if (weight.rank() != 3 || weight.shape[2] != 1) refuse_shape("weight", weight.shape, "(out, in, 1)");
  return linear(x, {{weight.shape[0], weight.shape[1]}, weight.data}, conv.bias ? &*conv.bias : nullptr);
}

}  // namespace

FloatTensor conv1d_to_channels(const FloatTensor& x, const LinearWeights& conv) {
  if (x.rank() != 3) refuse_shape("x", x.shape, "(B, L, D)");
  return transpose_last(linear_of_kernel(x, conv));
}

FloatTensor conv1d_to_positions(const FloatTensor& x, const LinearWeights& conv) {
  if (x.rank() != 3) refuse_shape("x", x.shape, "(B, D, L)");
  return linear_of_kernel(transpose_last(x), conv);
}

FeedForward feed_forward(const FloatTensor& x, const LinearWeights& conv1, const LinearWeights& conv2,
                         Activation activation) {
  FeedForward made;
  made.ff_1 = conv1d_to_channels(x, conv1);
  made.ff_2 = activate(made.ff_1, activation);
  made.ff_3 = conv1d_to_positions(made.ff_2, conv2);
  return made;
}

}  // namespace headsup
