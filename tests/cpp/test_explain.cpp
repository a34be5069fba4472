#include "headsup/graph/explain.h"

#include <cmath>

#include "catch.h"
#include "compare.h"
#include "dice.h"
#include "explanations.h"
#include "fixtures.h"
#include "headsup/lesson/run.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

/// All cells of a small step, some of a large one.
std::vector<Index> offsets_to_try(const Step& step, Dice& dice) {
  const Index count = element_count(step.shape());
  std::vector<Index> offsets;
  for (Index i = 0; i < std::min<Index>(count, 100); ++i)
    offsets.push_back(count <= 100 ? i : dice.below(count));
  return offsets;
}

std::vector<std::string> terms_of(const Explanation& e) {
  std::vector<std::string> terms;
  for (const Term& term : e.terms) terms.push_back(cell_name(term.name, term.index));
  return terms;
}

double fact(const Explanation& e, Name name) {
  for (const auto& [key, value] : e.detail) {
    if (key == name) return std::get<double>(value);
  }
  FAIL("no fact " << std::string(name));
  return 0;
}

const Trace& small_trace() {
  static const Trace kExplained = [] {
    Spec spec;
    spec.sequences = {{1, 4, 2}, {3, 1}};
    spec.vocab_size = 6;
    spec.mask = MaskSpec{true, true};
    return run(spec);
  }();
  return kExplained;
}

using Strings = std::vector<std::string>;

}  // namespace

TEST_CASE("every fixture, every step: recomputing a cell from its explanation gives its value") {
  Dice dice(5);
  ReplayCache replays;
  for (const std::string& name : lesson_fixtures()) {
    DYNAMIC_SECTION(name) {
      const Trace trace = run(read_lesson(name).spec);
      for (const Step& step : trace.steps) {
        for (const Index offset : offsets_to_try(step, dice)) {
          CHECK(wrong_with(trace, step, index_of(step.shape(), offset), &replays) == "");
        }
      }
    }
  }
}

TEST_CASE("a weight of a layer is explained by its draw") {
  const Explanation e = explain(small_trace(), "w_q.weight", {1, 2});
  // 48 words for the table of 6 × 8 numbers, then ten numbers of this layer.
  CHECK(terms_of(e) == Strings{"draw(58,)"});
  CHECK(fact(e, "draw") == 58);
  CHECK(fact(e, "seed") == 42);
  CHECK(fact(e, "uniform") == std::fmod(fact(e, "raw"), 0x1p24) / 0x1p24);
  CHECK(fact(e, "bound") == static_cast<double>(static_cast<float>(1 / std::sqrt(8.0))));
}

TEST_CASE("a number of the embedding table is explained by two draws") {
  const Explanation e = explain(small_trace(), "embedding.weight", {2, 1});
  CHECK(terms_of(e) == Strings{"draw(17,)", "draw(25,)"});
  CHECK(close(fact(e, "radius"), std::sqrt(-2 * std::log(1 - e.terms[0].value))));
  CHECK(close(fact(e, "angle"), 6.283185307179586 * e.terms[1].value));
}

TEST_CASE("an id comes from a token, or from the padding id") {
  const Explanation token = explain(small_trace(), "ids", {1, 1});
  CHECK(terms_of(token) == Strings{"sequences(1, 1)"});
  CHECK(fact(token, "padded") == 0);
  const Explanation padding = explain(small_trace(), "ids", {1, 2});
  CHECK(terms_of(padding) == Strings{"padId()"});
  CHECK(fact(padding, "padded") == 1);
}

TEST_CASE("an embedding comes from its id and that id's row") {
  CHECK(terms_of(explain(small_trace(), "embedding", {0, 1, 5})) ==
        Strings{"ids(0, 1)", "embedding.weight(4, 5)"});
}

TEST_CASE("mask bits are explained by what they compare") {
  CHECK(terms_of(explain(small_trace(), "padding_mask", {1, 0, 2})) == Strings{"ids(1, 2)", "padId()"});
  const Explanation nopeak = explain(small_trace(), "nopeak_mask", {0, 1, 2});
  CHECK(terms_of(nopeak) == Strings{"query()", "key()"});
  CHECK(nopeak.terms[0].value == 1);
  CHECK(nopeak.terms[1].value == 2);
  CHECK(terms_of(explain(small_trace(), "mask", {1, 2, 0})) ==
        Strings{"padding_mask(1, 0, 0)", "nopeak_mask(0, 2, 0)"});
}

