#include "headsup/random/replay.h"

#include <cmath>

#include "catch.h"
#include "compare.h"
#include "fixtures.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

Json generator_fixture() {
  return read_fixture("generator.json");
}

std::vector<std::uint32_t> words(std::int64_t seed, std::size_t count) {
  Generator generator(seed);
  std::vector<std::uint32_t> words(count);
  for (auto& word : words) word = generator.random();
  return words;
}

/// Blocks multiply by 2π in float32, pairs in float64, which differs in the sixth digit of a number.
void check_angle(const Draws& draws, const DrawnNumber& number) {
  constexpr double kTurn = 2 * 3.14159265358979323846;
  const double u = number.uniforms[1].value;
  const float narrow = static_cast<float>(kTurn) * static_cast<float>(u);
  CHECK(number.angle == (draws.count < 16 ? kTurn * u : static_cast<double>(narrow)));
}

/// Checks that `replay` reproduces each number, and names the words of the stream that it was made of.
void check_replay(const Draws& draws, const std::vector<float>& numbers,
                  const std::vector<std::uint32_t>& stream) {
  REQUIRE(draws.count == numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    CAPTURE(numbers.size(), i, draws.first, draws.starts_with_cached);
    const DrawnNumber number = replay(draws, i);
    for (const auto& u : number.uniforms) {
      const bool two_words = draws.distribution == Distribution::normal && draws.count < 16;
      const auto place = static_cast<std::size_t>(u.word);
      const std::uint64_t word = stream.at(place);
      const std::uint64_t bits =
          two_words ? (word << 32 | stream.at(place + 1)) & 0x1f'ffff'ffff'ffffULL : word & 0xff'ffffU;
      CHECK((two_words ? u.raw == bits : u.raw == word));
      CHECK(u.value == static_cast<double>(bits) / (two_words ? 0x1p53 : 0x1p24));
    }
    if (draws.distribution == Distribution::uniform) {
      REQUIRE(number.uniforms.size() == 1);
      const auto bound = static_cast<double>(static_cast<float>(draws.bound));
      CHECK(static_cast<float>(number.uniforms[0].value * 2 * bound - bound) == numbers[i]);
    } else {
      REQUIRE(number.uniforms.size() == 2);
      check_angle(draws, number);
      const double part = number.cosine ? std::cos(number.angle) : std::sin(number.angle);
      CAPTURE(number.radius * part, numbers[i]);
      CHECK(close(number.radius * part, static_cast<double>(numbers[i])));
    }
  }
}

}  // namespace

TEST_CASE("a generator that takes over another's next words continues its stream") {
  for (const int drawn : {0, 1, 226, 227, 228, 396, 397, 623, 624, 625, 2000}) {
    CAPTURE(drawn);
    Generator generator(drawn - 1);
    for (int i = 0; i < drawn; ++i) generator.random();
    Generator other(7);
    other.random();
    other.continue_with(generator.next_words());
    for (int i = 0; i < 2000; ++i) REQUIRE(other.random() == generator.random());
  }
}

TEST_CASE("the engine gives PyTorch's 32-bit words, also after its state is regenerated") {
  const auto fixture = generator_fixture();
  for (const Json& example : fixture.at("raw")) {
    const std::int64_t seed = example.at("seed").get<std::int64_t>();
    CAPTURE(seed);
    const auto got = words(seed, 632);
    CHECK(std::vector<std::uint32_t>(got.begin(), got.begin() + 8) == word_list(example.at("first")));
    CHECK(std::vector<std::uint32_t>(got.begin() + 620, got.end()) == word_list(example.at("from620")));
  }
}

