#include "attention/matmul.h"

#include <Eigen/Core>
#include <cassert>

namespace headsup {
namespace {

using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Index to_eigen(Index i) { return static_cast<Eigen::Index>(i); }

Eigen::Map<const RowMajor> as_eigen(MatrixView m) { return {m.data, to_eigen(m.rows), to_eigen(m.cols)}; }

/// The sum of the outer products of a's columns and b's rows in [from, to), k after k: each entry of the result sums
/// its products in the order of k, while the inner loop still runs along contiguous rows.
RowMajor outer_products(const Eigen::Map<const RowMajor>& a, const Eigen::Ref<const RowMajor>& b, Eigen::Index from,
                        Eigen::Index to) {
  RowMajor sum = RowMajor::Zero(a.rows(), b.cols());
  for (Eigen::Index k = from; k < to; ++k) sum.noalias() += a.col(k) * b.row(k);
  return sum;
}

void accumulate(const Eigen::Map<const RowMajor>& a, const Eigen::Ref<const RowMajor>& b, Eigen::Map<RowMajor>& out) {
  const Eigen::Index inner = a.cols();
  const Eigen::Index first = inner > to_eigen(kBlock) ? inner / 2 : inner;
  out += outer_products(a, b, 0, first);
  if (first < inner) out += outer_products(a, b, first, inner);
}

}  // namespace

void matmul(MatrixView a, MatrixView b, float* out) {
  assert(a.cols == b.rows);
  Eigen::Map<RowMajor> result(out, to_eigen(a.rows), to_eigen(b.cols));
  result.setZero();
  accumulate(as_eigen(a), as_eigen(b), result);
}

void matmul_transposed(MatrixView a, MatrixView b, const float* bias, float* out) {
  assert(a.cols == b.cols);
  Eigen::Map<RowMajor> result(out, to_eigen(a.rows), to_eigen(b.rows));
  result.setZero();
  if (bias != nullptr) result.rowwise() = Eigen::Map<const Eigen::RowVectorXf>(bias, to_eigen(b.rows));
  const RowMajor transposed = as_eigen(b).transpose();
  accumulate(as_eigen(a), transposed, result);
}

}  // namespace headsup
