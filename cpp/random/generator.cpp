#include "headsup/random/generator.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <span>

#include "headsup/tensor/tensor.h"
#include "random/box_muller.h"
#include "random/words.h"
#include "tensor/elementary.h"

namespace headsup {
namespace {

using Engine = std::mt19937;
using EngineState = std::array<std::uint32_t, Generator::kWords>;

// std::mt19937's own constants may have 64 bits.
constexpr auto kTemperingB = static_cast<std::uint32_t>(Engine::tempering_b);
constexpr auto kTemperingC = static_cast<std::uint32_t>(Engine::tempering_c);
constexpr auto kXorMask = static_cast<std::uint32_t>(Engine::xor_mask);

/// The word of the engine's state that became this output: the inverse of its four xors of shifted bits.
std::uint32_t untempered(std::uint32_t word) {
  word ^= word >> Engine::tempering_l;
  word ^= (word << Engine::tempering_t) & kTemperingC;
  std::uint32_t above = word;
  for (int known = 7; known < 32; known += 7) {
    above = word ^ ((above << Engine::tempering_s) & kTemperingB);
  }
  std::uint32_t result = above;
  for (int known = 11; known < 32; known += 11) result = above ^ (result >> Engine::tempering_u);
  return result;
}

/// The state that came before `next`, from x[i + n] = x[i + m] ^ (v >> 1) ^ (a where v is odd), with v made of the highest bit
/// of x[i] and the others of x[i + 1]. The lowest 31 bits of x[0] have no effect, and are 0.
EngineState state_before(const EngineState& next) {
  constexpr std::uint32_t kHighest = 0x80000000U;
  const std::size_t n = next.size();
  EngineState x{};
  for (std::size_t i = n; i-- > 0;) {
    const std::size_t m = i + Engine::shift_size;
    const std::uint32_t mixed = next[i] ^ (m < n ? x[m] : next[m - n]);
    // The highest bit of a is 1, and that of v >> 1 is 0.
    const bool is_odd = (mixed & kHighest) != 0;
    const std::uint32_t v = is_odd ? (mixed ^ kXorMask) << 1 | 1U : mixed << 1;
    x[i] |= v & kHighest;
    if (i + 1 < n) x[i + 1] |= v & ~kHighest;
  }
  return x;
}

/// Refuses `too-large` where memory has no room for so many.
std::vector<float> zeros(std::size_t count) {
  return Tensor(Shape{count}).tolist<float>();
}

/// A seed sequence that gives an engine this state.
struct GivenState {
  using result_type = std::uint32_t;
  EngineState state;
  template <class Iterator>
  void generate(Iterator first, Iterator) const {
    std::copy(state.begin(), state.end(), first);
  }
};

}  // namespace

Generator::Generator(std::int64_t seed) : seed_(seed), engine_(words::engine_seed(seed)) {}

std::uint32_t Generator::random() {
  ++drawn_;
  return static_cast<std::uint32_t>(engine_());
}

float Generator::rand() {
  return words::uniform24(random());
}

std::vector<std::uint32_t> Generator::next_words() const {
  Engine engine = engine_;
  std::vector<std::uint32_t> next(kWords);
  for (std::uint32_t& word : next) word = static_cast<std::uint32_t>(engine());
  return next;
}

void Generator::continue_with(const std::vector<std::uint32_t>& words) {
  assert(words.size() == kWords);
  EngineState next{};
  std::transform(words.begin(), words.end(), next.begin(), untempered);
  GivenState before{state_before(next)};
  engine_.seed(before);
}

double Generator::rand_double() {
  const std::uint64_t high = random();
  const std::uint64_t low = random();
  return words::uniform53_of(words::low53(high, low));
}

std::vector<float> Generator::uniform(std::size_t count, double bound, Draws* draws) {
  std::vector<float> numbers = zeros(count);
  if (draws != nullptr) {
    *draws = {.distribution = Distribution::uniform,
              .seed = seed_,
              .first = drawn_,
              .count = count,
              .bound = bound};
  }
  const auto low = static_cast<float>(-bound);
  const auto high = static_cast<float>(bound);
  for (float& number : numbers) {
    // PyTorch's kernel uses a fused multiply-add, which rounds once. In float64 both the product (24 bits times 24) and the
    // sum are exact, so that this rounds once as well, on any CPU.
    number =
        static_cast<float>(static_cast<double>(words::uniform24(random())) * static_cast<double>(high - low) +
                           static_cast<double>(low));
  }
  return numbers;
}

std::vector<float> Generator::normal(std::size_t count, Draws* draws) {
  std::vector<float> numbers = zeros(count);
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
  if (!in_blocks) {
    for (float& number : numbers) {
      if (cached_normal_) {
        number = static_cast<float>(*cached_normal_);
        cached_normal_.reset();
        continue;
      }
      cached_from_ = drawn_;
      const SineCosine of_angle = sine_cosine(words::pair_angle(rand_double()));
      const double radius = words::pair_radius(rand_double());
      cached_normal_ = radius * of_angle.sine;
      number = static_cast<float>(radius * of_angle.cosine);
    }
    return numbers;
  }
  for (float& number : numbers) number = words::uniform24(random());
  for (std::size_t start = 0; start + kNormalBlock <= count; start += kNormalBlock)
    box_muller(std::span<float, kNormalBlock>(numbers.data() + start, kNormalBlock));
  if (count % kNormalBlock != 0) {
    const auto tail = std::span(numbers).last<kNormalBlock>();
    for (float& number : tail) number = words::uniform24(random());
    box_muller(tail);
  }
  return numbers;
}

}  // namespace headsup
