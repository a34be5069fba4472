// Weights that are given to a run: which steps they become, and which are refused.
#include "lesson/parameters.h"
#include "recompute.h"

#include <stdexcept>
#include <string>

#include "catch.h"
#include "compare.h"
#include "headsup/graph/explain.h"
#include "headsup/lesson/run.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

bool is_parameter(const Step& step) {
  return step.name.find('.') != Name::npos;
}

StateDict parameters_of(const Trace& trace) {
  StateDict weights;
  for (const Step& step : trace.steps) {
    if (is_parameter(step)) weights.push_back({std::string(step.name), step.tensor});
  }
  return weights;
}

Spec small_spec(std::int64_t seed) {
  Spec spec;
  spec.sequences = {{1, 4, 2}, {3, 1}};
  spec.vocab_size = 6;
  spec.seed = seed;
  return spec;
}

Spec block_spec(LayerNorm norm, bool feed_forward) {
  Spec spec = small_spec(3);
  spec.lesson = Lesson::transformer_block;
  spec.layer_norm = norm;
  if (feed_forward) spec.feed_forward = FeedForwardSpec{5, Activation::relu};
  return spec;
}

/// The tensor of that name.
Tensor& named(StateDict& weights, const std::string& name) {
  for (NamedTensor& weight : weights) {
    if (weight.name == name) return weight.tensor;
  }
  throw std::runtime_error("no " + name);
}

/// Runs the small lesson with its own parameters after `change`, and returns the refusal.
template <class Change>
std::string refused(const Change& change) {
  StateDict weights = parameters_of(run(small_spec(1)));
  change(weights);
  return refusal_of([&] { run(small_spec(1), weights); });
}

}  // namespace

TEST_CASE("given the parameters of another seed, a run gives the steps of that seed") {
  const Trace other = run(small_spec(7));
  const Trace made = run(small_spec(1), parameters_of(other));
  REQUIRE(made.steps.size() == other.steps.size());
  for (Index i = 0; i < made.steps.size(); ++i) {
    const std::string name(other.steps[i].name);
    CHECK(difference(name, made.steps[i].tensor, other.steps[i].tensor, Match::exact) == "");
    CHECK((made.steps[i].op() == Name("given")) == is_parameter(made.steps[i]));
  }
}

TEST_CASE("giving one group does not change the draws of the others") {
  const Spec spec = small_spec(1);
  const StateDict table = {{"embedding.weight", Tensor(Shape{6, 8})}};
  const Trace made = run(spec, table);
  CHECK(made["embedding.weight"].at({2, 3}) == 0.0);
  CHECK(difference("w_0.bias", made["w_0.bias"].tensor, run(spec)["w_0.bias"].tensor, Match::exact) == "");
}

TEST_CASE("a given number is explained by itself") {
  const Trace made = run(small_spec(1), parameters_of(run(small_spec(7))));
  const Explanation why = explain(made, "w_k.weight", {1, 2});
  REQUIRE(why.terms.size() == 1);
  CHECK(why.terms[0].name == "weights");
  CHECK(why.terms[0].index == Shape{1, 2});
  CHECK(recompute(why) == why.value);
}

TEST_CASE("every lesson takes all of its own parameters") {
  std::vector<Spec> specs = {block_spec(LayerNorm::none, false), block_spec(LayerNorm::none, true),
                             block_spec(LayerNorm::pre, false), block_spec(LayerNorm::post, true)};
  for (const Lesson lesson : kLessons) specs.push_back(default_spec(lesson));
  for (Spec& spec : specs) {
    if (spec.lesson == Lesson::multi_head) spec.d_model = 16;
    const Trace made = run(spec, parameters_of(run(spec)));
    for (const Step& step : made.steps) {
      CAPTURE(std::string(step.name));
      CHECK((step.op() == Name("given")) == is_parameter(step));
    }
  }
}

TEST_CASE("a weight that the lesson does not have is refused") {
  CHECK(refused([](StateDict& w) { w[1].name = "w_q.wait"; }) ==
        "unknown-weight field=weights.w_q.wait wants=embedding.weight, w_q.weight, w_q.bias, w_k.weight, "
        "w_k.bias, w_v.weight, w_v.bias, w_0.weight, w_0.bias");
  CHECK(refused([](StateDict& w) {
          w.push_back({"conv1.weight", Tensor(Shape{1})});
        }).substr(0, 42) == "unknown-weight field=weights.conv1.weight ");
}

TEST_CASE("a weight that is given twice is refused") {
  CHECK(refused([](StateDict& w) { w.push_back(w[1]); }) ==
        "contradiction field=weights.w_q.weight got=two other=a lesson wants=one");
}

TEST_CASE("part of a group is refused, naming a missing and a given parameter") {
  CHECK(refused([](StateDict& w) { w.erase(w.begin() + 3); }) ==
        "missing field=weights.w_k.weight wants=it beside w_q.weight");
  CHECK(refused([](StateDict& w) { w.erase(w.begin()); }) == "");
}

TEST_CASE("a weight of another shape is refused, and one whose numbers do not fill it") {
  CHECK(refused([](StateDict& w) { named(w, "w_q.weight") = Tensor(Shape{64}); }) ==
        "shape-mismatch field=weights.w_q.weight got=(64,) wants=(8, 8)");
}
