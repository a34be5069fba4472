// Numbers that are set by hand: what follows is computed from them, and everything before them stays.
#include <algorithm>

#include "catch.h"
#include "compare.h"
#include "dice.h"
#include "explanations.h"
#include "headsup/attention/softmax.h"
#include "headsup/graph/explain.h"
#include "headsup/lesson/run.h"
#include "random_spec.h"
#include "recompute.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

constexpr std::optional<Index> kAll = std::nullopt;

Spec two_sentences() {
  Spec spec;
  spec.sequences = {{1, 4, 2}, {3, 1}};
  spec.vocab_size = 6;
  spec.mask = MaskSpec{true, true};
  return spec;
}

Trace changed(const Spec& spec, const Changes& changes) {
  return run(spec, {}, nullptr, changes);
}

std::string refusal_of_change(const Change& change) {
  return refusal_of([&] { changed(two_sentences(), {change}); });
}

const Tensor& numbers_in(const Trace& trace, Name name) {
  return trace[name].tensor;
}

/// The steps that differ between two traces of one spec.
Names differing(const Trace& before, const Trace& after) {
  Names names;
  for (const Step& step : after.steps) {
    if (difference("", step.tensor, before[step.name].tensor, Match::exact) != "") names.push_back(step.name);
  }
  return names;
}

/// A value that the step can have.
double any_value(const Step& step, Dice& dice) {
  if (is_floating(step.tensor.dtype())) return static_cast<double>(dice.number());
  return static_cast<double>(dice.below(2));
}

}  // namespace

TEST_CASE("a changed score changes its row's weights and what is made from them, and nothing else") {
  const Trace before = run(two_sentences());
  const Trace after = changed(two_sentences(), {{.name = "scores", .index = {0, 1, 2, 0}, .value = 2.5}});
  CHECK(differing(before, after) ==
        Names{"scores", "masked_scores", "attention", "values", "values_merged", "concat", "output"});
  CHECK(after["scores"].at({0, 1, 2, 0}) == 2.5);
  CHECK(after["scores"].at({0, 1, 2, 1}) == before["scores"].at({0, 1, 2, 1}));
  CHECK(difference("attention", numbers_in(after, "attention"), softmax(numbers_in(after, "masked_scores")),
                   Match::exact) == "");
  CHECK(after.changes.size() == 1);
}

TEST_CASE("a head is switched off by setting its values to 0, in all sentences") {
  const Trace after = changed(two_sentences(), {{.name = "values", .index = {kAll, 1}, .value = 0}});
  for (Index b = 0; b < 2; ++b) {
    for (Index t = 0; t < 3; ++t) {
      for (Index column = 0; column < 8; ++column)
        CHECK((after["concat"].at({b, t, column}) == 0) == (column >= 4));
    }
  }
}

TEST_CASE("a key that the mask no longer has gets the weight 0, and the other weights of a row sum to 1") {
  Spec spec = two_sentences();
  spec.mask_fill = -kDoubleInfinity;
  const Trace after = changed(spec, {{.name = "mask", .index = {0, kAll, 1}, .value = 0}});
  for (Index t = 0; t < 3; ++t) {
    CHECK(after["attention"].at({0, 0, t, 1}) == 0);
    CHECK(close(after["attention"].at({0, 0, t, 0}) + after["attention"].at({0, 0, t, 2}), 1));
  }
  CHECK(after["mask"].at({1, 1, 1}) == 1);
}

TEST_CASE("a lesson without a mask removes a key by a score of minus infinity") {
  Spec spec = two_sentences();
  spec.mask.reset();
  const Trace after =
      changed(spec, {{.name = "scores", .index = {kAll, kAll, kAll, 0}, .value = -kDoubleInfinity}});
  CHECK(after["attention"].at({1, 1, 2, 0}) == 0);
}

TEST_CASE("a changed parameter is used, and the parameters that are drawn after it stay") {
  const Trace before = run(two_sentences());
  const Trace after = changed(two_sentences(), {{.name = "w_q.weight", .index = {0, 0}, .value = 3}});
  CHECK(differing(before, after).front() == "w_q.weight");
  CHECK(difference("w_k", numbers_in(after, "w_k.weight"), numbers_in(before, "w_k.weight"), Match::exact) ==
        "");
  CHECK(after["q"].at({0, 0, 0}) != before["q"].at({0, 0, 0}));
  CHECK(after["q"].at({0, 0, 1}) == before["q"].at({0, 0, 1}));
}

TEST_CASE("parameters kept from one run to the next are those that were drawn") {
  ParameterCache cache;
  const Changes changes = {{.name = "embedding.weight", .index = {1, 0}, .value = 9}};
  run(two_sentences(), {}, &cache, changes);
  CHECK(differing(run(two_sentences()), run(two_sentences(), {}, &cache)).empty());
}

TEST_CASE("a changed id takes another row of the table") {
  const Trace after = changed(two_sentences(), {{.name = "ids", .index = {0, 1}, .value = 5}});
  CHECK(after["embedding"].at({0, 1, 3}) == after["embedding.weight"].at({5, 3}));
  CHECK(after["padding_mask"].at({0, 0, 1}) == 1);
}

