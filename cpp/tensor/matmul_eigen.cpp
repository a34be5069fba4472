// Matrix products by Eigen.
#include <cassert>

#include "tensor/eigen_views.h"
#include "tensor/matmul.h"

namespace headsup {
namespace {

template <class T>
using RowMajorMatrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Map<const RowMajorMatrix<float>> matrix_of(MatrixView x) {
  return {x.data, to_eigen(x.rows), to_eigen(x.cols)};
}

Eigen::Map<RowMajorMatrix<float>> matrix_of(float* out, Index rows, Index cols) {
  return {out, to_eigen(rows), to_eigen(cols)};
}

}  // namespace

void matmul_transposed_float64(MatrixView a, MatrixView b, float* out) {
  assert(a.cols == b.cols);
  const RowMajorMatrix<double> columns = matrix_of(b).cast<double>().transpose();
  auto result = matrix_of(out, a.rows, b.rows);
  Eigen::RowVectorXd sums(columns.cols());
  // Row by row: Eigen's blocked product for float64 would be a tenth of the WebAssembly module.
  for (Eigen::Index i = 0; i < result.rows(); ++i) {
    sums.setZero();
    for (Eigen::Index k = 0; k < columns.rows(); ++k) {
      sums += static_cast<double>(matrix_of(a)(i, k)) * columns.row(k);
    }
    result.row(i) = sums.cast<float>();
  }
}

namespace by_eigen {

void matmul(MatrixView a, MatrixView b, float* out) {
  assert(a.cols == b.rows);
  matrix_of(out, a.rows, b.cols).noalias() = matrix_of(a) * matrix_of(b);
}

void matmul_transposed(MatrixView a, MatrixView b, const float* bias, float* out) {
  assert(a.cols == b.cols);
  auto product = matrix_of(out, a.rows, b.rows);
  product.noalias() = matrix_of(a) * matrix_of(b).transpose();
  if (bias != nullptr) product.rowwise() += matrix_of({bias, 1, b.rows}).row(0);
}

}  // namespace by_eigen
}  // namespace headsup
