// Back from a number of a tensor to the words that it was made of.
#include <array>
#include <cassert>

#include "headsup/random/generator.h"
#include "random/box_muller.h"
#include "random/words.h"

namespace headsup {

using namespace words;

namespace {

/// Engines on their way through the streams that were last replayed, one for every kSpacing words: discarding a million
/// words for a number of a large layer would take milliseconds. They are no more than copies of what a seed gives.
class Checkpoints {
 public:
  /// An engine whose next word is the one at that place.
  std::mt19937 engine_at(std::uint32_t seed, std::uint64_t word) {
    std::uint64_t place = word - word % kSpacing;
    while (place > 0 && !is_kept(seed, place)) place -= kSpacing;
    std::mt19937 engine = place == 0 ? std::mt19937(seed) : kept_[slot_of(place)].engine;
    for (; place + kSpacing <= word; keep(seed, place, engine)) {
      engine.discard(kSpacing);
      place += kSpacing;
    }
    engine.discard(word - place);
    return engine;
  }

 private:
  static constexpr std::uint64_t kSpacing = 1U << 14;

  struct Checkpoint {
    std::mt19937 engine;
    std::uint64_t word = 0;  ///< 0: none is kept here
    std::uint32_t seed = 0;
  };

  std::size_t slot_of(std::uint64_t word) const {
    return static_cast<std::size_t>(word / kSpacing % kept_.size());
  }
  bool is_kept(std::uint32_t seed, std::uint64_t word) const {
    const Checkpoint& checkpoint = kept_[slot_of(word)];
    return checkpoint.word == word && checkpoint.seed == seed;
  }
  void keep(std::uint32_t seed, std::uint64_t word, const std::mt19937& engine) {
    kept_[slot_of(word)] = {engine, word, seed};
  }

  std::array<Checkpoint, 128> kept_;
};

std::mt19937 engine_at(const Draws& draws, std::uint64_t word) {
  thread_local Checkpoints checkpoints;
  return checkpoints.engine_at(engine_seed(draws.seed), word);
}

DrawnNumber::Uniform word_at(const Draws& draws, std::uint64_t word) {
  std::mt19937 engine = engine_at(draws, word);
  const auto raw = static_cast<std::uint32_t>(engine());
  return {word, raw, static_cast<double>(uniform24(raw))};
}

DrawnNumber::Uniform two_words_at(const Draws& draws, std::uint64_t word) {
  std::mt19937 engine = engine_at(draws, word);
  const std::uint64_t high = engine();
  const std::uint64_t low = engine();
  const std::uint64_t bits = low53(high, low);
  return {word, bits, uniform53_of(bits)};
}

DrawnNumber replay_block(const Draws& draws, std::size_t offset) {
  const bool in_tail = draws.count % kNormalBlock != 0 && offset >= draws.count - kNormalBlock;
  // The tail's words follow the words of all the numbers, as they were redrawn after them.
  const std::size_t start = in_tail ? draws.count : offset - offset % kNormalBlock;
  const std::size_t place = in_tail ? offset - (draws.count - kNormalBlock) : offset % kNormalBlock;
  const std::size_t pair = place % (kNormalBlock / 2);
  DrawnNumber number;
  number.uniforms = {word_at(draws, draws.first + start + pair),
                     word_at(draws, draws.first + start + pair + kNormalBlock / 2)};
  number.radius = block_radius(static_cast<float>(number.uniforms[0].value));
  number.angle = block_angle(static_cast<float>(number.uniforms[1].value));
  number.cosine = place < kNormalBlock / 2;
  return number;
}

DrawnNumber replay_pair(const Draws& draws, std::size_t offset) {
  // Four words make a pair. A left-over first number is the second of an earlier pair, and the others follow
  // it.
  const bool left_over = draws.starts_with_cached && offset == 0;
  const std::size_t place = left_over ? 1 : offset - (draws.starts_with_cached ? 1 : 0);
  const std::uint64_t first = left_over ? draws.cached_from : draws.first + 4 * (place / 2);
  DrawnNumber number;
  number.uniforms = {two_words_at(draws, first + 2), two_words_at(draws, first)};
  number.radius = pair_radius(number.uniforms[0].value);
  number.angle = pair_angle(number.uniforms[1].value);
  number.cosine = place % 2 == 0;
  return number;
}

}  // namespace

DrawnNumber replay(const Draws& draws, std::size_t offset) {
  assert(offset < draws.count);
  if (draws.distribution == Distribution::uniform) {
    DrawnNumber number;
    number.uniforms = {word_at(draws, draws.first + offset)};
    return number;
  }
  return draws.count >= kNormalBlock ? replay_block(draws, offset) : replay_pair(draws, offset);
}

}  // namespace headsup
