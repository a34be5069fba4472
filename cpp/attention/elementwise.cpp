#include "headsup/attention/elementwise.h"

#include <Eigen/Core>

#include "attention/elementary.h"
#include "tensor/eigen_views.h"

namespace headsup {

FloatTensor add(const FloatTensor& a, const FloatTensor& b) {
  return broadcast(a, b, "b", [](const auto& x, const auto& y) { return x + y; });
}

FloatTensor sub(const FloatTensor& a, const FloatTensor& b) {
  return broadcast(a, b, "b", [](const auto& x, const auto& y) { return x - y; });
}

FloatTensor mul(const FloatTensor& a, const FloatTensor& b) {
  return broadcast(a, b, "b", [](const auto& x, const auto& y) { return x * y; });
}

FloatTensor div(const FloatTensor& a, const FloatTensor& b) {
  return broadcast(a, b, "b", [](const auto& x, const auto& y) { return x / y; });
}

FloatTensor sqrt(const FloatTensor& x) {
  FloatTensor y(x.shape);
  flat_view(y) = flat_view(x).sqrt();
  return y;
}

FloatTensor sum(const FloatTensor& x) {
  if (x.rank() == 0) refuse_shape("x", x.shape, "at least one axis");
  Shape rows = x.shape;
  rows.pop_back();
  FloatTensor y(rows);
  view(y.data.data(), y.data.size(), 1) = rows_view(x).cast<double>().rowwise().sum().cast<float>();
  return y;
}

FloatTensor half(const FloatTensor& x) {
  FloatTensor y(x.shape);
  flat_view(y) = flat_view(x).unaryExpr([](float number) { return static_cast<float>(Eigen::half(number)); });
  return y;
}

FloatTensor ndtr(const FloatTensor& x) {
  FloatTensor y(x.shape);
  const auto exact = flat_view(x).cast<double>();
  flat_view(y) = exact.unaryExpr([](double number) { return normal_cdf(number); }).cast<float>();
  return y;
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
