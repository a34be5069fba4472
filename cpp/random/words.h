#pragma once
// How PyTorch turns 32-bit words into numbers, for the generator and for the replay of its draws.

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace headsup::words {

constexpr double kPi = 3.14159265358979323846;

inline std::uint32_t engine_seed(std::int64_t seed) {
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(seed));
}

inline float uniform24(std::uint32_t word) {
  return static_cast<float>(word & 0xffffffU) * 0x1p-24F;
}

inline std::uint64_t low53(std::uint64_t high, std::uint64_t low) {
  return ((high << 32) | low) & ((1ULL << 53) - 1);
}
inline double uniform53_of(std::uint64_t bits) {
  return static_cast<double>(bits) * 0x1p-53;
}

// Blocks round the angle to float32, as PyTorch does: without that, numbers would differ in the sixth digit.

inline double block_radius(float u) {
  return std::sqrt(-2.0 * std::log1p(-static_cast<double>(u)));
}
inline double block_angle(float u) {
  return static_cast<double>(static_cast<float>(2.0 * kPi) * u);
}

inline double pair_radius(double u) {
  return std::sqrt(-2.0 * std::log1p(-u));
}
inline double pair_angle(double u) {
  return 2.0 * kPi * u;
}

}  // namespace headsup::words
