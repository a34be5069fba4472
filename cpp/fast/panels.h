#pragma once
// Matrices as the kernels read them (kernel.h): packed into panels once, multiplied as often as one likes.

#include <memory>

#include "fast/kernel.h"
#include "tensor/matmul.h"

namespace headsup {

/// Room for numbers at the start of a line of the cache. They are not set: whoever reads one has written it.
class Room {
 public:
  Room() = default;
  /// For so many numbers.
  explicit Room(Index count);
  /// The first one; null in a room for none.
  float* data() const { return first_; }

 private:
  std::unique_ptr<float[]> memory_;
  float* first_ = nullptr;
};

/// `count`, filled up to a multiple of `step`.
constexpr Index filled_up(Index count, Index step) {
  return (count + step - 1) / step * step;
}

/// A matrix (rows, depth) in panels of its rows.
struct Panels {
  Index rows;   ///< how many it has; the last panel's others are zeros
  Index depth;  ///< numbers of a row
  Room room;    ///< ⌈rows / P⌉ · depth · P numbers
};

/// x's rows.
Panels packed_rows(const Kernel& kernel, MatrixView x);
/// x's columns, as rows of xᵀ.
Panels packed_columns(const Kernel& kernel, MatrixView x);

/// out (M, N) += a (M, K) · bᵀ with b (N, K), row-major.
void multiply(const Kernel& kernel, const Panels& a, const Panels& b, float* out);

}  // namespace headsup
