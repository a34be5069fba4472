#include "headsup/attention/softmax.h"

#include <cassert>

#include "attention/elementary.h"
#include "tensor/eigen_views.h"

namespace headsup {
namespace {

using Powers = Eigen::Array<double, 1, Eigen::Dynamic>;

/// powers = e^(row − maximum); returns the maximum. A NaN anywhere makes the maximum NaN, and with it the whole row, as in
/// PyTorch.
float exponentiate(const ArrayView<const float>& row, Powers& powers) {
  const float maximum = row.maxCoeff<Eigen::PropagateNaN>();
  powers = (row.cast<double>() - static_cast<double>(maximum)).unaryExpr([](double x) {
    return exp_of_negative(x);
  });
  return maximum;
}

}  // namespace

SoftmaxRow softmax_row(const float* x, Index length) {
  assert(length > 0);
  const auto row = view(x, 1, length);
  Powers powers;
  SoftmaxRow result{.maximum = exponentiate(row, powers), .shifted = {}, .powers = {}, .sum = powers.sum()};
  const Powers shifted = row.cast<double>() - static_cast<double>(result.maximum);
  result.shifted.assign(shifted.begin(), shifted.end());
  result.powers.assign(powers.begin(), powers.end());
  return result;
}

FloatTensor softmax(const FloatTensor& x) {
  if (x.rank() == 0) refuse_shape("x", x.shape, "at least one axis");
  FloatTensor y(x.shape);
  const Index width = x.last(0);
  Powers powers;
  for (Index start = 0; start < x.data.size(); start += width) {
    exponentiate(view(&x.data[start], 1, width), powers);
    view(&y.data[start], 1, width) = (powers / powers.sum()).cast<float>();
  }
  return y;
}

}  // namespace headsup