TEST_CASE("only the low 32 bits of a seed reach the engine, in two's complement") {
  CHECK(words(4'294'967'301, 4) == words(5, 4));
  CHECK(words(-1, 4) == words(4'294'967'295, 4));
  CHECK(words(0, 4) != words(1, 4));
}

TEST_CASE("uniform numbers equal PyTorch's bit for bit") {
  const auto fixture = generator_fixture();
  for (const Json& example : fixture.at("uniform")) {
    Generator generator(example.at("seed").get<std::int64_t>());
    const auto want = word_list(example.at("bits"));
    const double bound = example.at("to").get<double>();
    REQUIRE(example.at("from").get<double>() == -bound);
    CHECK(bit_difference("uniform", generator.uniform(want.size(), bound), want) == "");
  }
}

TEST_CASE("uniform numbers lie in [-bound, bound)") {
  Generator generator(9);
  for (const float number : generator.uniform(10'000, 0.5)) CHECK((number >= -0.5F && number < 0.5F));
}

TEST_CASE("normal numbers are PyTorch's: below 16, 16, tails, several calls after one seed") {
  const auto fixture = generator_fixture();
  for (const Json& example : fixture.at("randn")) {
    Generator generator(example.at("seed").get<std::int64_t>());
    for (std::size_t call = 0; call < example.at("sizes").size(); ++call) {
      const std::size_t count = example.at("sizes").at(call).get<Index>();
      CAPTURE(example.at("seed").get<std::int64_t>(), call, count);
      CHECK(difference("randn", generator.normal(count), float_list(example.at("data").at(call)),
                       Match::exact) == "");
    }
  }
}

TEST_CASE("the sine of an odd last pair is cached for the next call below 16") {
  Generator together(42);
  const auto four = together.normal(4);
  Generator apart(42);
  Draws draws;
  const auto three = apart.normal(3, &draws);
  CHECK_FALSE(draws.starts_with_cached);
  const auto next = apart.normal(1, &draws);
  CHECK(draws.starts_with_cached);
  CHECK(draws.first == 8);  // two pairs of four words
  CHECK(draws.cached_from == 4);
  CHECK(difference("one by one", {three[0], three[1], three[2], next[0]}, four, Match::exact) == "");
}

TEST_CASE("blocks and uniform numbers neither use the cached number nor discard it") {
  Generator alone(42);
  const auto four = alone.normal(4);
  Generator generator(42);
  Draws draws;
  generator.normal(3);
  generator.normal(16, &draws);
  CHECK_FALSE(draws.starts_with_cached);
  CHECK(draws.first == 8);
  generator.uniform(5, 1.0, &draws);
  CHECK_FALSE(draws.starts_with_cached);
  CHECK(draws.first == 24);
  const auto cached = generator.normal(1, &draws);
  CHECK(draws.starts_with_cached);
  CHECK(draws.first == 29);
  CHECK(draws.cached_from == 4);
  CHECK(difference("cached", cached, {four[3]}, Match::exact) == "");
  generator.normal(1, &draws);
  CHECK_FALSE(draws.starts_with_cached);
}

TEST_CASE("a new generator of the same seed has no cached number") {
  Generator first(42);
  const auto want = first.normal(3);
  Generator second(42);
  Draws draws;
  CHECK(difference("randn", second.normal(3, &draws), want, Match::exact) == "");
  CHECK_FALSE(draws.starts_with_cached);
}

TEST_CASE("draws name the words of a tensor: one per number, 16 more for a tail, four per pair") {
  Generator generator(3);
  Draws draws;
  generator.uniform(5, 0.25, &draws);
  CHECK(draws.distribution == Distribution::uniform);
  CHECK(draws.seed == 3);
  CHECK(draws.first == 0);
  CHECK(draws.count == 5);
  CHECK(draws.bound == 0.25);
  generator.normal(32, &draws);
  CHECK(draws.distribution == Distribution::normal);
  CHECK(draws.first == 5);
  CHECK(draws.bound == 1.0);
  generator.normal(17, &draws);
  CHECK(draws.first == 5 + 32);
  generator.normal(4, &draws);
  CHECK(draws.first == 5 + 32 + 17 + 16);
  generator.uniform(1, 1.0, &draws);
  CHECK(draws.first == 5 + 32 + 17 + 16 + 8);
}

TEST_CASE("replaying any number of any tensor gives that number and its words") {
  for (const std::int64_t seed : {std::int64_t{42}, std::int64_t{-1}}) {
    const auto stream = words(seed, 4096);
    Generator generator(seed);
    Draws draws;
    for (const std::size_t count :
         {1U, 1U, 2U, 3U, 15U, 4U, 16U, 17U, 25U, 31U, 32U, 33U, 40U, 2U, 3U, 1U, 100U}) {
      const auto normal = generator.normal(count, &draws);
      check_replay(draws, normal, stream);
    }
    for (const std::size_t count : {1U, 5U, 16U, 40U}) {
      const auto uniform = generator.uniform(count, 0.3, &draws);
      check_replay(draws, uniform, stream);
    }
  }
}

TEST_CASE("replaying a cached number gives that number and its words, even with other draws in between") {
  const auto stream = words(42, 100);
  Generator generator(42);
  Draws draws;
  generator.normal(3);
  generator.uniform(5, 1.0);
  const auto first = generator.normal(1, &draws);
  check_replay(draws, first, stream);
  generator.normal(1);
  generator.normal(17);
  const auto cached = generator.normal(2, &draws);
  REQUIRE(draws.starts_with_cached);
  check_replay(draws, cached, stream);
}

TEST_CASE("a replay cache changes no number: near and far draws, other seeds in between") {
  Generator generator(5);
  Draws far;
  generator.uniform(200'000, 1.0);
  const auto numbers = generator.uniform(100, 1.0, &far);
  Draws near;
  Generator(6).normal(40, &near);
  ReplayCache cache;
  for (const std::size_t offset : {99U, 0U, 50U}) {
    const DrawnNumber number = replay(far, offset, &cache);
    CHECK(number.uniforms[0].word == 200'000 + offset);
    CHECK(number.uniforms[0].raw == replay(far, offset).uniforms[0].raw);
    CHECK(static_cast<float>(number.uniforms[0].value * 2 - 1) == numbers[offset]);
    CHECK(replay(near, 39, &cache).radius == replay(near, 39).radius);
  }
}

TEST_CASE("a replay cache gives an engine at any word, on a checkpoint or between two") {
  const auto stream = words(42, 100'000);
  ReplayCache cache;
  for (const std::size_t word : {99'999U, 32'768U, 32'767U, 65'536U, 0U, 65'535U}) {
    CHECK(cache.engine_at(42, word)() == stream[word]);
  }
}

TEST_CASE("drawing no numbers uses no words") {
  Generator generator(1);
  CHECK(generator.uniform(0, 1.0).empty());
  CHECK(generator.normal(0).empty());
  CHECK(generator.random() == words(1, 1)[0]);
}
