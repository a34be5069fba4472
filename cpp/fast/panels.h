#pragma once
// Matrices packed into panels (kernel.h): packed once, multiplied many times.

#include <memory>

#include "fast/kernel.h"
#include "headsup/tensor/tensor.h"

namespace headsup {

/// A row-major matrix that is only read.
struct MatrixView {
  const float* data;  ///< (rows, cols)
  Index rows;         ///< the first axis
  Index cols;         ///< the second axis; rows are adjacent
};

/// Uninitialised floats that start at a cache line.
class AlignedFloats {
 public:
  AlignedFloats() = default;
  /// Refuses `too-large` where memory cannot hold so many.
  explicit AlignedFloats(Index count);
  float* data() const { return first_; }  ///< the first float; null if there are none

 private:
  std::unique_ptr<float[]> memory_;
  float* first_ = nullptr;
};

/// `count` rounded up to a multiple of `step`.
constexpr Index rounded_up(Index count, Index step) {
  return (count + step - 1) / step * step;
}

/// A matrix (rows, depth) in panels of its rows.
struct Panels {
  Index rows;            ///< M
  Index depth;           ///< K
  AlignedFloats floats;  ///< ⌈M / P⌉ · K · P; the rows missing from the last panel are zeros
};

/// x in panels of its rows.
Panels packed_rows(const Kernel& kernel, MatrixView x);

/// out (M, N) = bias + a (M, K) · bᵀ with b (N, K), row-major; bias (N, padded to a multiple of P) or null.
void multiply(const Kernel& kernel, const Panels& a, const Panels& b, const float* bias, float* out);

}  // namespace headsup
