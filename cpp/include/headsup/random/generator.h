#pragma once
// PyTorch's CPU generator: the same seed gives the same numbers, bit for bit.
//
// The engine is the 32-bit Mersenne Twister (Matsumoto and Nishimura 1998), std::mt19937. How PyTorch turns its 32-bit
// words into numbers is in aten/src/ATen/core/TransformationHelper.h (uniform), DistributionsHelper.h (normal, one by one)
// and native/cpu/DistributionTemplates.h (normal, in blocks of 16).

#include <cstdint>
#include <optional>
#include <random>
#include <vector>

namespace headsup {

/// The distribution of drawn numbers.
enum class Distribution { uniform, normal };

/// Where the numbers of a tensor came from: which words of which seed's stream, and their distribution.
struct Draws {
  Distribution distribution;  ///< of the numbers
  std::int64_t seed;          ///< of the generator
  std::uint64_t first;        ///< the number of 32-bit words that had been drawn before
  std::size_t count;          ///< the number of numbers
  double bound;  ///< uniform: numbers lie in [−bound, bound); normal: 1, the standard deviation
  /// Normal only: the first number is the sine of a pair that an earlier call began (see Generator::normal).
  bool starts_with_cached = false;
  /// The first word of that pair; other draws may lie in between.
  std::uint64_t cached_from = 0;
};

/// A stream of random numbers, torch.Generator on the CPU. Each call that is given `draws` describes its numbers there.
/// More numbers than memory has room for are refused as `too-large`.
class Generator {
 public:
  /// torch.manual_seed(seed): only the low 32 bits of the seed, in two's complement, reach the engine.
  explicit Generator(std::int64_t seed);

  /// The next 32-bit word.
  std::uint32_t random();

  /// torch.Tensor.uniform_(−bound, bound): `count` float32 numbers, one word each: the low 24 bits over 2^24
  /// are u in [0, 1), and the number is u · 2 bound − bound, rounded to float32 once.
  std::vector<float> uniform(std::size_t count, double bound, Draws* draws = nullptr);

  /// torch.Tensor.normal_(): `count` float32 numbers of the standard normal distribution by Box–Muller.
  ///
  /// From 16 numbers on, blocks of 16 words are 16 uniforms, and uniforms j and j + 8 of a block make the
  /// numbers j (cosine) and j + 8 (sine); where the count is no multiple of 16, the last 16 numbers are drawn again.
  /// Below 16 numbers, each pair takes two 53-bit uniforms (two words each, high word first), and the sine of
  /// an odd last pair is cached for the next call below 16.
  std::vector<float> normal(std::size_t count, Draws* draws = nullptr);

  /// torch.rand(()): one word, its low 24 bits over 2^24.
  float rand();
  /// torch.rand((), dtype=torch.float64): two words, the low 53 bits of both over 2^53.
  double rand_double();

  /// The next kWords words. All later ones follow from them.
  std::vector<std::uint32_t> next_words() const;
  static constexpr std::size_t kWords = std::mt19937::state_size;  ///< 624
  /// Continues with these kWords words and those that follow them. Only for `random` and `rand`: Draws of what comes later would
  /// give a wrong place in the seed's stream.
  void continue_with(const std::vector<std::uint32_t>& words);

 private:
  std::int64_t seed_;
  std::mt19937 engine_;
  std::uint64_t drawn_ = 0;
  std::optional<double> cached_normal_;
  std::uint64_t cached_from_ = 0;  ///< the first word of the cached number's pair
};

}  // namespace headsup
