#pragma once
// Every kernel that can be tested on this machine.

#include <algorithm>
#include <vector>

#include "fast/kernel.h"

namespace headsup::tests {

/// A FusedTile in plain C++, with the portable kernel's roundings.
inline void plain_tile(const float* rows_0, const float* rows_2, const float* rows_4, const float* b,
                       Index depth, float* sums, Index row_bytes) {
  constexpr Index kLanes = 8;
  const float* pairs[] = {rows_0, rows_2, rows_4};
  for (Index i = 0; i < 6; ++i) {
    float* row = sums + i * row_bytes / sizeof(float);
    for (Index j = 0; j < kLanes; ++j) {
      for (Index from = 0; from < depth; from += kPortablePartDepth) {
        float sum = 0;
        for (Index k = from; k < std::min(depth, from + kPortablePartDepth); ++k) {
          sum += pairs[i / 2][k * kLanes + i % 2] * b[k * kLanes + j];
        }
        row[j] += sum;
      }
    }
  }
}

/// The portable kernel with each tile that must give the same bits.
inline std::vector<const Kernel*> portable_kernels() {
  static const Kernel plain = with_tile("portable, tile in plain C++", plain_tile);
  std::vector<const Kernel*> all = {&kPortableKernel, &plain};
#if defined(__wasm__)
  static const Kernel scalar_splat = with_tile("portable, scalar splat tile", scalar_splat_tile);
  all.push_back(&scalar_splat);
#endif
  return all;
}

/// All that this machine can run, and the portable kernel with other tiles.
inline std::vector<const Kernel*> every_kernel() {
  std::vector<const Kernel*> all = kernels();
  for (const Kernel* kernel : portable_kernels()) {
    if (kernel != &kPortableKernel) all.push_back(kernel);
  }
  return all;
}

}  // namespace headsup::tests
