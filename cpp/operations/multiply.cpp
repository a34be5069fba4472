#include "operations/multiply.h"

#include <Eigen/Core>
#include <algorithm>
#include <cassert>

namespace headsup {
namespace {

template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A tile of four rows by two vectors takes 8 sums, 4 numbers of a and 2 vectors of b; V8 has 15 registers.
constexpr Index kTileRows = 4;
constexpr Index kTileCols = 8;

Eigen::Index to_eigen(Index i) {
  return static_cast<Eigen::Index>(i);
}

template <class T>
auto strided(const MatrixInPlace<T>& x) {
  using Stride = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;
  return Eigen::Map<const Matrix<T>, 0, Stride>(x.first, to_eigen(x.rows), to_eigen(x.cols),
                                                Stride(to_eigen(x.row_stride), to_eigen(x.col_stride)));
}

/// The columns of x in groups of `width`, one group after the other and each row by row, with zeros after the last column.
Eigen::ArrayXf packed(const MatrixInPlace<float>& x, Index width) {
  const Index groups = (x.cols + width - 1) / width;
  Eigen::ArrayXf panels = Eigen::ArrayXf::Zero(to_eigen(groups * x.rows * width));
  float* to = panels.data();
  for (Index first = 0; first < x.cols; first += width) {
    const Index cols = std::min(width, x.cols - first);
    for (Index row = 0; row < x.rows; ++row, to += width) {
      const float* from = x.first + row * x.row_stride + first * x.col_stride;
      for (Index col = 0; col < cols; ++col) to[col] = from[col * x.col_stride];
    }
  }
  return panels;
}

/// sums = Σₖ a(k, i) · b(k, j) of two panels, one product after the other.
void multiply_tile(const float* a, const float* b, Index depth, float* out) {
  using Row = Eigen::Array<float, 1, kTileCols>;
  Row sums[kTileRows];
#pragma GCC unroll 4
  for (Row& sum : sums) sum.setZero();
  for (Index k = 0; k < depth; ++k, a += kTileRows, b += kTileCols) {
    const Eigen::Map<const Row> row(b);
#pragma GCC unroll 4
    for (Index i = 0; i < kTileRows; ++i) sums[i] += a[i] * row;
  }
#pragma GCC unroll 4
  for (Index i = 0; i < kTileRows; ++i) Eigen::Map<Row>(out + i * kTileCols) = sums[i];
}

/// Row by row: tiles of float64 would be more WebAssembly.
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
  const MatrixInPlace<float> columns_of_a = {.first = a.first,
                                             .rows = a.cols,
                                             .cols = a.rows,
                                             .row_stride = a.col_stride,
                                             .col_stride = a.row_stride};
  const Eigen::ArrayXf left = packed(columns_of_a, kTileRows);
  const Eigen::ArrayXf right = packed(b, kTileCols);
  Eigen::Map<Matrix<float>> result(out, to_eigen(a.rows), to_eigen(b.cols));
  Eigen::Matrix<float, kTileRows, kTileCols, Eigen::RowMajor> tile;
  for (Index j = 0; j < b.cols; j += kTileCols) {
    for (Index i = 0; i < a.rows; i += kTileRows) {
      multiply_tile(left.data() + i * a.cols, right.data() + j * a.cols, a.cols, tile.data());
      const auto rows = to_eigen(std::min(kTileRows, a.rows - i));
      const auto cols = to_eigen(std::min(kTileCols, b.cols - j));
      result.block(to_eigen(i), to_eigen(j), rows, cols) = tile.topLeftCorner(rows, cols);
    }
  }
}

void multiply_exactly(const MatrixInPlace<float>& a, const MatrixInPlace<float>& b, float* out) {
  multiply_row_by_row(a, b, out);
}

void multiply_exactly(const MatrixInPlace<double>& a, const MatrixInPlace<double>& b, double* out) {
  multiply_row_by_row(a, b, out);
}

}  // namespace headsup
