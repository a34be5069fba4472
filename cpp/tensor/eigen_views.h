#pragma once
// Tensors as Eigen sees them: row-major views that copy nothing and must not outlive their tensor.
//
// Views are Eigen arrays, whose + − · / work cell by cell; only matmul_eigen.cpp multiplies matrices. A view of a const
// tensor is read-only.

#include <Eigen/Core>
#include <type_traits>

#include "headsup/tensor/tensor.h"

namespace headsup {

/// Eigen counts with a signed type.
constexpr Eigen::Index to_eigen(Index i) {
  return static_cast<Eigen::Index>(i);
}

template <class T>
using RowMajorArray = Eigen::Array<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// T is float, or const float for a view that only reads.
template <class T>
using ArrayOf =
    std::conditional_t<std::is_const_v<T>, const RowMajorArray<std::remove_const_t<T>>, RowMajorArray<T>>;

template <class T>
using ArrayView = Eigen::Map<ArrayOf<T>>;

/// An axis along which one cell is read again and again has stride 0.
template <class T>
using BroadcastView = Eigen::Map<ArrayOf<T>, 0, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>>;

/// (rows, cols) from the numbers that start at `first`.
template <class T>
ArrayView<T> view(T* first, Index rows, Index cols) {
  return {first, to_eigen(rows), to_eigen(cols)};
}

/// (1, N): all numbers in a row.
auto flat_view(auto& x) {
  return view(x.data.data(), 1, x.data.size());
}

/// (rows, D) from x (…, D), which has at least one axis.
auto rows_view(auto& x) {
  Index rows = 1;
  for (Index axis = 0; axis + 1 < x.rank(); ++axis) rows *= x.shape[axis];
  return view(x.data.data(), rows, x.last(0));
}

/// The last two axes of a shape, with 1 for those that it does not have, and how many such matrices there are.
struct MatrixAxes {
  explicit MatrixAxes(const Shape& shape)
      : rows(shape.size() > 1 ? shape[shape.size() - 2] : 1), cols(shape.empty() ? 1 : shape.back()) {
    for (Index axis = 0; axis + 2 < shape.size(); ++axis) count *= shape[axis];
  }

  Index rows;
  Index cols;
  Index count = 1;
};

/// The matrix `i` that the last two axes of x make.
auto matrix_view(auto& x, Index i) {
  const MatrixAxes axes(x.shape);
  return view(x.data.data() + i * axes.rows * axes.cols, axes.rows, axes.cols);
}

/// The matrix `i` of x broadcast to `shape`.
template <class T>
BroadcastView<const T> broadcast_view(const Tensor<T>& x, const Shape& shape, Index i) {
  const MatrixAxes own(x.shape);
  const MatrixAxes to(shape);
  const T* first = x.data.data() + broadcast_offset(x.shape, shape, i * to.rows * to.cols);
  return {first,
          to_eigen(to.rows),
          to_eigen(to.cols),
          {to_eigen(own.rows == 1 ? 0 : own.cols), to_eigen(own.cols == 1 ? 0 : 1)}};
}

/// op(a, b) on two views, both broadcast to one shape. Refuses `shape-mismatch` on `field` where they do not fit.
template <class T, class Op>
Tensor<T> broadcast(const Tensor<T>& a, const Tensor<T>& b, std::string_view field, const Op& op) {
  Tensor<T> out(broadcast_shapes(a.shape, b.shape, field));
  if (out.data.empty()) return out;
  for (Index i = 0; i < MatrixAxes(out.shape).count; ++i) {
    matrix_view(out, i) = op(broadcast_view(a, out.shape, i), broadcast_view(b, out.shape, i));
  }
  return out;
}

}  // namespace headsup
