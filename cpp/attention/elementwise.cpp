#include "headsup/attention/elementwise.h"

#include <Eigen/Core>

#include "attention/elementary.h"
#include "tensor/eigen_views.h"

namespace headsup {

FloatTensor add(const FloatTensor& a, const FloatTensor& b) {
  return broadcast(a, b, "b", [](const auto& x, const auto& y) { return x + y; });
}

const char* to_string(Activation activation) {
  return activation == Activation::gelu ? "gelu" : "relu";
}

FloatTensor gelu(const FloatTensor& x) {
  FloatTensor y(x.shape);
  const auto exact = flat_view(x).cast<double>();
  flat_view(y) = (exact * exact.unaryExpr([](double number) { return normal_cdf(number); })).cast<float>();
  return y;
}

FloatTensor relu(const FloatTensor& x) {
  FloatTensor y(x.shape);
  // Not max(x, 0), which may turn a NaN into 0.
  flat_view(y) = (flat_view(x) < 0.0F).select(0.0F, flat_view(x));
  return y;
}

FloatTensor activate(const FloatTensor& x, Activation activation) {
  return activation == Activation::gelu ? gelu(x) : relu(x);
}

}  // namespace headsup
