// The tile for WebKit (kernel.h, scalar_splat_tile), where v128.load32_splat is slow, but loading a float and splatting
// it is not. The compiler would merge the two, so the float passes through an empty asm statement.
#include "fast/kernel.h"
#include "fast/simd.h"

namespace headsup {

void scalar_splat_tile(const float* rows_0, const float* rows_2, const float* rows_4, const float* b,
                       Index depth, float* sums, Index row_bytes) {
  constexpr Index kRows = 6;
  constexpr Index kLanes = 2 * kWidth;
  const float* a[] = {rows_0, rows_2, rows_4};
  while (depth > 0) {
    const Index part_depth = depth < kPortablePartDepth ? depth : kPortablePartDepth;
    Floats sum[kRows][2] = {};
#pragma clang loop unroll(disable)
    for (Index k = 0; k < part_depth; ++k, b += kLanes) {
      const Floats column[2] = {load(b), load(b + kWidth)};
      for (Index i = 0; i < kRows; ++i) {
        float number = a[i / 2][i % 2];
        asm("" : "+r"(number));
        const Floats row = reinterpret_cast<Floats>(wasm_f32x4_splat(number));
        for (Index n = 0; n < 2; ++n) sum[i][n] = add_product(sum[i][n], row, column[n]);
      }
      for (const float*& rows : a) rows += kLanes;
    }
    for (Index i = 0; i < kRows; ++i) {
      float* row = sums + i * row_bytes / sizeof(float);
      for (Index n = 0; n < 2; ++n) store(row + n * kWidth, load(row + n * kWidth) + sum[i][n]);
    }
    depth -= part_depth;
  }
}

}  // namespace headsup
