#pragma once
// Numbers in the bytes of a file, read and written without looking at the machine's own byte order or alignment.

#include <cstdint>
#include <cstring>
#include <vector>

#include "headsup/tensor/tensor.h"

namespace headsup::files {

enum class ByteOrder { little, big };

/// The unsigned integer in `size` bytes.
inline std::uint64_t integer_in(const std::uint8_t* bytes, Index size, ByteOrder order = ByteOrder::little) {
  std::uint64_t value = 0;
  for (Index i = 0; i < size; ++i) {
    value |= std::uint64_t{bytes[i]} << 8 * (order == ByteOrder::little ? i : size - 1 - i);
  }
  return value;
}

/// Appends an integer in `size` bytes, little-endian.
inline void append_integer(std::vector<std::uint8_t>& bytes, std::uint64_t value, Index size) {
  for (Index i = 0; i < size; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> 8 * i));
}

constexpr Index kFloatSize = 4;
static_assert(sizeof(float) == kFloatSize);

inline void append_number(std::vector<std::uint8_t>& bytes, float number) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &number, kFloatSize);
  append_integer(bytes, bits, kFloatSize);
}
inline void append_number(std::vector<std::uint8_t>& bytes, std::int32_t number) {
  append_integer(bytes, static_cast<std::uint32_t>(number), sizeof number);
}
inline void append_number(std::vector<std::uint8_t>& bytes, std::uint8_t number) {
  bytes.push_back(number);
}

/// `count` float32 numbers.
inline std::vector<float> floats_in(const std::uint8_t* bytes, Index count,
                                    ByteOrder order = ByteOrder::little) {
  std::vector<float> numbers(count);
  for (Index i = 0; i < count; ++i) {
    const auto bits = static_cast<std::uint32_t>(integer_in(bytes + i * kFloatSize, kFloatSize, order));
    std::memcpy(&numbers[i], &bits, kFloatSize);
  }
  return numbers;
}

}  // namespace headsup::files
