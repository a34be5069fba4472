#include "operations/product.h"

#include "operations/multiply.h"
#include "tensor/eigen.h"

namespace headsup {
namespace {

template <class T>
using Multiply = void (*)(const MatrixInPlace<T>& a, const MatrixInPlace<T>& b, T* out);

/// The products of all matrices, which have the same leading axes.
template <class T>
Tensor products(const Tensor& a, const Tensor& b, const Shape& shape, Multiply<T> multiply) {
  Tensor out(shape, dtype_of<T>());
  const Matrices left(a);
  const Matrices right(b);
  const auto in_place = [](const Tensor& x, const Matrices& of, Index i) {
    return MatrixInPlace<T>{.first = x.data<T>() + of.offset(i),
                            .rows = of.rows,
                            .cols = of.cols,
                            .row_stride = of.row_stride,
                            .col_stride = of.col_stride};
  };
  for (Index i = 0; i < left.count; ++i) {
    multiply(in_place(a, left, i), in_place(b, right, i), out.data<T>() + i * left.rows * right.cols);
  }
  return out;
}

Shape leading_axes(const Tensor& x) {
  return {x.shape().begin(), x.shape().end() - 2};
}

Shape with_matrix(Shape leading, Index rows, Index cols) {
  leading.push_back(rows);
  leading.push_back(cols);
  return leading;
}

}  // namespace

Tensor product(const Tensor& a, const Tensor& b, Sums sums) {
  const Index m = a.size(-2);
  const Index k = a.size(-1);
  const Index n = b.size(-1);
  assert(b.size(-2) == k && a.dtype() == b.dtype());
  // One column is multiplied as one row, whose sums run in parallel.
  if (n == 1 && m != 1)
    return product(b.transpose(-2, -1), a.transpose(-2, -1), Sums::exact).transpose(-2, -1);

  const Shape leading = broadcast_shapes(leading_axes(a), leading_axes(b));
  const Shape shape = with_matrix(leading, m, n);
  if (element_count(shape) == 0 || k == 0) return Tensor(shape, a.dtype());
  // A single matrix on the right is multiplied by all rows at once.
  if (a.rank() > 2 && leading_axes(a) == leading && element_count(leading_axes(b)) == 1) {
    return product(a.reshape({element_count(leading) * m, k}), b.reshape({k, n}), sums).view(shape);
  }
  const Tensor left = a.expand(with_matrix(leading, m, k));
  const Tensor right = b.expand(with_matrix(leading, k, n));
  if (a.dtype() == DType::float32) {
    const bool is_transposed = b.strides()[b.rank() - 2] == 1 && b.strides().back() != 1;
    const bool is_exact = sums == Sums::exact || (sums == Sums::as_stored && is_transposed) || n == 1;
    return products<float>(left, right, shape, is_exact ? Multiply<float>{multiply_exactly} : multiply);
  }
  return products<double>(left.to(DType::float64), right.to(DType::float64), shape, multiply_exactly)
      .to(a.dtype());
}

}  // namespace headsup
