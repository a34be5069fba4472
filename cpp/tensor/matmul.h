#pragma once
// Matrix products, implemented by Eigen natively and by the packed kernel in WebAssembly.
//
// The order in which an entry sums its products depends on the implementation; docs/numbers.md says what is guaranteed.

#include "headsup/tensor/tensor.h"

namespace headsup {

/// A row-major matrix that is only read.
struct MatrixView {
  const float* data;  ///< (rows, cols)
  Index rows;         ///< the first axis
  Index cols;         ///< the second axis; rows are adjacent
};

/// out (M, N) = a (M, K) · b (K, N). `out` must not overlap the operands.
void matmul(MatrixView a, MatrixView b, float* out);

/// out (M, N) = a (M, K) · bᵀ + bias with b (N, K) and bias (N) or null. `out` must not overlap the operands.
void matmul_transposed(MatrixView a, MatrixView b, const float* bias, float* out);

/// out (M, N) = a (M, K) · bᵀ with b (N, K), summed in float64 and rounded once, by Eigen everywhere.
void matmul_transposed_float64(MatrixView a, MatrixView b, float* out);

/// The same products by Eigen on every machine: the reference that kernels are tested against.
namespace by_eigen {
/// As above.
void matmul(MatrixView a, MatrixView b, float* out);
/// As above.
void matmul_transposed(MatrixView a, MatrixView b, const float* bias, float* out);
}  // namespace by_eigen

}  // namespace headsup
