#pragma once
// Random numbers that are the same on every machine: the standard specifies std::mt19937 exactly, but not the
// distributions, so that these use a modulo.

#include <random>
#include <vector>

#include "headsup/tensor/tensor.h"

namespace headsup::tests {

class Dice {
 public:
  explicit Dice(std::uint32_t seed) : engine_(seed) {}

  /// 0 … count − 1.
  Index below(Index count) { return static_cast<Index>(engine_()) % count; }
  /// low … high.
  Index between(Index low, Index high) { return low + below(high - low + 1); }
  bool coin() { return below(2) == 1; }
  /// A multiple of 1/256 in [−4, 4).
  float number() { return static_cast<float>(below(2048)) / 256.0F - 4.0F; }

  Tensor floats(const Shape& shape) {
    Tensor tensor(shape);
    for (float& x : tensor.floats()) x = number();
    return tensor;
  }
  Tensor bits(const Shape& shape) {
    Tensor tensor(shape, DType::boolean);
    for (auto& bit : tensor.bits()) bit = coin() ? 1 : 0;
    return tensor;
  }
  /// 0 … count − 1, shuffled.
  std::vector<Index> order(Index count) {
    std::vector<Index> order(count);
    for (Index i = 0; i < count; ++i) order[i] = i;
    for (Index i = count; i > 1; --i) std::swap(order[i - 1], order[below(i)]);
    return order;
  }

 private:
  std::mt19937 engine_;
};

}  // namespace headsup::tests
