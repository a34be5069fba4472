// Matrix products except in WebAssembly.
#include "tensor/matmul.h"

namespace headsup {

void matmul(MatrixView a, MatrixView b, float* out) {
  by_eigen::matmul(a, b, out);
}

void matmul_transposed(MatrixView a, MatrixView b, const float* bias, float* out) {
  by_eigen::matmul_transposed(a, b, bias, out);
}

}  // namespace headsup
