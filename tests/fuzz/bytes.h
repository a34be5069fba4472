#pragma once
// Values made from a fuzzer's bytes: each call takes some from the front, and returns 0 when they are used up. libFuzzer's
// own FuzzedDataProvider comes only with Clang, and GCC replays the corpus too.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>

#include "headsup/tensor/tensor.h"

namespace headsup::fuzz {

class Bytes {
 public:
  Bytes(const std::uint8_t* data, Index size) : data_(data), left_(size) {}

  bool empty() const { return left_ == 0; }

  /// Any value of T, by its bits.
  template <class T>
  T any() {
    T value{};
    const Index count = std::min(left_, sizeof value);
    if (count > 0) std::memcpy(&value, data_, count);
    data_ += count;
    left_ -= count;
    return value;
  }

  /// 0 … count − 1, count up to 256: one byte.
  Index below(Index count) { return any<std::uint8_t>() % count; }
  bool coin() { return below(2) == 1; }

  /// A size that lessons use, 1 … 8; one in sixteen is a 0 or any number at all.
  Index size() {
    const Index choice = below(128);
    if (choice == 127) return any<Index>();
    return choice < 120 ? choice % 8 + 1 : 0;
  }

  /// A number from −4 to 4; one in eight is a special value of float32 or any bits.
  float number() {
    using Float = std::numeric_limits<float>;
    constexpr float kCorners[] = {Float::quiet_NaN(), Float::infinity(),   -Float::infinity(), Float::max(),
                                  Float::lowest(),    Float::denorm_min(), Float::min(),       -0.0F};
    const Index choice = below(256);
    if (choice < 224) return static_cast<float>(choice) / 28.0F - 4.0F;
    return choice < 248 ? kCorners[choice % 8] : any<float>();
  }

 private:
  const std::uint8_t* data_;
  Index left_;
};

}  // namespace headsup::fuzz
