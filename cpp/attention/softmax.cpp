#include "headsup/attention/softmax.h"

#include <cassert>
#include <cmath>

#include "attention/elementary.h"

namespace headsup {
namespace {

/// e^(x − maximum); NaN where either is, or both are infinite.
double exp_below(float x, float maximum) {
  return exp_of_negative(static_cast<double>(x) - static_cast<double>(maximum));
}

float maximum_of(const float* x, Index length) {
  float maximum = x[0];
  for (Index i = 1; i < length; ++i) {
    // A NaN anywhere makes the whole row NaN, as in PyTorch; std::max would drop it or not by its place.
    if (x[i] > maximum || std::isnan(x[i])) maximum = x[i];
    if (std::isnan(maximum)) break;
  }
  return maximum;
}

}  // namespace

SoftmaxRow softmax_row(const float* x, Index length) {
  assert(length > 0);
  const float maximum = maximum_of(x, length);
  double sum = 0;
  for (Index i = 0; i < length; ++i) sum += exp_below(x[i], maximum);
  return {maximum, sum};
}

FloatTensor softmax(const FloatTensor& x) {
  if (x.rank() == 0) refuse_shape("x", x.shape, "at least one axis");
  FloatTensor y(x.shape);
  const Index length = x.last(0);
  if (length == 0) return y;
  std::vector<double> powers(length);
  for (Index start = 0; start < x.data.size(); start += length) {
    const float* row = x.data.data() + start;
    const float maximum = maximum_of(row, length);
    // As softmax_row does it; each power is kept, because it is the dearest part.
    double sum = 0;
    for (Index i = 0; i < length; ++i) {
      powers[i] = exp_below(row[i], maximum);
      sum += powers[i];
    }
    for (Index i = 0; i < length; ++i) y.data[start + i] = static_cast<float>(powers[i] / sum);
  }
  return y;
}

}  // namespace headsup
