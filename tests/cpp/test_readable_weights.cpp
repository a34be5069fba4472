// Readable weights: each head attends most to what its role names.
#include "headsup/lesson/readable_weights.h"

#include <algorithm>
#include <string>

#include "catch.h"
#include "compare.h"
#include "dice.h"
#include "headsup/tensor/shape.h"
#include "random_spec.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

const FloatTensor& named(const StateDict& weights, const std::string& name) {
  return std::find_if(weights.begin(), weights.end(), [&](const NamedTensor& w) { return w.name == name; })
      ->tensor;
}

/// Whether a query may see a key, by the lesson's masks.
bool is_seen(const Trace& trace, Index b, Index t, Index s) {
  if (const Step* mask = trace.find("mask")) return mask->at(broadcast_index(mask->shape(), {b, t, s})) == 1;
  if (const Step* mask = trace.find("attn_mask")) return mask->at({b, t, s}) == 0;
  return true;
}

/// The weights of one query.
struct Row {
  const Trace& trace;
  Index batch;
  Index head;
  Index query;

  double at(Index key) const {
    const Step& attention = trace["attention"];
    return attention.shape().size() == 3 ? attention.at({batch, query, key})
                                         : attention.at({batch, head, query, key});
  }
};

/// Compared to within what float32 leaves of scores up to 16.
constexpr double kRounding = 1e-4;

/// What is wrong with a row that is to attend most to the keys for which `is_wanted`; "" where nothing is. Such keys share
/// equally, up to `spread`.
template <class Wanted>
std::string wrong_with(const Row& row, double spread, const Wanted& is_wanted) {
  const Index length = row.trace["attention"].shape().back();
  double least_wanted = 2;
  double most_wanted = -1;
  double most_other = -1;
  for (Index s = 0; s < length; ++s) {
    if (!is_seen(row.trace, row.batch, row.query, s)) continue;
    if (is_wanted(s)) {
      least_wanted = std::min(least_wanted, row.at(s));
      most_wanted = std::max(most_wanted, row.at(s));
    } else {
      most_other = std::max(most_other, row.at(s));
    }
  }
  if (most_wanted < 0) return "";
  const std::string place =
      std::to_string(row.batch) + "," + std::to_string(row.head) + "," + std::to_string(row.query) + ": ";
  if (most_other > least_wanted + kRounding)
    return place + std::to_string(least_wanted) + " wanted, other " + std::to_string(most_other);
  if (most_wanted - least_wanted > spread)
    return place + "shares " + std::to_string(least_wanted) + " … " + std::to_string(most_wanted);
  return "";
}

/// The faults of every head with a role, a line each.
std::string faults(const Spec& spec, double spread) {
  const Trace trace = run(spec, readable_weights(spec));
  const bool crossed = trace.find("target_ids") != nullptr;
  const Step& keys = trace["ids"];
  const Step& queries = trace[crossed ? "target_ids" : "ids"];
  std::string found;
  for (Index b = 0; b < queries.shape()[0]; ++b) {
    for (Index h = 0; h < spec.num_heads; ++h) {
      for (Index t = 0; t < queries.shape()[1]; ++t) {
        const double id = queries.at({b, t});
        const Row row{trace, b, h, t};
        std::string wrong;
        if (role_of_head(spec, h) == HeadRole::same_word) {
          wrong = wrong_with(row, spread, [&](Index s) { return keys.at({b, s}) == id; });
        } else if (role_of_head(spec, h) == HeadRole::previous_token && t > 0 && id != spec.pad_id) {
          wrong = wrong_with(row, spread, [&](Index s) { return s + 1 == t; });
        }
        if (!wrong.empty()) found += wrong + "\n";
      }
    }
  }
  return found;
}

/// A lesson at the size in which the page opens it.
Spec opening_spec(Lesson lesson) {
  Spec spec = default_spec(lesson);
  spec.d_model = 8;
  if (spec.num_heads > 2) spec.num_heads = 2;
  return spec;
}

}  // namespace

TEST_CASE("readable weights: in every lesson's own data each head attends most to what its role names") {
  for (const Lesson lesson : kLessons) {
    CAPTURE(std::string(to_string(lesson)));
    // Positions, which are added to the words, let equal words at different places share a little unequally.
    const double spread = lesson == Lesson::transformer_block ? 0.2 : kRounding;
    CHECK(faults(opening_spec(lesson), spread) == "");
    CHECK(faults(default_spec(lesson), spread) == "");
  }
}

TEST_CASE(
    "readable weights: the previous token gets most of a head's attention, and a lone word most of its own") {
  const Spec spec = opening_spec(Lesson::transformer_block);
  const Trace trace = run(spec, readable_weights(spec));
  for (Index t = 1; t < 8; ++t) CHECK(trace["attention"].at({1, 1, t, t - 1}) > 0.75);
  for (Index t = 0; t < 8; ++t) CHECK(trace["attention"].at({1, 0, t, t}) > 0.6);
}

