#include "headsup/lesson/spec.h"

#include <cmath>
#include <functional>
#include <limits>

#include "catch.h"
#include "compare.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// The refusal of a lesson's default spec after `change`, or "".
std::string refused(const std::function<void(Spec&)>& change, Lesson lesson = Lesson::masked_multi_head) {
  Spec spec = default_spec(lesson);
  change(spec);
  return refusal_of([&] { validate(spec); });
}

std::string refused_decoder(const std::function<void(Spec&)>& change) {
  return refused(change, Lesson::encoder_decoder);
}

/// The smallest spec: one token, width 1.
Spec smallest() {
  Spec spec;
  spec.sequences = {{0}};
  spec.vocab_size = spec.d_model = spec.num_heads = 1;
  return spec;
}

}  // namespace

TEST_CASE("masked-self-attention has one head and no output projection") {
  constexpr Lesson lesson = Lesson::masked_self_attention;
  CHECK(refused([](Spec& s) { s.num_heads = 2; }, lesson) == "not-supported field=numHeads got=2 wants=1");
  CHECK(refused([](Spec& s) { s.output_projection = true; }, lesson) ==
        "not-supported field=outputProjection got=true wants=false");
}

TEST_CASE("the defaults of all lessons and the smallest spec are accepted") {
  for (const Lesson lesson : kLessons) CHECK(refused([](Spec&) {}, lesson) == "");
  CHECK(refusal_of([] { validate(smallest()); }) == "");
}

TEST_CASE("lessons have the names that specs use") {
  CHECK(to_string(Lesson::multi_head) == "multi-head");
  CHECK(to_string(Lesson::masked_self_attention) == "masked-self-attention");
  CHECK(to_string(Lesson::masked_multi_head) == "masked-multi-head");
  CHECK(to_string(Lesson::encoder_decoder) == "encoder-decoder");
}

