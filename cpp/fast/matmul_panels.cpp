// WebAssembly's matrix products (tensor/matmul.h): the portable kernel with its own tile, whose sums are the same bits in
// every engine.
#include <cassert>
#include <vector>

#include "fast/panels.h"
#include "tensor/matmul.h"

namespace headsup {

void matmul(MatrixView a, MatrixView b, float* out) {
  assert(a.cols == b.rows);
  const Kernel& kernel = kPortableKernel;
  multiply(kernel, packed_rows(kernel, a), packed_columns(kernel, b), nullptr, out);
}

void matmul_transposed(MatrixView a, MatrixView b, const float* bias, float* out) {
  assert(a.cols == b.cols);
  const Kernel& kernel = kPortableKernel;
  std::vector<float> padded_bias;
  if (bias != nullptr) {
    padded_bias.assign(bias, bias + b.rows);
    padded_bias.resize(rounded_up(b.rows, kernel.lanes));
  }
  multiply(kernel, packed_rows(kernel, a), packed_rows(kernel, b), bias ? padded_bias.data() : nullptr, out);
}

}  // namespace headsup