TEST_CASE("readable weights: heads keep their roles in random specs with small vocabularies") {
  Dice dice(60);
  Index same = 0;
  Index previous = 0;
  for (int i = 0; i < 300; ++i) {
    Spec spec = random_spec_without_pad_id(dice);
    // A norm before the attention shifts and scales the codes.
    if (spec.layer_norm == LayerNorm::pre) spec.layer_norm = LayerNorm::none;
    if (spec.positional_encoding && spec.d_model < 4) continue;
    for (Index h = 0; h < spec.num_heads; ++h) {
      if (role_of_head(spec, h) == HeadRole::same_word) ++same;
      if (role_of_head(spec, h) == HeadRole::previous_token) ++previous;
    }
    CAPTURE(i, spec.d_model, spec.num_heads);
    CHECK(faults(spec, 1) == "");
  }
  CHECK(same > 100);
  CHECK(previous > 8);
}

TEST_CASE(
    "readable weights: heads keep their roles with long sequences, large vocabularies and uneven sizes") {
  Dice dice(61);
  struct Size {
    Index d_model;
    Index num_heads;
    Index d_attention;
    Index vocabulary;
    bool positions;
  };
  // Positions of 64 tokens among words of 16 numbers and more; heads of an odd width; a head wider than the model.
  constexpr Size kSizes[] = {{8, 2, 8, 100, false},     {7, 1, 7, 100, false},      {9, 3, 9, 30, false},
                             {8, 1, 24, 1000, false},   {32, 2, 32, 50'000, false}, {16, 4, 12, 4000, false},
                             {64, 4, 64, 50'000, true}, {128, 2, 128, 4000, true},  {18, 2, 18, 100, true}};
  for (const Size& size : kSizes) {
    Spec spec;
    spec.lesson = Lesson::transformer_block;
    spec.positional_encoding = size.positions;
    spec.vocab_size = size.vocabulary;
    spec.d_model = size.d_model;
    spec.num_heads = size.num_heads;
    spec.d_attention = size.d_attention;
    spec.mask = MaskSpec{.padding = true, .causal = true};
    spec.sequences.resize(2);
    for (auto& sequence : spec.sequences) {
      sequence.resize(64);
      for (auto& id : sequence) id = 1 + static_cast<std::int32_t>(dice.below(size.vocabulary - 1));
    }
    CAPTURE(size.d_model, size.num_heads, size.vocabulary);
    CHECK(faults(spec, 1) == "");
  }
}

TEST_CASE("readable weights: where the formula cannot work, heads keep their draws") {
  Spec narrow = opening_spec(Lesson::multi_head);
  narrow.num_heads = 8;
  CHECK(role_of_head(narrow, 0) == HeadRole::as_drawn);
  CHECK(readable_weights(narrow).empty());

  const Spec spec = opening_spec(Lesson::multi_head);
  const Trace drawn = run(spec);
  const Trace made = run(spec, readable_weights(spec));
  CHECK(role_of_head(spec, 0) == HeadRole::same_word);
  CHECK(role_of_head(spec, 1) == HeadRole::as_drawn);
  for (const char* name : {"w_q.weight", "w_k.weight"}) {
    CHECK(made[name].op == Op::given);
    CHECK(made[name].at({2, 6}) == 4.0);
    for (Index i = 4; i < 8; ++i) CHECK(made[name].at({i, 3}) == drawn[name].at({i, 3}));
  }
  for (const char* name : {"w_v.weight", "w_v.bias", "w_0.weight"}) {
    CHECK(made[name].op == Op::uniform);
    CHECK(made[name].at_offset(3) == drawn[name].at_offset(3));
  }
}

TEST_CASE("readable weights: w_q and w_k fit every random spec, with a cache or without") {
  Dice dice(62);
  ParameterCache cache;
  for (int i = 0; i < 200; ++i) {
    const Spec spec = random_spec(dice);
    const StateDict weights = readable_weights(spec, &cache);
    if (role_of_head(spec, 0) == HeadRole::as_drawn) {
      CHECK(weights.empty());
      continue;
    }
    CHECK(named(weights, "w_k.weight").shape == Shape{attention_width(spec), spec.d_model});
    CHECK(weights.size() == (spec.bias ? 5 : 3));
    const StateDict again = readable_weights(spec);
    for (Index w = 0; w < weights.size(); ++w) CHECK(again[w].tensor.data == weights[w].tensor.data);
    run(spec, weights, &cache);
  }
}

TEST_CASE("readable weights: specs that run refuses are refused") {
  Spec spec = opening_spec(Lesson::multi_head);
  spec.num_heads = 3;
  CHECK(refusal_of([&] { readable_weights(spec); }).substr(0, 19) == "heads-do-not-divide");
}
