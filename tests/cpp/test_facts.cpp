#include "headsup/operations/facts.h"

#include <algorithm>
#include <cmath>

#include "catch.h"
#include "compare.h"
#include "headsup/attention/layer_norm.h"
#include "headsup/attention/softmax.h"
#include "headsup/graph/explain.h"
#include "headsup/lesson/run.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

const Fact& fact(const Facts& facts, Name name) {
  const auto found =
      std::find_if(facts.begin(), facts.end(), [&](const auto& one) { return one.first == name; });
  if (found == facts.end()) FAIL("no fact " << std::string(name));
  return found->second;
}

double number(const Facts& facts, Name name) {
  return std::get<double>(fact(facts, name));
}

/// "" if the fact is this list, within 1e-12.
bool is_list(const Facts& facts, Name name, const std::vector<double>& want) {
  const auto& got = std::get<std::vector<double>>(fact(facts, name));
  return std::equal(got.begin(), got.end(), want.begin(), want.end(),
                    [](double a, double b) { return a == b || std::abs(a - b) < 1e-12; });
}

}  // namespace

TEST_CASE("a softmax row: the maximum, what it is subtracted from, the powers and their sum") {
  const float row[] = {1, 3, 2};
  const Facts facts = softmax_facts(row);
  CHECK(number(facts, "maximum") == 3);
  CHECK(is_list(facts, "shifted", {-2, 0, -1}));
  CHECK(is_list(facts, "powers", {std::exp(-2.0), 1, std::exp(-1.0)}));
  CHECK(close(number(facts, "sum"), 1.5032147244080551));
}

TEST_CASE("a softmax row of fills: each power is 1; of infinite fills: none is a number") {
  const float filled[] = {-1e12F, -1e12F};
  CHECK(is_list(softmax_facts(filled), "powers", {1, 1}));
  CHECK(number(softmax_facts(filled), "sum") == 2);
  const float masked[] = {-INFINITY, -INFINITY};
  CHECK(std::isnan(number(softmax_facts(masked), "sum")));
}

TEST_CASE("a layer norm row: mean, deviations, squares, variance, divisor, normalised numbers") {
  const float row[] = {1, 2, 6};
  const Facts facts = layer_norm_facts(row, 2);
  CHECK(number(facts, "mean") == 3);
  CHECK(is_list(facts, "deviations", {-2, -1, 3}));
  CHECK(is_list(facts, "squares", {4, 1, 9}));
  CHECK(close(number(facts, "variance"), 14.0 / 3));
  CHECK(number(facts, "eps") == 2);
  CHECK(close(number(facts, "divisor"), std::sqrt(20.0 / 3)));
  CHECK(close(number(facts, "rstd"), std::sqrt(3.0 / 20)));
  CHECK(is_list(facts, "normalized", {-2 * std::sqrt(0.15), -std::sqrt(0.15), 3 * std::sqrt(0.15)}));
}

TEST_CASE("a sum of products: its products, their order by magnitude, and the rest without the largest") {
  const Facts facts = product_facts({1, -4, 2, -2});
  CHECK(is_list(facts, "products", {1, -4, 2, -2}));
  CHECK(number(facts, "sum") == -3);
  CHECK(is_list(facts, "order", {1, 2, 3, 0}));
  CHECK(is_list(facts, "rest", {-3, 1, -1, 1, 0}));
}

TEST_CASE("a cell of the table of positions: period, angle, sine, cosine and wave") {
  const Facts facts = sinusoid_facts(3, 2, 4);
  CHECK(close(number(facts, "period"), 100));
  CHECK(close(number(facts, "angle"), 0.03));
  CHECK(close(number(facts, "sine"), std::sin(0.03)));
  CHECK(close(number(facts, "cosine"), std::cos(0.03)));
  CHECK(std::get<Name>(fact(facts, "part")) == "sin");
}

TEST_CASE("multiplications with a cache grow with the length, without it with its square") {
  // d_model 4, width 2: a token takes 3 · 4 · 2 = 24 for its projections, and 2n + 2n beside n keys and values.
  const Facts three = cache_facts(4, 2, 3, 3);
  CHECK(number(three, "projections") == 24);
  CHECK(number(three, "scores") == 6);
  CHECK(number(three, "values") == 6);
  CHECK(number(three, "newest") == 36);
  CHECK(number(three, "newestUncached") == 108);
  CHECK(number(three, "cached") == 28 + 32 + 36);
  CHECK(number(three, "uncached") == 28 + 2 * 32 + 3 * 36);
  CHECK(number(three, "saved") == 32 + 2 * 36);
  const Facts begun = cache_facts(4, 2, 2, 1);
  CHECK(number(begun, "newest") == 24);
  CHECK(number(begun, "cached") == 28 + 24);
  CHECK(number(cache_facts(4, 2, 0, 3), "cached") == 0);
}

TEST_CASE("explanations have the facts of the row or sum that their cell was made from") {
  Spec spec;
  spec.lesson = Lesson::transformer_block;
  spec.sequences = {{1, 4, 2}};
  spec.vocab_size = 6;
  spec.layer_norm = LayerNorm::pre;
  spec.feed_forward = FeedForwardSpec{};
  const Trace trace = run(spec);
  for (const Step& step : trace.steps) {
    const Explanation e = explain(trace, step.name, index_of(step.shape(), element_count(step.shape()) / 2));
    const auto at = [&](Name list) {
      return std::get<std::vector<double>>(
          fact(e.detail, list))[static_cast<Index>(number(e.detail, "position"))];
    };
    CAPTURE(std::string(step.name));
    if (step.op() == Name("softmax")) {
      CHECK(close(at("powers") / number(e.detail, "sum"), e.value));
    } else if (step.op() == Name("layer_norm")) {
      const Index last = e.terms.size() - 1;
      CHECK(close(at("normalized") * e.terms[last - 1].value + e.terms[last].value, e.value));
    } else if (step.op() == Name("linear") || step.op() == Name("conv1d") ||
               step.op() == Name("weighted_sum")) {
      const double bias = e.terms.size() % 2 == 1 ? e.terms.back().value : 0;
      CHECK(close(std::get<std::vector<double>>(fact(e.detail, "rest"))[0] + bias, e.value));
    } else if (step.op() == Name("scaled_dot_product")) {
      CHECK(close(number(e.detail, "dot") / number(e.detail, "divisor"), e.value));
    }
  }
}
