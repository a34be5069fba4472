#include "headsup/random/generator.h"

#include <span>

#include "attention/elementary.h"
#include "random/box_muller.h"
#include "random/words.h"

namespace headsup {

using namespace words;

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
  if (draws != nullptr) {
    *draws = {.distribution = Distribution::uniform,
              .seed = seed_,
              .first = drawn_,
              .count = count,
              .bound = bound};
  }
  const auto low = static_cast<float>(-bound);
  const auto high = static_cast<float>(bound);
  std::vector<float> numbers(count);
  for (float& number : numbers) {
    // PyTorch's kernel uses a fused multiply-add, which rounds once. In float64 both the product (24 bits times 24) and the
    // sum are exact, so that this rounds once as well, on any CPU.
    number = static_cast<float>(static_cast<double>(uniform24(random())) * static_cast<double>(high - low) +
                                static_cast<double>(low));
  }
  return numbers;
}

std::vector<float> Generator::normal(std::size_t count, Draws* draws) {
  const bool in_blocks = count >= kNormalBlock;
  if (draws != nullptr) {
    const bool starts_with_cached = !in_blocks && cached_normal_.has_value();
    *draws = {.distribution = Distribution::normal,
              .seed = seed_,
              .first = drawn_,
              .count = count,
              .bound = 1.0,
              .starts_with_cached = starts_with_cached,
              .cached_from = cached_from_};
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
  for (std::size_t start = 0; start + kNormalBlock <= count; start += kNormalBlock)
    box_muller(std::span<float, kNormalBlock>(numbers.data() + start, kNormalBlock));
  if (count % kNormalBlock != 0) {
    const auto tail = std::span(numbers).last<kNormalBlock>();
    for (float& number : tail) number = uniform24(random());
    box_muller(tail);
  }
  return numbers;
}

}  // namespace headsup
