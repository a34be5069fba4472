#include "headsup/attention/layer_norm.h"

#include <cassert>
#include <cmath>

#include "tensor/eigen_views.h"

namespace headsup {
namespace {

/// The moments of a row of `length` numbers, of which `row` becomes a copy.
RowMoments moments_of(const float* x, Index length, double eps, Eigen::ArrayXd& row) {
  row = view(x, length, 1).cast<double>();
  const double mean = row.mean();
  const double variance = (row - mean).square().mean();
  return {mean, variance, 1 / std::sqrt(variance + eps)};
}

}  // namespace

RowMoments row_moments(const float* x, Index length, double eps) {
  assert(length > 0);
  Eigen::ArrayXd row;
  return moments_of(x, length, eps, row);
}

FloatTensor layer_norm(const FloatTensor& x, const FloatTensor& weight, const FloatTensor& bias, double eps) {
  if (x.rank() == 0) refuse_shape("x", x.shape, "at least one axis");
  const Index width = x.last(0);
  if (weight.shape != Shape{width}) refuse_shape("weight", weight.shape, to_string(Shape{width}));
  if (bias.shape != Shape{width}) refuse_shape("bias", bias.shape, to_string(Shape{width}));
  FloatTensor y(x.shape);
  Eigen::ArrayXd copy;
  for (Index start = 0; start < x.data.size(); start += width) {
    const auto row = view(&x.data[start], 1, width);
    const RowMoments moments = moments_of(row.data(), width, eps, copy);
    view(&y.data[start], 1, width) =
        ((row.cast<double>() - moments.mean) * moments.rstd * flat_view(weight).cast<double>() +
         flat_view(bias).cast<double>())
            .cast<float>();
  }
  return y;
}

}  // namespace headsup
