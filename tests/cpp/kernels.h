#pragma once
// Every kernel that can be tested here.

#include <vector>

#include "fast/kernel.h"

namespace headsup::tests {

/// What fused_tile.wat does, in plain C++.
inline void plain_tile(const float* rows_0, const float* rows_2, const float* rows_4, const float* b,
                       Index depth, float* sums, Index row_bytes) {
  constexpr Index kStep = 8;
  const float* pairs[] = {rows_0, rows_2, rows_4};
  for (Index i = 0; i < 6; ++i) {
    float* row = sums + i * row_bytes / sizeof(float);
    for (Index j = 0; j < kStep; ++j) {
      for (Index k = 0; k < depth; ++k) row[j] += pairs[i / 2][k * kStep + i % 2] * b[k * kStep + j];
    }
  }
}

/// Those that this machine runs, and the one that an engine gives a tile to.
inline std::vector<const Kernel*> every_kernel() {
  static const Kernel fused = with_tile(plain_tile);
  std::vector<const Kernel*> all = kernels();
  all.push_back(&fused);
  return all;
}

}  // namespace headsup::tests
