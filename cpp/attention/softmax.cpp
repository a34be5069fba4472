#include "headsup/attention/softmax.h"

#include <cassert>

#include "attention/elementary.h"
#include "tensor/eigen_views.h"

namespace headsup {
namespace {

using Powers = Eigen::Array<double, 1, Eigen::Dynamic>;

struct PowersOfRow {
  float maximum;
  Powers powers;  ///< e^(x − maximum)
};

/// A NaN anywhere makes the maximum NaN, and with it the whole row, as in PyTorch.
PowersOfRow powers_of(const ArrayView<const float>& row) {
  const float maximum = row.maxCoeff<Eigen::PropagateNaN>();
  return {maximum, (row.cast<double>() - static_cast<double>(maximum)).unaryExpr([](double x) {
            return exp_of_negative(x);
          })};
}

}  // namespace

SoftmaxRow softmax_row(const float* x, Index length) {
  assert(length > 0);
  const PowersOfRow row = powers_of(view(x, 1, length));
  return {row.maximum, row.powers.sum()};
}

FloatTensor softmax(const FloatTensor& x) {
  if (x.rank() == 0) refuse_shape("x", x.shape, "at least one axis");
  FloatTensor y(x.shape);
  const Index width = x.last(0);
  for (Index start = 0; start < x.data.size(); start += width) {
    const Powers powers = powers_of(view(&x.data[start], 1, width)).powers;
    view(&y.data[start], 1, width) = (powers / powers.sum()).cast<float>();
  }
  return y;
}

}  // namespace headsup
