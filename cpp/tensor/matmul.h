#pragma once
// Matrix products: the one seam behind which kernels live.
//
// A float32 sum depends on its order, and the order here is PyTorch's on x86 (OpenBLAS): an entry sums its
// products in the order of k, rounding to float32 at each step; past kBlock products the sum is made in two
// halves, and the bias stands before them. At 512 products another order, even a better one (a float64 sum
// rounded once), would differ from PyTorch by more than 1e-6. docs/numbers.md has the measurements.

#include "headsup/tensor/tensor.h"

namespace headsup {

/// Up to this many products are summed in one go; beyond it, in two halves.
constexpr Index kBlock = 320;

/// A row-major matrix that is only looked at: rows × cols, rows adjacent.
struct MatrixView {
  const float* data;  ///< (rows, cols)
  Index rows;         ///< how many
  Index cols;         ///< numbers of a row
};

/// out (M, N) = a (M, K) · b (K, N). `out` must not overlap the operands.
void matmul(MatrixView a, MatrixView b, float* out);

/// out (M, N) = bias + a (M, K) · bᵀ with b (N, K) and bias (N) or null. `out` must not overlap the operands.
void matmul_transposed(MatrixView a, MatrixView b, const float* bias, float* out);

/// Each of `rows` rows of `out` (rows, cols) becomes `bias` (cols), or 0 where it is null.
void fill_rows(float* out, Index rows, Index cols, const float* bias);

/// The same two by Eigen, on every machine: what others are held against.
namespace by_eigen {
/// As above.
void matmul(MatrixView a, MatrixView b, float* out);
/// As above.
void matmul_transposed(MatrixView a, MatrixView b, const float* bias, float* out);
}  // namespace by_eigen

}  // namespace headsup
