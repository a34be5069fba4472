#include "headsup/random/replay.h"

#include <cassert>

#include "random/box_muller.h"
#include "random/words.h"

namespace headsup {
namespace {

std::mt19937 engine_at(const Draws& draws, std::uint64_t word, ReplayCache* cache) {
  const std::uint32_t seed = words::engine_seed(draws.seed);
  if (cache != nullptr) return cache->engine_at(seed, word);
  std::mt19937 engine(seed);
  engine.discard(word);
  return engine;
}

/// A uniform number of one word. `word` is the engine's position.
DrawnNumber::Uniform next_uniform24(std::mt19937& engine, std::uint64_t word) {
  const auto raw = static_cast<std::uint32_t>(engine());
  return {.word = word, .raw = raw, .value = static_cast<double>(words::uniform24(raw))};
}

/// A uniform number of two words. `word` is the engine's position.
DrawnNumber::Uniform next_uniform53(std::mt19937& engine, std::uint64_t word) {
  const std::uint64_t high = engine();
  const std::uint64_t low = engine();
  const std::uint64_t bits = words::low53(high, low);
  return {.word = word, .raw = bits, .value = words::uniform53_of(bits)};
}

DrawnNumber replay_uniform(const Draws& draws, std::size_t offset, ReplayCache* cache) {
  const std::uint64_t word = draws.first + offset;
  std::mt19937 engine = engine_at(draws, word, cache);
  return {.uniforms = {next_uniform24(engine, word)}};
}

/// A normal number of a tensor of at least kNormalBlock.
DrawnNumber replay_block(const Draws& draws, std::size_t offset, ReplayCache* cache) {
  constexpr std::size_t kHalf = kNormalBlock / 2;
  const bool in_tail = draws.count % kNormalBlock != 0 && offset >= draws.count - kNormalBlock;
  // The tail was drawn again after all numbers, so its words follow theirs.
  const std::size_t start = in_tail ? draws.count : offset - offset % kNormalBlock;
  const std::size_t place = in_tail ? offset - (draws.count - kNormalBlock) : offset % kNormalBlock;
  const std::uint64_t word = draws.first + start + place % kHalf;
  std::mt19937 engine = engine_at(draws, word, cache);
  const DrawnNumber::Uniform for_radius = next_uniform24(engine, word);
  engine.discard(kHalf - 1);
  const DrawnNumber::Uniform for_angle = next_uniform24(engine, word + kHalf);
  return {.uniforms = {for_radius, for_angle},
          .radius = words::block_radius(static_cast<float>(for_radius.value)),
          .angle = words::block_angle(static_cast<float>(for_angle.value)),
          .cosine = place < kHalf};
}

/// A normal number of a smaller tensor: four words make a pair of numbers.
DrawnNumber replay_pair(const Draws& draws, std::size_t offset, ReplayCache* cache) {
  // A left-over first number is the second of an earlier pair; new pairs follow it.
  const bool left_over = draws.starts_with_cached && offset == 0;
  const std::size_t place = left_over ? 1 : offset - (draws.starts_with_cached ? 1 : 0);
  const std::uint64_t word = left_over ? draws.cached_from : draws.first + 4 * (place / 2);
  std::mt19937 engine = engine_at(draws, word, cache);
  const DrawnNumber::Uniform for_angle = next_uniform53(engine, word);
  const DrawnNumber::Uniform for_radius = next_uniform53(engine, word + 2);
  return {.uniforms = {for_radius, for_angle},
          .radius = words::pair_radius(for_radius.value),
          .angle = words::pair_angle(for_angle.value),
          .cosine = place % 2 == 0};
}

}  // namespace

std::mt19937 ReplayCache::engine_at(std::uint32_t seed, std::uint64_t word) {
  if (engines_.empty() || seed != seed_) {
    engines_.assign(1, std::mt19937(seed));
    seed_ = seed;
  }
  while (engines_.size() <= word / kSpacing) {
    std::mt19937 next = engines_.back();
    next.discard(kSpacing);
    engines_.push_back(next);
  }
  std::mt19937 engine = engines_[static_cast<std::size_t>(word / kSpacing)];
  engine.discard(word % kSpacing);
  return engine;
}

DrawnNumber replay(const Draws& draws, std::size_t offset, ReplayCache* cache) {
  assert(offset < draws.count);
  if (draws.distribution == Distribution::uniform) return replay_uniform(draws, offset, cache);
  return draws.count >= kNormalBlock ? replay_block(draws, offset, cache) : replay_pair(draws, offset, cache);
}

}  // namespace headsup
