// Matrix products by Eigen: where there is no kernel of our own, and what that kernel is held against.
#include <Eigen/Core>
#include <algorithm>
#include <cassert>

#include "tensor/matmul.h"

namespace headsup {

void fill_rows(float* out, Index rows, Index cols, const float* bias) {
  if (bias == nullptr) {
    std::fill_n(out, rows * cols, 0.0F);
    return;
  }
  for (Index i = 0; i < rows; ++i) std::copy_n(bias, cols, out + i * cols);
}

namespace by_eigen {
namespace {

using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Row = Eigen::Matrix<float, 1, Eigen::Dynamic>;

Eigen::Index to_eigen(Index i) {
  return static_cast<Eigen::Index>(i);
}

Eigen::Map<const Row> row_of(const float* data, Index size) {
  return {data, to_eigen(size)};
}

/// Adds a's columns [from, to) times b's rows [from, to) to `out`. Each entry sums its products in the order
/// of k, and by itself before it is added, while the inner loop still runs along contiguous rows.
void add_products(MatrixView a, MatrixView b, Index from, Index to, float* out) {
  Row sum(to_eigen(b.cols));
  for (Index i = 0; i < a.rows; ++i) {
    sum.setZero();
    for (Index k = from; k < to; ++k) sum += a.data[i * a.cols + k] * row_of(b.data + k * b.cols, b.cols);
    Eigen::Map<Row>(out + i * b.cols, to_eigen(b.cols)) += sum;
  }
}

void accumulate(MatrixView a, MatrixView b, float* out) {
  const Index first = a.cols > kBlock ? a.cols / 2 : a.cols;
  add_products(a, b, 0, first, out);
  if (first < a.cols) add_products(a, b, first, a.cols, out);
}

}  // namespace

void matmul(MatrixView a, MatrixView b, float* out) {
  assert(a.cols == b.rows);
  fill_rows(out, a.rows, b.cols, nullptr);
  accumulate(a, b, out);
}

void matmul_transposed(MatrixView a, MatrixView b, const float* bias, float* out) {
  assert(a.cols == b.cols);
  fill_rows(out, a.rows, b.rows, bias);
  const RowMajor transposed =
      Eigen::Map<const RowMajor>(b.data, to_eigen(b.rows), to_eigen(b.cols)).transpose();
  accumulate(a, {transposed.data(), b.cols, b.rows}, out);
}

}  // namespace by_eigen
}  // namespace headsup
