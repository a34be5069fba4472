#include "headsup/attention/elementwise.h"

#include "attention/elementary.h"

namespace headsup {

FloatTensor add(const FloatTensor& a, const FloatTensor& b) {
  FloatTensor sum(broadcast_shapes(a.shape, b.shape, "b"));
  for (Index i = 0; i < sum.data.size(); ++i) {
    sum.data[i] =
        a.data[broadcast_offset(a.shape, sum.shape, i)] + b.data[broadcast_offset(b.shape, sum.shape, i)];
  }
  return sum;
}

const char* to_string(Activation activation) {
  return activation == Activation::gelu ? "gelu" : "relu";
}

FloatTensor gelu(const FloatTensor& x) {
  FloatTensor y = x;
  for (float& number : y.data) {
    const auto exact = static_cast<double>(number);
    number = static_cast<float>(exact * normal_cdf(exact));
  }
  return y;
}

FloatTensor relu(const FloatTensor& x) {
  FloatTensor y = x;
  for (float& number : y.data) {
    if (number < 0) number = 0;
  }
  return y;
}

FloatTensor activate(const FloatTensor& x, Activation activation) {
  return activation == Activation::gelu ? gelu(x) : relu(x);
}

}  // namespace headsup
