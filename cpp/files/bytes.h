#pragma once
// Reads and writes numbers in the bytes of a file, on machines of any byte order and alignment.

#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "headsup/tensor/tensor.h"

namespace headsup::files {

enum class ByteOrder { little, big };

using Bytes = std::vector<std::uint8_t>;
using ByteSpan = std::span<const std::uint8_t>;

/// The unsigned integer that `bytes` encode.
inline std::uint64_t integer_in(ByteSpan bytes, ByteOrder order = ByteOrder::little) {
  std::uint64_t value = 0;
  for (Index i = 0; i < bytes.size(); ++i) {
    value |= std::uint64_t{bytes[i]} << 8 * (order == ByteOrder::little ? i : bytes.size() - 1 - i);
  }
  return value;
}

/// Appends an integer in `size` bytes, little-endian.
inline void append_integer(Bytes& bytes, std::uint64_t value, Index size) {
  for (Index i = 0; i < size; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> 8 * i));
}

constexpr Index kFloatSize = 4;
static_assert(sizeof(float) == kFloatSize);

inline void append_number(Bytes& bytes, float number) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &number, kFloatSize);
  append_integer(bytes, bits, kFloatSize);
}
inline void append_number(Bytes& bytes, std::int32_t number) {
  append_integer(bytes, static_cast<std::uint32_t>(number), sizeof number);
}
inline void append_number(Bytes& bytes, std::uint8_t number) {
  bytes.push_back(number);
}

/// The float32 numbers that `bytes` encode.
inline std::vector<float> floats_in(ByteSpan bytes, ByteOrder order = ByteOrder::little) {
  std::vector<float> numbers(bytes.size() / kFloatSize);
  for (Index i = 0; i < numbers.size(); ++i) {
    const auto bits =
        static_cast<std::uint32_t>(integer_in(bytes.subspan(i * kFloatSize, kFloatSize), order));
    std::memcpy(&numbers[i], &bits, kFloatSize);
  }
  return numbers;
}

inline std::string_view text_of(ByteSpan bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace headsup::files