TEST_CASE("every size has a smallest and a largest number") {
  struct Range {
    const char* field;
    int min;
    int max;
    std::function<void(Spec&, int)> set;
  };
  const Range ranges[] = {
      {"vocabSize", 1, 100'000, [](Spec& s, int size) { s.vocab_size = static_cast<Index>(size); }},
      {"dModel", 1, 2048, [](Spec& s, int size) { s.d_model = static_cast<Index>(size); }},
      {"dAttention", 1, 2048, [](Spec& s, int size) { s.d_attention = static_cast<Index>(size); }},
      {"numHeads", 1, 128, [](Spec& s, int size) { s.num_heads = static_cast<Index>(size); }},
      {"padId", 0, 99, [](Spec& s, int id) { s.pad_id = id; }}};
  for (const Range& range : ranges) {
    const auto got = [&](int size) {
      return refused([&](Spec& s) {
        s.d_model = 128;
        range.set(s, size);
      });
    };
    for (const int size : {range.min - 1, range.max + 1}) {
      CHECK(got(size) == "out-of-range field=" + std::string(range.field) + " got=" + std::to_string(size) +
                             " min=" + std::to_string(range.min) + " max=" + std::to_string(range.max));
    }
    CHECK(got(range.max) == "");
  }
  CHECK(refused([](Spec& s) { s.d_model = s.num_heads = 1; }) == "");
  CHECK(refused([](Spec& s) { s.d_attention = s.num_heads = 1; }) == "");
}

TEST_CASE("numHeads divides dAttention where there is one, dModel otherwise") {
  CHECK(refused([](Spec& s) { s.num_heads = 3; }) ==
        "heads-do-not-divide field=numHeads got=3 other=dModel max=8");
  CHECK(refused([](Spec& s) { s.num_heads = 16; }) ==
        "heads-do-not-divide field=numHeads got=16 other=dModel max=8");
  CHECK(refused([](Spec& s) {
          s.num_heads = 3;
          s.d_attention = 6;
        }) == "");
  CHECK(refused([](Spec& s) { s.d_attention = 7; }) ==
        "heads-do-not-divide field=numHeads got=2 other=dAttention max=7");
}

TEST_CASE("there are at most 256 sequences of at most 1024 tokens") {
  CHECK(refused([](Spec& s) { s.sequences.assign(257, {1}); }) ==
        "too-large field=sequences got=257 max=256");
  CHECK(refused([](Spec& s) { s.sequences.assign(256, {1}); }) == "");
  CHECK(refused([](Spec& s) { s.sequences[1].assign(1025, 1); }) ==
        "too-large field=sequences[1] got=1025 max=1024");
  CHECK(refused([](Spec& s) { s.sequences = {std::vector<std::int32_t>(1024, 1)}; }) == "");
}

TEST_CASE("at least one sequence has a token") {
  CHECK(refused([](Spec& s) { s.sequences = {}; }) == "empty-sequences field=sequences got=0");
  CHECK(refused([](Spec& s) { s.sequences = {{}, {}}; }) == "empty-sequences field=sequences got=2");
  CHECK(refused([](Spec& s) { s.sequences = {{}, {0}}; }) == "");
}

TEST_CASE("layers after the attention require its output projection") {
  Spec spec = default_spec(Lesson::transformer_block);
  spec.output_projection = false;
  const std::string refusal = "contradiction field=outputProjection got=false other=";
  CHECK(refusal_of([&] { validate(spec); }) == refusal + "feedForward wants=true");
  spec.layer_norm = LayerNorm::pre;
  CHECK(refusal_of([&] { validate(spec); }) == refusal + "layerNorm wants=true");
  spec.layer_norm = LayerNorm::none;
  spec.feed_forward.reset();
  CHECK(refusal_of([&] { validate(spec); }) == "");
}

TEST_CASE("placements of layer norms have names") {
  CHECK(to_string(LayerNorm::none).empty());
  CHECK(to_string(LayerNorm::pre) == "pre");
  CHECK(to_string(LayerNorm::post) == "post");
}

TEST_CASE("every token is an id of the vocabulary") {
  CHECK(refused([](Spec& s) { s.sequences[1][2] = 100; }) ==
        "id-out-of-vocabulary field=sequences[1][2] got=100 min=0 max=99");
  CHECK(refused([](Spec& s) { s.sequences[4][0] = -1; }) ==
        "id-out-of-vocabulary field=sequences[4][0] got=-1 min=0 max=99");
  CHECK(refused([](Spec& s) { s.sequences = {{0, 99}}; }) == "");
}

TEST_CASE("an encoder-decoder needs a target, under the same rules as the sequences") {
  CHECK(refused_decoder([](Spec& s) { s.target.reset(); }) == "missing field=target wants=list");
  CHECK(refused_decoder([](Spec& s) {
          s.target = Sequences{{}, {}, {}, {}, {}};
        }) == "empty-sequences field=target got=5");
  CHECK(refused_decoder([](Spec& s) { (*s.target)[2][1] = 100; }) ==
        "id-out-of-vocabulary field=target[2][1] got=100 min=0 max=99");
  CHECK(refused_decoder([](Spec& s) { (*s.target)[0].assign(1025, 1); }) ==
        "too-large field=target[0] got=1025 max=1024");
  CHECK(refused_decoder([](Spec& s) { s.target->assign(257, {1}); }) ==
        "too-large field=target got=257 max=256");
}

TEST_CASE("queries come from the target where a lesson has one") {
  Spec spec = default_spec(Lesson::encoder_decoder);
  CHECK(target_of(spec) == &*spec.target);
  spec.target.reset();
  CHECK(target_of(spec) == nullptr);
  spec = default_spec(Lesson::masked_multi_head);
  spec.target = Sequences{{1}};
  CHECK(target_of(spec) == nullptr);
}

TEST_CASE("a target has as many sequences as the source") {
  CHECK(refused_decoder([](Spec& s) { s.target->pop_back(); }) ==
        "batch-mismatch field=target got=4 wants=5");
  CHECK(refused_decoder([](Spec& s) { s.target->push_back({1}); }) ==
        "batch-mismatch field=target got=6 wants=5");
  CHECK(refused_decoder([](Spec& s) { s.target->back().clear(); }) == "");
}

TEST_CASE("a causal mask needs a target as long as the source") {
  const std::string refusal = "causal-length-mismatch field=mask.causal got=12 wants=10";
  CHECK(refused_decoder([](Spec& s) { s.mask = MaskSpec{false, true}; }) == refusal);
  CHECK(refused_decoder([](Spec& s) { s.mask = MaskSpec{true, true}; }) == refusal);
  CHECK(refused_decoder([](Spec& s) { s.mask = MaskSpec{true, false}; }) == "");
  CHECK(refused_decoder([](Spec& s) {
          s.mask = MaskSpec{false, true};
          s.target->assign(5, {1, 2});
        }) == "causal-length-mismatch field=mask.causal got=2 wants=10");
  CHECK(refused_decoder([](Spec& s) {
          s.mask = MaskSpec{false, true};
          (*s.target)[2].resize(10);
        }) == "");
}

TEST_CASE("maskFill is a number of float32 or -inf") {
  constexpr auto largest = static_cast<double>(std::numeric_limits<float>::max());
  CHECK(refused([](Spec& s) { s.mask_fill = kNan; }) ==
        "out-of-range field=maskFill got=NaN min=-3.4e38 max=3.4e38");
  const std::string beyond = "out-of-range field=maskFill got=a number beyond float32 min=-3.4e38 max=3.4e38";
  CHECK(refused([](Spec& s) { s.mask_fill = kDoubleInfinity; }) == beyond);
  CHECK(refused([=](Spec& s) { s.mask_fill = std::nextafter(largest, kDoubleInfinity); }) == beyond);
  CHECK(refused([=](Spec& s) { s.mask_fill = std::nextafter(-largest, -kDoubleInfinity); }) == beyond);
  for (const double fill : {-largest, largest, 0.0, -1e9, -kDoubleInfinity}) {
    CHECK(refused([=](Spec& s) { s.mask_fill = fill; }) == "");
  }
}

TEST_CASE("all cells together are at most 32 million") {
  const auto with_vocabulary = [](Index vocabulary) {
    return refused([=](Spec& s) {
      s.sequences = {{0}};
      s.num_heads = 1;
      s.d_model = 400;
      s.vocab_size = vocabulary;
    });
  };
  CHECK(with_vocabulary(78'383) == "");
  CHECK(with_vocabulary(78'384) == "too-large field=spec got=32000005 max=32000000");
}

TEST_CASE("the largest sizes at once are refused, not overflowed") {
  CHECK(refused([](Spec& s) {
          s.sequences.assign(256, std::vector<std::int32_t>(1024, 1));
          s.vocab_size = 100'000;
          s.d_model = 2048;
          s.num_heads = 128;
        }).substr(0, 20) == "too-large field=spec");
}

TEST_CASE("every seed that float64 represents exactly is accepted") {
  for (const std::int64_t seed : {std::int64_t{0}, std::int64_t{-1}, Limits::seed, -Limits::seed}) {
    CHECK(refused([=](Spec& s) { s.seed = seed; }) == "");
  }
  for (const std::int64_t seed : {Limits::seed + 1, -Limits::seed - 1}) {
    CHECK(refused([=](Spec& s) { s.seed = seed; }) == "out-of-range field=seed got=" + std::to_string(seed) +
                                                          " min=-9007199254740991 max=9007199254740991");
  }
}
