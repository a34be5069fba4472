// The 6 × 8 tile for engines with relaxed SIMD, in a separate WebAssembly module, because other engines reject any
// module that contains it. cpp/bindings/engine_tile.cpp passes the function to the core (kernel.h, FusedTile).
//
// A fused multiply-add takes four cycles and two start in each, so eight sums would wait for one another. Twelve sums, two
// vectors of b and a splatted number of a fill the 15 vector registers that V8 has.
#include <wasm_simd128.h>

extern "C" __attribute__((export_name("tile"))) void tile(const float* rows_0, const float* rows_2,
                                                          const float* rows_4, const float* b, unsigned depth,
                                                          float* sums, unsigned row_bytes) {
  constexpr int kRows = 6;
  v128_t sum[kRows][2];
  for (int i = 0; i < kRows; ++i)
    for (int n = 0; n < 2; ++n)
      sum[i][n] = wasm_v128_load(reinterpret_cast<char*>(sums) + i * row_bytes + 16 * n);
  const float* a[] = {rows_0, rows_2, rows_4};
#pragma clang loop unroll(disable)
  do {
    const v128_t column[2] = {wasm_v128_load(b), wasm_v128_load(b + 4)};
    for (int i = 0; i < kRows; ++i) {
      const v128_t number = wasm_v128_load32_splat(a[i / 2] + i % 2);
      for (int n = 0; n < 2; ++n) sum[i][n] = wasm_f32x4_relaxed_madd(number, column[n], sum[i][n]);
    }
    for (const float*& rows : a) rows += 8;
    b += 8;
  } while (--depth != 0);
  for (int i = 0; i < kRows; ++i)
    for (int n = 0; n < 2; ++n)
      wasm_v128_store(reinterpret_cast<char*>(sums) + i * row_bytes + 16 * n, sum[i][n]);
}
