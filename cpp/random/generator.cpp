#include "random/generator.h"

#include <cassert>
#include <cmath>

#include "random/sine.h"

namespace headsup {
namespace {

constexpr std::size_t kBlock = 16;
constexpr double kPi = 3.14159265358979323846;

std::uint32_t engine_seed(std::int64_t seed) {
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(seed));
}

float uniform24(std::uint32_t word) {
  return static_cast<float>(word & 0xffffffU) * 0x1p-24F;
}

std::uint64_t low53(std::uint64_t high, std::uint64_t low) {
  return ((high << 32) | low) & ((1ULL << 53) - 1);
}
double uniform53_of(std::uint64_t bits) {
  return static_cast<double>(bits) * 0x1p-53;
}

/// The block form works in float32 as PyTorch does: the angle's rounding would otherwise show in the sixth
/// digit.
double block_radius(float u) {
  return std::sqrt(-2.0 * std::log1p(-static_cast<double>(u)));
}
double block_angle(float u) {
  return static_cast<double>(static_cast<float>(2.0 * kPi) * u);
}

/// Box–Muller on 16 uniforms in place.
void normal_block(float* block) {
  for (std::size_t j = 0; j < kBlock / 2; ++j) {
    const double radius = block_radius(block[j]);
    const SineCosine of_angle = sine_cosine(block_angle(block[j + kBlock / 2]));
    block[j] = static_cast<float>(radius * of_angle.cosine);
    block[j + kBlock / 2] = static_cast<float>(radius * of_angle.sine);
  }
}

double pair_radius(double u) {
  return std::sqrt(-2.0 * std::log1p(-u));
}
double pair_angle(double u) {
  return 2.0 * kPi * u;
}

}  // namespace

Generator::Generator(std::int64_t seed) : seed_(seed), engine_(engine_seed(seed)) {}

std::uint32_t Generator::random() {
  ++drawn_;
  return static_cast<std::uint32_t>(engine_());
}

double Generator::uniform53() {
  const std::uint64_t high = random();
  const std::uint64_t low = random();
  return uniform53_of(low53(high, low));
}

std::vector<float> Generator::uniform(std::size_t count, double bound, Draws* draws) {
  if (draws != nullptr) *draws = {Distribution::uniform, seed_, drawn_, count, bound};
  const auto low = static_cast<float>(-bound);
  const auto high = static_cast<float>(bound);
  std::vector<float> numbers(count);
  for (float& number : numbers) {
    // PyTorch's kernel fuses the multiply and the add, rounding once. Both are exact in float64 (24 bits
    // times 24, plus half the range), so that this rounds once too, on any CPU.
    number = static_cast<float>(static_cast<double>(uniform24(random())) * static_cast<double>(high - low) +
                                static_cast<double>(low));
  }
  return numbers;
}

std::vector<float> Generator::normal(std::size_t count, Draws* draws) {
  const bool in_blocks = count >= kBlock;
  if (draws != nullptr) {
    const bool starts_with_cached = !in_blocks && cached_normal_.has_value();
    *draws = {Distribution::normal, seed_, drawn_, count, 1.0, starts_with_cached, cached_from_};
  }
  std::vector<float> numbers(count);
  if (!in_blocks) {
    for (float& number : numbers) {
      if (cached_normal_) {
        number = static_cast<float>(*cached_normal_);
        cached_normal_.reset();
        continue;
      }
      cached_from_ = drawn_;
      const SineCosine of_angle = sine_cosine(pair_angle(uniform53()));
      const double radius = pair_radius(uniform53());
      cached_normal_ = radius * of_angle.sine;
      number = static_cast<float>(radius * of_angle.cosine);
    }
    return numbers;
  }
  for (float& number : numbers) number = uniform24(random());
  for (std::size_t start = 0; start + kBlock <= count; start += kBlock) normal_block(numbers.data() + start);
  if (count % kBlock != 0) {
    float* tail = numbers.data() + count - kBlock;
    for (std::size_t j = 0; j < kBlock; ++j) tail[j] = uniform24(random());
    normal_block(tail);
  }
  return numbers;
}

namespace {

DrawnNumber::Uniform word_at(const Draws& draws, std::uint64_t word) {
  std::mt19937 engine(engine_seed(draws.seed));
  engine.discard(word);
  const auto raw = static_cast<std::uint32_t>(engine());
  return {word, raw, static_cast<double>(uniform24(raw))};
}

DrawnNumber::Uniform two_words_at(const Draws& draws, std::uint64_t word) {
  std::mt19937 engine(engine_seed(draws.seed));
  engine.discard(word);
  const std::uint64_t high = engine();
  const std::uint64_t low = engine();
  const std::uint64_t bits = low53(high, low);
  return {word, bits, uniform53_of(bits)};
}

DrawnNumber replay_block(const Draws& draws, std::size_t offset) {
  const bool in_tail = draws.count % kBlock != 0 && offset >= draws.count - kBlock;
  // The tail's words follow the words of all the numbers, as they were redrawn after them.
  const std::size_t start = in_tail ? draws.count : offset - offset % kBlock;
  const std::size_t place = in_tail ? offset - (draws.count - kBlock) : offset % kBlock;
  const std::size_t pair = place % (kBlock / 2);
  DrawnNumber number;
  number.uniforms = {word_at(draws, draws.first + start + pair),
                     word_at(draws, draws.first + start + pair + kBlock / 2)};
  number.radius = block_radius(static_cast<float>(number.uniforms[0].value));
  number.angle = block_angle(static_cast<float>(number.uniforms[1].value));
  number.cosine = place < kBlock / 2;
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
  return draws.count >= kBlock ? replay_block(draws, offset) : replay_pair(draws, offset);
}

}  // namespace headsup
