// The Mersenne Twister behind the module random: CPython's seeding, and its numbers.
#include <array>

#include "python/interpreter.h"

namespace headsup::python {
namespace {

struct Twister final : Object {
  static constexpr std::size_t kSize = 624;
  std::array<std::uint32_t, kSize> state;
  std::size_t at = kSize;

  /// init_by_array(): the words of the seed, the lowest first. numpy begins with its seed, and stirs no further.
  Twister(std::uint64_t seed, bool is_numpys) : Object(Kind::native) {
    const std::uint32_t key[] = {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32U)};
    const std::size_t size = key[1] == 0 ? 1 : 2;
    state[0] = is_numpys ? static_cast<std::uint32_t>(seed) : 19650218U;
    const auto before = [this](std::size_t i) { return state[i - 1] ^ (state[i - 1] >> 30U); };
    for (std::uint32_t i = 1; i < kSize; ++i) state[i] = 1812433253U * before(i) + i;
    if (is_numpys) return;
    std::size_t i = 1;
    const auto advance = [&] {
      if (++i < kSize) return;
      state[0] = state[kSize - 1];
      i = 1;
    };
    for (std::size_t k = 0; k < kSize; ++k) {
      const auto j = static_cast<std::uint32_t>(k % size);
      state[i] = (state[i] ^ (before(i) * 1664525U)) + key[j] + j;
      advance();
    }
    for (std::size_t k = 1; k < kSize; ++k) {
      state[i] = (state[i] ^ (before(i) * 1566083941U)) - static_cast<std::uint32_t>(i);
      advance();
    }
    state[0] = 0x80000000U;
  }

  std::uint32_t next() {
    if (at == kSize) {
      constexpr std::size_t kShift = 397;
      for (std::size_t i = 0; i < kSize; ++i) {
        const std::uint32_t v = (state[i] & 0x80000000U) | (state[(i + 1) % kSize] & 0x7FFFFFFFU);
        state[i] = state[(i + kShift) % kSize] ^ (v >> 1U) ^ ((v & 1U) != 0 ? 0x9908B0DFU : 0);
      }
      at = 0;
    }
    std::uint32_t y = state[at++];
    y ^= y >> 11U;
    y ^= (y << 7U) & 0x9D2C5680U;
    y ^= (y << 15U) & 0xEFC60000U;
    return y ^ (y >> 18U);
  }
};

Value seeded(Call& call) {
  call.in.heap.charge(Twister::kSize / 2);
  auto* twister = call.in.heap.make<Twister>(static_cast<std::uint64_t>(call.integer(0)), call.has(1));
  twister->cls = call.in.builtin_class("twister");
  return twister;
}
Value random(Call& call) {
  auto& twister = call[0].as<Twister>();
  const std::uint32_t high = twister.next() >> 5U;
  const std::uint32_t low = twister.next() >> 6U;
  return Value((high * 67108864.0 + low) * (1.0 / 9007199254740992.0));
}
Value bits(Call& call) {
  return Value(static_cast<std::int64_t>(call[0].as<Twister>().next() >> (32 - call.integer(1))));
}

constexpr NativeEntry kRandom[] = {{"_seeded", "seed, is_numpys=?, /", seeded},
                                   {"_random", "state, /", random},
                                   {"_bits", "state, count, /", bits}};

}  // namespace

void fill_random(Interpreter& in, Module& module) {
  in.define(*module.names, kRandom);
}

}  // namespace headsup::python
