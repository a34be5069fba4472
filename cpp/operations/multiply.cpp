#include "operations/multiply.h"

#include <Eigen/Core>
#include <cassert>

namespace headsup {
namespace {

template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Rows without gaps between their numbers.
using Packed = Eigen::Map<const Matrix<float>, 0, Eigen::OuterStride<>>;

Eigen::Index to_eigen(Index i) {
  return static_cast<Eigen::Index>(i);
}

template <class T>
auto strided(const MatrixInPlace<T>& x) {
  using Stride = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;
  return Eigen::Map<const Matrix<T>, 0, Stride>(x.first, to_eigen(x.rows), to_eigen(x.cols),
                                                Stride(to_eigen(x.row_stride), to_eigen(x.col_stride)));
}

Packed by_rows(const MatrixInPlace<float>& x) {
  return {x.first, to_eigen(x.rows), to_eigen(x.cols), Eigen::OuterStride<>(to_eigen(x.row_stride))};
}

/// The same numbers, copied row by row.
MatrixInPlace<float> copied(const MatrixInPlace<float>& x, Matrix<float>& copy) {
  copy = strided(x);
  return {.first = copy.data(), .rows = x.rows, .cols = x.cols, .row_stride = x.cols, .col_stride = 1};
}

MatrixInPlace<float> transposed(const MatrixInPlace<float>& x) {
  return {.first = x.first,
          .rows = x.cols,
          .cols = x.rows,
          .row_stride = x.col_stride,
          .col_stride = x.row_stride};
}

/// Row by row: Eigen's blocked product for float64 would be another 6 kB of WebAssembly.
template <class T>
void multiply_row_by_row(const MatrixInPlace<T>& a, const MatrixInPlace<T>& b, T* out) {
  const Matrix<double> rows = strided(b).template cast<double>();
  Eigen::RowVectorXd sums(rows.cols());
  for (Index i = 0; i < a.rows; ++i, out += b.cols) {
    sums.setZero();
    for (Index k = 0; k < a.cols; ++k) {
      const T factor = a.first[i * a.row_stride + k * a.col_stride];
      sums += static_cast<double>(factor) * rows.row(to_eigen(k));
    }
    Eigen::Map<Eigen::Matrix<T, 1, Eigen::Dynamic>>(out, sums.size()) = sums.template cast<T>();
  }
}

}  // namespace

void multiply(const MatrixInPlace<float>& a, const MatrixInPlace<float>& b, float* out) {
  assert(b.cols > 1);
  if (a.rows == 1) {
    // A single row is multiplied twice.
    Matrix<float> twice(2, to_eigen(b.cols));
    multiply({.first = a.first, .rows = 2, .cols = a.cols, .row_stride = 0, .col_stride = a.col_stride}, b,
             twice.data());
    Eigen::Map<Eigen::RowVectorXf>(out, twice.cols()) = twice.row(0);
    return;
  }
  // b by columns, as the weights of linear layers lie; Eigen's product for rows would be another 1 kB of the compressed module.
  Matrix<float> copy_of_a;
  Matrix<float> copy_of_b;
  const auto rows = by_rows(a.col_stride == 1 ? a : copied(a, copy_of_a));
  const auto columns = by_rows(b.row_stride == 1 ? transposed(b) : copied(transposed(b), copy_of_b));
  // Never so; but without this line Eigen's products of vectors and matrices, 2 kB of WebAssembly, are compiled too.
  if (rows.rows() == 1 || columns.rows() == 1) return;
  Eigen::Map<Matrix<float>>(out, rows.rows(), columns.rows()).noalias() = rows * columns.transpose();
}

void multiply_exactly(const MatrixInPlace<float>& a, const MatrixInPlace<float>& b, float* out) {
  multiply_row_by_row(a, b, out);
}

void multiply_exactly(const MatrixInPlace<double>& a, const MatrixInPlace<double>& b, double* out) {
  multiply_row_by_row(a, b, out);
}

}  // namespace headsup