TEST_CASE("of two changes of a cell the last one stays, and explains it") {
  const Trace after = changed(two_sentences(), {{.name = "scores", .index = {}, .value = 1},
                                                {.name = "scores", .index = {0, 0}, .value = 2}});
  CHECK(after["scores"].at({0, 0, 1, 1}) == 2);
  CHECK(after["scores"].at({0, 1, 1, 1}) == 1);
  const Explanation e = explain(after, "scores", {0, 0, 1, 1});
  CHECK(e.op == Name("given"));
  REQUIRE(e.terms.size() == 1);
  CHECK(cell_name(e.terms[0].name, e.terms[0].index) == "changes(1,)");
  CHECK(e.terms[0].value == 2);
  CHECK(explain(after, "attention", {0, 0, 1, 1}).op == "softmax");
}

TEST_CASE("any step of any lesson can be changed; every number is still explained by its terms") {
  Dice dice(11);
  for (int i = 0; i < 60; ++i) {
    const Spec spec = random_spec(dice);
    const Trace before = run(spec);
    Changes changes;
    for (Index n = 0; n < 3; ++n) {
      const Step& step = before.steps[dice.below(before.steps.size())];
      Change change{.name = std::string(step.name), .index = {}, .value = any_value(step, dice)};
      for (const Index size : step.shape()) {
        if (size == 0) continue;
        change.index.push_back(dice.coin() ? std::optional(dice.below(size)) : kAll);
      }
      changes.push_back(change);
    }
    const Trace after = changed(spec, changes);
    CAPTURE(i, changes[0].name, changes[1].name, changes[2].name);
    for (const Step& step : after.steps) {
      const Index count = element_count(step.shape());
      if (count == 0) continue;
      const Shape index = index_of(step.shape(), dice.below(count));
      const bool is_set = std::any_of(changes.begin(), changes.end(),
                                      [&](const Change& change) { return change.sets(step.name, index); });
      const Explanation e = explain(after, step.name, index);
      CHECK(e.op == (is_set ? "given" : step.op()));
      CHECK(close(recompute(e), e.value));
    }
    // What stands before the first changed step is as it was.
    for (const Step& step : after.steps) {
      if (std::any_of(changes.begin(), changes.end(), [&](const Change& c) { return c.name == step.name; }))
        break;
      CHECK(difference("", step.tensor, before[step.name].tensor, Match::exact) == "");
    }
  }
}

TEST_CASE("changes that do not fit are refused") {
  CHECK(refusal_of_change({.name = "score", .index = {}, .value = 0})
            .starts_with("unknown-value field=changes[0].name got=score wants=embedding.weight, w_q.weight"));
  CHECK(refusal_of_change({.name = "target_ids", .index = {}, .value = 0}).starts_with("unknown-value"));
  CHECK(refusal_of_change({.name = "scores", .index = {0, 2, 0, 0}, .value = 0}) ==
        "bad-index field=changes[0].index got=(0, 2, 0, 0) wants=(2, 2, 3, 3)");
  CHECK(refusal_of_change({.name = "mask", .index = {0, kAll, 0, 1}, .value = 0}) ==
        "bad-index field=changes[0].index got=(0, :, 0, 1) wants=(2, 3, 3)");
  CHECK(refusal_of_change({.name = "mask", .index = {0, 0, 0}, .value = 2}) ==
        "out-of-range field=changes[0].value got=2 min=0 max=1");
  CHECK(refusal_of_change({.name = "mask", .index = {0, 0, 0}, .value = 0.5}) ==
        "wrong-type field=changes[0].value got=a fraction wants=integer");
  CHECK(refusal_of_change({.name = "ids", .index = {0, 0}, .value = 6}) ==
        "out-of-range field=changes[0].value got=6 min=0 max=5");
  CHECK(refusal_of_change({.name = "ids", .index = {0, 0}, .value = -1e300}) ==
        "out-of-range field=changes[0].value got=a number beyond int32 min=0 max=5");
  CHECK(refusal_of_change({.name = "q", .index = {0, 0, 0}, .value = -kDoubleInfinity}) ==
        "out-of-range field=changes[0].value got=a number beyond float32 min=-3.4e38 max=3.4e38");
  CHECK(refusal_of_change(
            {.name = "scores", .index = {0, 0, 0, 0}, .value = std::numeric_limits<double>::quiet_NaN()}) ==
        "out-of-range field=changes[0].value got=NaN min=-3.4e38 max=3.4e38");
  CHECK(refusal_of_change({.name = "scores", .index = {0, 0, 0, 0}, .value = -kDoubleInfinity}) == "");
  const Changes many(Limits::changes + 1, {.name = "scores", .index = {}, .value = 0});
  CHECK(refusal_of([&] { changed(two_sentences(), many); }) == "too-large field=changes got=257 max=256");
}

TEST_CASE("a position that the table does not have is refused") {
  Spec spec = default_spec(Lesson::transformer_block);
  const auto position = [&](double value) {
    return refusal_of([&] { changed(spec, {{.name = "positions", .index = {0, 0}, .value = value}}); });
  };
  CHECK(position(8) == "");
  CHECK(position(9) == "out-of-range field=changes[0].value got=9 min=0 max=8");
}
