// WebAssembly's products, by the kernel whose sums are matmul.h's to the last bit.
#include <cassert>

#include "fast/panels.h"
#include "tensor/matmul.h"

namespace headsup {

void matmul(MatrixView a, MatrixView b, float* out) {
  assert(a.cols == b.rows);
  fill_rows(out, a.rows, b.cols, nullptr);
  multiply(kPortableKernel, packed_rows(kPortableKernel, a), packed_columns(kPortableKernel, b), out);
}

void matmul_transposed(MatrixView a, MatrixView b, const float* bias, float* out) {
  assert(a.cols == b.cols);
  fill_rows(out, a.rows, b.rows, bias);
  multiply(kPortableKernel, packed_rows(kPortableKernel, a), packed_rows(kPortableKernel, b), out);
}

}  // namespace headsup
