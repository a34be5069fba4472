#pragma once
// Tensors as Eigen sees them: maps that copy nothing and must not outlive their tensor.
//
// Maps are Eigen arrays, whose + − · / work cell by cell; `.matrix()` of one is a matrix. T is the type of the numbers, which
// must be the tensor's.

#include <Eigen/Core>

#include "headsup/tensor/tensor.h"
#include "tensor/loop.h"

namespace headsup {

template <class T>
using ArrayView = Eigen::Map<
    std::conditional_t<std::is_const_v<T>, const RowMajorArray<std::remove_const_t<T>>, RowMajorArray<T>>>;

/// (rows, cols) from the numbers that start at `first`.
template <class T>
ArrayView<T> view(T* first, Index rows, Index cols) {
  return {first, to_eigen(rows), to_eigen(cols)};
}

/// (1, N): all numbers of a contiguous tensor in a row.
/// @{
template <class T>
ArrayView<T> flat(Tensor& x) {
  return view(x.numbers<T>().data(), 1, x.count());
}
template <class T>
ArrayView<const T> flat(const Tensor& x) {
  return view(x.numbers<T>().data(), 1, x.count());
}
/// @}

/// (rows, D) from a contiguous x (…, D), which has at least one axis.
/// @{
template <class T>
ArrayView<T> rows_of(Tensor& x) {
  const Index width = x.size(-1);
  return view(x.numbers<T>().data(), width == 0 ? 0 : x.count() / width, width);
}
template <class T>
ArrayView<const T> rows_of(const Tensor& x) {
  const Index width = x.size(-1);
  return view(x.numbers<T>().data(), width == 0 ? 0 : x.count() / width, width);
}
/// @}

/// The last two axes of a tensor, and how many such matrices there are.
struct Matrices {
  explicit Matrices(const Tensor& x)
      : rows(x.size(-2)),
        cols(x.size(-1)),
        row_stride(x.strides()[x.rank() - 2]),
        col_stride(x.strides().back()),
        leading(x.shape().begin(), x.shape().end() - 2),
        steps(x.strides().begin(), x.strides().end() - 2),
        count(element_count(leading)) {}

  /// Where matrix i begins, after the tensor's first number.
  Index offset(Index i) const {
    const Shape at = index_of(leading, i);
    Index sum = 0;
    for (Index axis = 0; axis < at.size(); ++axis) sum += at[axis] * steps[axis];
    return sum;
  }

  Index rows;
  Index cols;
  Index row_stride;
  Index col_stride;
  Shape leading;  ///< the axes before the last two
  Shape steps;    ///< their strides
  Index count;    ///< of the matrices
};

}  // namespace headsup
