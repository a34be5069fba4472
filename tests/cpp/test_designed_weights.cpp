// Designed weights: every word looks at what its role in the sentence looks for.
#include "headsup/lesson/designed_weights.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "catch.h"
#include "compare.h"
#include "dice.h"
#include "headsup/tensor/shape.h"
#include "random_spec.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

constexpr std::int32_t kSmall = 1;
constexpr std::int32_t kTired = 3;
constexpr std::int32_t kCats = 5;
constexpr std::int32_t kSleep = 11;
constexpr std::int32_t kFeel = 12;
constexpr std::int32_t kBecause = 18;
constexpr std::int32_t kThey = 22;

/// "Small cats sleep because they feel tired", in the sizes in which the page opens a lesson.
Spec spec_of(Lesson lesson) {
  Spec spec = default_spec(lesson);
  spec.sequences = {{kSmall, kCats, kSleep, kBecause, kThey, kFeel, kTired}};
  spec.vocab_size = 32;
  spec.d_model = 8;
  spec.num_heads = std::min<Index>(spec.num_heads, 2);
  return spec;
}

/// The weight that a key gets when its score is `score` and those of `others` keys are 0.
float share(double score, double others) {
  return static_cast<float>(std::exp(score) / (std::exp(score) + others));
}

}  // namespace

TEST_CASE("designed weights: one head looks at what describes a word, at who acts, and at the verb") {
  const Spec spec = spec_of(Lesson::masked_self_attention);
  const Trace trace = run(spec, designed_weights(spec));
  const Step& scores = trace["scores"];
  CHECK(scores.at({0, 1, 0}) == 4);  // cats, small
  CHECK(scores.at({0, 2, 1}) == 4);  // sleep, cats: a noun 2 · 2, alive 2 · 2
  CHECK(scores.at({0, 3, 2}) == 4);  // because, sleep
  CHECK(scores.at({0, 4, 1}) == 6);  // they, cats: a noun 2 · 2, alive 4 · 2
  CHECK(scores.at({0, 5, 1}) == 4);  // feel, cats
  CHECK(scores.at({0, 6, 1}) == 4);  // tired, cats
  const Step& attention = trace["attention"];
  CHECK(attention.at({0, 1, 0}) == Approx(share(4, 1)));
  CHECK(attention.at({0, 2, 1}) == Approx(share(4, 2)));
  CHECK(attention.at({0, 4, 1}) == Approx(share(6, 4)));
  // alive, verb, size, mood: small has arrived at cats.
  CHECK(trace["values"].at({0, 1, 2}) == Approx(-share(4, 1)));
}

TEST_CASE(
    "designed weights: two heads look for two things, and w_0 puts the numbers back into their columns") {
  const Spec spec = spec_of(Lesson::multi_head);
  const Trace trace = run(spec, designed_weights(spec));
  const Step& scores = trace["scores"];
  CHECK(scores.at({0, 0, 1, 0}) == 4);  // the first head: cats looks at small and at tired,
  CHECK(scores.at({0, 0, 1, 6}) == 4);
  CHECK(scores.at({0, 0, 0, 1}) == 4);  // small at cats,
  CHECK(scores.at({0, 0, 2, 1}) == 0);  // sleep at nothing.
  CHECK(scores.at({0, 1, 2, 1}) == 4);  // The second: sleep looks at cats,
  CHECK(scores.at({0, 1, 4, 1}) == 6);  // they at cats,
  CHECK(scores.at({0, 1, 1, 0}) == 0);  // cats at nothing.
  constexpr Index kSize = 6;
  constexpr Index kAlive = 3;
  const float half = share(4, std::exp(4) + 5);
  CHECK(trace["output"].at({0, 1, kSize}) == Approx(-half));
  CHECK(trace["output"].at({0, 2, kAlive}) == Approx(share(4, 6)));
}

TEST_CASE("designed weights: a translation looks at the word of its meaning and at the one it agrees with") {
  Spec spec = default_spec(Lesson::encoder_decoder);
  spec.sequences = {{1, 2, 3, 4}};  // I like black cats
  spec.target = {{5, 6, 9, 8, 7}};  // j' aime les chats noirs
  spec.vocab_size = 10;
  const Trace trace = run(spec, designed_weights(spec));
  const Step& scores = trace["scores"];
  const auto looks_at = [&](Index head, Index t) {
    std::vector<Index> seen;
    for (Index s = 0; s < 4; ++s)
      if (scores.at({0, head, t, s}) != 0) seen.push_back(s);
    return seen;
  };
  using Keys = std::vector<Index>;
  const Keys meaning[] = {{0}, {1}, {}, {3}, {2}};
  const Keys agreement[] = {{}, {0}, {3}, {}, {3}};
  for (Index t = 0; t < 5; ++t) {
    CHECK(looks_at(0, t) == meaning[t]);
    CHECK(looks_at(1, t) == agreement[t]);
  }
}

TEST_CASE("designed weights: they fit every lesson that has them, at any size") {
  Dice dice(60);
  Index made = 0;
  for (int i = 0; i < 300; ++i) {
    const Spec spec = random_spec(dice);
    CAPTURE(i, std::string(to_string(spec.lesson)), spec.d_model, spec.num_heads);
    if (spec.lesson == Lesson::transformer_block) {
      CHECK(refusal_of([&] { designed_weights(spec); }) ==
            "not-supported field=weights got=designed wants=random");
      continue;
    }
    const Trace trace = run(spec, designed_weights(spec));
    for (const char* name : {"embedding.weight", "w_q.weight", "w_k.weight", "w_v.weight"})
      CHECK(trace[name].op() == Name("given"));
    ++made;
  }
  CHECK(made > 100);
}

TEST_CASE("designed weights: padding and unknown words have no features") {
  const Spec spec = spec_of(Lesson::masked_multi_head);
  const Trace trace = run(spec, designed_weights(spec));
  const Step& table = trace["embedding.weight"];
  for (Index id = 0; id < 32; ++id) {
    bool is_empty = true;
    for (Index d = 0; d < 8; ++d) is_empty = is_empty && table.at({id, d}) == 0;
    CHECK(is_empty == (id == 0 || id > 24));
  }
}
