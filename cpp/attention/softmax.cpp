#include "attention/softmax.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "attention/refusal.h"

namespace headsup {

SoftmaxRow softmax_row(const float* x, Index length) {
  assert(length > 0);
  float maximum = x[0];
  for (Index i = 1; i < length; ++i) {
    // A NaN anywhere makes the whole row NaN, as in PyTorch; std::max would drop it or not by its place.
    if (x[i] > maximum || std::isnan(x[i])) maximum = x[i];
    if (std::isnan(maximum)) break;
  }
  double sum = 0;
  for (Index i = 0; i < length; ++i) sum += std::exp(static_cast<double>(x[i]) - static_cast<double>(maximum));
  return {maximum, sum};
}

FloatTensor softmax(const FloatTensor& x) {
  if (x.rank() == 0) refuse("shape-mismatch", {{"field", "x"}, {"got", to_string(x.shape)}, {"wants", "at least one axis"}});
  FloatTensor y(x.shape);
  const Index length = x.last(0);
  if (length == 0) return y;
  for (Index start = 0; start < x.data.size(); start += length) {
    const SoftmaxRow row = softmax_row(x.data.data() + start, length);
    for (Index i = start; i < start + length; ++i) {
      const double power = std::exp(static_cast<double>(x.data[i]) - static_cast<double>(row.maximum));
      y.data[i] = static_cast<float>(power / row.sum);
    }
  }
  return y;
}

}  // namespace headsup
