// WebAssembly's products, by the kernel.
#include <cassert>

#include "attention/matmul.h"
#include "attention/panels.h"

namespace headsup {

void matmul(MatrixView a, MatrixView b, float* out) {
  assert(a.cols == b.rows);
  fill_rows(out, a.rows, b.cols, nullptr);
  multiply(kernel(), packed_rows(kernel(), a), packed_columns(kernel(), b), out);
}

void matmul_transposed(MatrixView a, MatrixView b, const float* bias, float* out) {
  assert(a.cols == b.cols);
  fill_rows(out, a.rows, b.rows, bias);
  multiply(kernel(), packed_rows(kernel(), a), packed_rows(kernel(), b), out);
}

}  // namespace headsup
