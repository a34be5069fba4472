#pragma once
// PyTorch's CPU generator, draw for draw: the same seed gives the numbers that torch gives.
//
// The engine is the 32-bit Mersenne Twister (Matsumoto and Nishimura 1998), which the C++ standard has too.
// What PyTorch makes of its 32-bit words is in aten/src/ATen/core/TransformationHelper.h (uniform),
// DistributionsHelper.h (normal, one by one) and native/cpu/DistributionTemplates.h (normal, in blocks of
// 16).

#include <cstdint>
#include <optional>
#include <random>
#include <vector>

namespace headsup {

/// What is made of the generator's words.
enum class Distribution { uniform, normal };

/// Where a tensor's numbers came from: which words of which seed's stream, and what was made of them.
struct Draws {
  Distribution distribution;  ///< what was made of the words
  std::int64_t seed;          ///< the generator's
  std::uint64_t first;        ///< how many 32-bit words had been drawn before this tensor's first
  std::size_t count;          ///< how many numbers were made
  double bound;  ///< uniform: numbers lie in [−bound, bound); normal: 1, the standard deviation
  /// Normal only: the tensor's first number was left over from the pair before (see Generator::normal).
  bool starts_with_cached = false;
  /// The first word of the pair that the left-over number belongs to; other draws may lie in between.
  std::uint64_t cached_from = 0;
};

/// A stream of random numbers, torch.Generator on the CPU. Where `draws` is given it is told where the numbers are from.
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
  /// numbers j (cosine) and j + 8 (sine); a tail that does not fill a block redraws the last 16 numbers.
  /// Below 16 numbers, each pair takes two 53-bit uniforms (two words each, high word first), and the sine of
  /// an odd last pair is kept for the next call below 16.
  std::vector<float> normal(std::size_t count, Draws* draws = nullptr);

 private:
  double uniform53();

  std::int64_t seed_;
  std::mt19937 engine_;
  std::uint64_t drawn_ = 0;
  std::optional<double> cached_normal_;
  std::uint64_t cached_from_ = 0;  ///< the first word of its pair
};

/// How one number of a tensor was made, with every word that went into it.
struct DrawnNumber {
  /// A uniform number, and the words that it was made of.
  struct Uniform {
    std::uint64_t word;  ///< its (first) word's place in the stream, from 0
    std::uint64_t raw;   ///< the word, or the low 53 bits of the two words of a 53-bit uniform
    double value;        ///< in [0, 1)
  };
  std::vector<Uniform> uniforms;  ///< one for uniform, two for normal: first the radius's, then the angle's
  double radius = 0;              ///< normal: √(−2 ln(1 − u))
  double angle = 0;               ///< normal: 2π u
  bool cosine = false;            ///< normal: radius · cos(angle), else radius · sin(angle)
};

/// Replays the draws of the number at row-major `offset` of the tensor that `draws` describes.
DrawnNumber replay(const Draws& draws, std::size_t offset);

}  // namespace headsup
