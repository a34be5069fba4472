#include "headsup/attention/layer_norm.h"

#include <cassert>
#include <cmath>

namespace headsup {

RowMoments row_moments(const float* x, Index length, double eps) {
  assert(length > 0);
  const auto count = static_cast<double>(length);
  double sum = 0;
  for (Index i = 0; i < length; ++i) sum += static_cast<double>(x[i]);
  const double mean = sum / count;
  double squares = 0;
  for (Index i = 0; i < length; ++i) {
    const double distance = static_cast<double>(x[i]) - mean;
    squares += distance * distance;
  }
  return {mean, 1 / std::sqrt(squares / count + eps)};
}

FloatTensor layer_norm(const FloatTensor& x, const FloatTensor& weight, const FloatTensor& bias, double eps) {
  if (x.rank() == 0) refuse_shape("x", x.shape, "at least one axis");
  const Index width = x.last(0);
  if (weight.shape != Shape{width}) refuse_shape("weight", weight.shape, to_string(Shape{width}));
  if (bias.shape != Shape{width}) refuse_shape("bias", bias.shape, to_string(Shape{width}));
  FloatTensor y(x.shape);
  for (Index start = 0; start < x.data.size(); start += width) {
    const RowMoments moments = row_moments(x.data.data() + start, width, eps);
    for (Index i = 0; i < width; ++i) {
      const double normal = (static_cast<double>(x.data[start + i]) - moments.mean) * moments.rstd;
      y.data[start + i] = static_cast<float>(normal * static_cast<double>(weight.data[i]) +
                                             static_cast<double>(bias.data[i]));
    }
  }
  return y;
}

}  // namespace headsup