TEST_CASE("a linear cell is explained by both factors of every product, then the bias") {
  const Explanation e = explain(small_trace(), "q", {1, 0, 3});
  REQUIRE(e.terms.size() == 17);
  const auto terms = terms_of(e);
  CHECK(Strings(terms.begin(), terms.begin() + 2) == Strings{"embedding(1, 0, 0)", "w_q.weight(3, 0)"});
  CHECK(terms.back() == "w_q.bias(3,)");
  CHECK(close(fact(e, "sum") + e.terms.back().value, e.value));
}

TEST_CASE("a viewed or transposed cell is explained by the cell it came from") {
  CHECK(terms_of(explain(small_trace(), "q_split", {1, 2, 1, 3})) == Strings{"q(1, 2, 7)"});
  CHECK(terms_of(explain(small_trace(), "q_heads", {1, 1, 2, 3})) == Strings{"q_split(1, 2, 1, 3)"});
  CHECK(terms_of(explain(small_trace(), "concat", {1, 2, 7})) == Strings{"values_merged(1, 2, 1, 3)"});
}

TEST_CASE("a score is explained by pairs of query and key numbers, and the divisor") {
  const Explanation e = explain(small_trace(), "scores", {1, 0, 2, 1});
  REQUIRE(e.terms.size() == 8);
  const auto terms = terms_of(e);
  CHECK(Strings(terms.end() - 2, terms.end()) == Strings{"q_heads(1, 0, 2, 3)", "k_heads(1, 0, 1, 3)"});
  CHECK(fact(e, "dK") == 4);
  CHECK(fact(e, "divisor") == 2);
}

TEST_CASE("a masked score is explained by the score and the mask bit, which all heads share") {
  const Explanation kept = explain(small_trace(), "masked_scores", {1, 1, 2, 0});
  CHECK(terms_of(kept) == Strings{"scores(1, 1, 2, 0)", "mask(1, 2, 0)"});
  CHECK(fact(kept, "filled") == 0);
  const Explanation filled = explain(small_trace(), "masked_scores", {1, 1, 0, 2});
  CHECK(fact(filled, "filled") == 1);
  CHECK(fact(filled, "fill") == static_cast<double>(-1e12F));
}

TEST_CASE("an attention weight is explained by its whole row, the maximum and the sum") {
  const Explanation e = explain(small_trace(), "attention", {0, 1, 2, 1});
  CHECK(terms_of(e) == Strings{"masked_scores(0, 1, 2, 0)", "masked_scores(0, 1, 2, 1)",
                               "masked_scores(0, 1, 2, 2)", "maximum()", "sum()"});
  CHECK(fact(e, "position") == 1);
  CHECK(e.terms[3].value == std::max({e.terms[0].value, e.terms[1].value, e.terms[2].value}));
}

TEST_CASE("a value is explained by pairs of weights and numbers of v") {
  CHECK(terms_of(explain(small_trace(), "values", {0, 1, 2, 3})) ==
        Strings{"attention(0, 1, 2, 0)", "v_heads(0, 1, 0, 3)", "attention(0, 1, 2, 1)",
                "v_heads(0, 1, 1, 3)", "attention(0, 1, 2, 2)", "v_heads(0, 1, 2, 3)"});
}

TEST_CASE("an unknown step, and an index outside its shape or of another rank, are refused") {
  const auto refused = [](Name name, const Shape& index) {
    return refusal_of([&] { explain(small_trace(), name, index); });
  };
  CHECK(refused("target_ids", {0, 0}).starts_with("unknown-step got=target_ids wants="));
  CHECK(refused("", {}).starts_with("unknown-step got= wants="));
  CHECK(refused("ids", {2, 0}) == "bad-index field=index got=(2, 0) wants=(2, 3)");
  CHECK(refused("ids", {0, 3}) == "bad-index field=index got=(0, 3) wants=(2, 3)");
  CHECK(refused("ids", {0}) == "bad-index field=index got=(0,) wants=(2, 3)");
  CHECK(refused("ids", {0, 0, 0}) == "bad-index field=index got=(0, 0, 0) wants=(2, 3)");
  CHECK(refused("ids", {1, 2}) == "");
}
