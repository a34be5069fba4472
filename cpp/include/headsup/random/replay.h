#pragma once
// Traces a number of a drawn tensor back to the generator's words that made it.

#include <cstdint>
#include <random>
#include <vector>

#include "headsup/random/generator.h"

namespace headsup {

/// How one number of a tensor was made, with every word that went into it.
struct DrawnNumber {
  /// A uniform number, and the words that it was made of.
  struct Uniform {
    std::uint64_t word;  ///< its (first) word's place in the stream, from 0
    std::uint64_t raw;   ///< the word, or the low 53 bits of the two words of a 53-bit uniform
    double value;        ///< in [0, 1)
  };
  std::vector<Uniform> uniforms =
      {};               ///< one for uniform, two for normal: first the radius's, then the angle's
  double radius = 0;    ///< normal: √(−2 ln(1 − u))
  double angle = 0;     ///< normal: 2π u
  bool cosine = false;  ///< normal: radius · cos(angle), else radius · sin(angle)
};

/// Engines at intervals along the stream of the last replayed seed, so that a replay need not start at the seed. Takes
/// 2.5 to 5 kB for every 32,768 words up to the farthest replayed one. Not thread-safe.
class ReplayCache {
 public:
  /// An engine whose next word is the one at place `word` of the stream.
  std::mt19937 engine_at(std::uint32_t seed, std::uint64_t word);

 private:
  static constexpr std::uint64_t kSpacing = 1U << 15;

  std::uint32_t seed_ = 0;
  std::vector<std::mt19937> engines_;  ///< the i-th is before word i · kSpacing
};

/// Replays the draws of the number at row-major `offset` of the tensor that `draws` describes. Without a cache it
/// generates the whole stream up to there. `offset` must be below draws.count, which only an assertion checks.
DrawnNumber replay(const Draws& draws, std::size_t offset, ReplayCache* cache = nullptr);

}  // namespace headsup
