// What programs of their own look up: parameters by name, and the version.
#include "catch.h"
#include "compare.h"
#include "headsup/attention/multi_head.h"
#include "headsup/lesson/run.h"
#include "headsup/lesson/state_dict.h"
#include "headsup/version.h"

using namespace headsup;
using namespace headsup::tests;

TEST_CASE("a state dict finds a parameter by its name, and says what it has instead") {
  const StateDict weights = {{"w_q.weight", full({2, 2}, 1)}, {"w_q.bias", full({2}, 2)}};
  CHECK(weights.contains("w_q.bias"));
  CHECK_FALSE(weights.contains("w_q"));
  REQUIRE(weights.find("w_q.bias") != nullptr);
  CHECK(weights.find("w_q.bias")->shares_storage(weights[1].tensor));
  CHECK(weights.find("w_k.bias") == nullptr);
  CHECK(weights.at("w_q.weight").shares_storage(weights[0].tensor));
  CHECK(weights.at(1).name == "w_q.bias");
  CHECK(refusal_of([&] { weights.at("w_k.bias"); }) ==
        "missing field=w_k.bias wants=one of w_q.weight, w_q.bias");
  CHECK(refusal_of([] { StateDict().at("w_k.bias"); }) ==
        "missing field=w_k.bias wants=parameters, but has none");
}

TEST_CASE("a run with the parameters of another one has its numbers") {
  for (const Lesson lesson : kLessons) {
    if (lesson == Lesson::multi_head) continue;  // a larger masked_multi_head
    Spec spec = default_spec(lesson);
    spec.seed = 3;
    const Trace drawn = run(spec);
    const StateDict weights = state_dict(drawn);
    const Trace given = run(default_spec(lesson), weights);
    CHECK(weights.front().name == "embedding.weight");
    const Step& last = drawn.steps.back();
    CHECK(difference(last.name, given[last.name].tensor, last.tensor, Match::exact) == "");
  }
}

TEST_CASE("the weights of a layer are those of a state dict") {
  Spec spec = default_spec(Lesson::masked_multi_head);
  spec.mask.reset();
  const Trace trace = run(spec);
  const StateDict weights = state_dict(trace);
  const Tensor& x = trace["embedding"].tensor;
  const auto output_of = [&](const StateDict& given) {
    return multi_head_attention(multi_head_weights(given), spec.num_heads, x, x, x, {});
  };
  const MultiHead made = output_of(weights);
  CHECK(difference("output", *made.output, trace["output"].tensor, Match::exact) == "");

  StateDict without;
  for (const NamedTensor& each : weights) {
    if (!each.name.starts_with("w_0") && !each.name.ends_with("bias")) without.push_back(each);
  }
  CHECK_FALSE(multi_head_weights(without).w_0);
  CHECK_FALSE(multi_head_weights(without).w_q.bias);
  without.pop_back();
  CHECK(refusal_of([&] { multi_head_weights(without); }) ==
        "missing field=w_v.weight wants=one of embedding.weight, w_q.weight, w_k.weight");
}

TEST_CASE("the library has the version of its headers") {
  CHECK(std::string(version()) == HEADSUP_VERSION);
}
