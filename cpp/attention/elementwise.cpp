#include "headsup/attention/elementwise.h"

#include "operations/operations.h"

namespace headsup {
namespace {

/// Refuses `b` where it does not broadcast with `a`.
Tensor compute_broadcast(const Operation& operation, const Tensor& a, const Tensor& b) {
  if (!broadcasts(a.shape(), b.shape())) {
    refuse_shape("b", b.shape(), "a shape that broadcasts with " + to_string(a.shape()));
  }
  return compute(operation, {a, b});
}

}  // namespace

Tensor add(const Tensor& a, const Tensor& b) {
  return compute_broadcast(op::add, a, b);
}

Tensor sub(const Tensor& a, const Tensor& b) {
  return compute_broadcast(op::sub, a, b);
}

Tensor mul(const Tensor& a, const Tensor& b) {
  return compute_broadcast(op::mul, a, b);
}

Tensor div(const Tensor& a, const Tensor& b) {
  return compute_broadcast(op::div, a, b);
}

Tensor sqrt(const Tensor& x) {
  return compute(op::sqrt, {x});
}

Tensor sum(const Tensor& x) {
  if (x.rank() == 0) refuse_shape("x", x.shape(), "at least one axis");
  return compute(op::sum, {x}, {{"dim", -1.0}});
}

Tensor half(const Tensor& x) {
  return compute(op::half, {x});
}

Tensor ndtr(const Tensor& x) {
  return compute(op::ndtr, {x});
}

const char* to_string(Activation activation) {
  return activation == Activation::gelu ? "gelu" : "relu";
}

Tensor gelu(const Tensor& x) {
  return compute(op::gelu, {x});
}

Tensor relu(const Tensor& x) {
  return compute(op::relu, {x});
}

Tensor activate(const Tensor& x, Activation activation) {
  return activation == Activation::gelu ? gelu(x) : relu(x);
}

}  // namespace headsup
