#include "headsup/lesson/run.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <sstream>

#include "catch.h"
#include "compare.h"
#include "fixtures.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

/// Every name that these two lessons may record, in the order in which they do.
const std::vector<std::string> kNames = words_of(
    "embedding.weight w_q.weight w_q.bias w_k.weight w_k.bias w_v.weight w_v.bias w_0.weight w_0.bias "
    "ids embedding target_ids target_embedding padding_mask nopeak_mask mask q k v q_split k_split v_split "
    "q_heads k_heads v_heads scores masked_scores attention values values_merged concat output");

std::vector<std::string> names_of(const Trace& trace) {
  std::vector<std::string> names;
  for (const Step& step : trace.steps) names.emplace_back(step.name);
  return names;
}

/// kNames without the words of `absent` and without a target.
std::vector<std::string> names_but(const std::string& absent) {
  const auto left_out = words_of(absent + " target_ids target_embedding");
  std::vector<std::string> names;
  std::copy_if(kNames.begin(), kNames.end(), std::back_inserter(names), [&](const std::string& name) {
    return std::find(left_out.begin(), left_out.end(), name) == left_out.end();
  });
  return names;
}

/// The trace's names in order, without those that the fixture leaves out.
std::vector<std::string> names_kept(const Trace& trace, const LessonFixture& fixture) {
  std::vector<std::string> names = names_of(trace);
  for (const std::string& left_out : fixture.left_out) {
    const auto at = std::find(names.begin(), names.end(), left_out);
    if (at != names.end()) names.erase(at);
  }
  return names;
}

std::vector<std::string> names_of(const LessonFixture& fixture) {
  std::vector<std::string> names;
  for (const NamedStep& step : fixture.steps) names.push_back(step.name);
  return names;
}

/// Every stride-th number of a tensor, as one axis.
Tensor sampled(const Tensor& whole, Index stride) {
  const std::ptrdiff_t count = static_cast<std::ptrdiff_t>(whole.count());
  return whole.reshape({whole.count()}).slice(0, 0, count, stride);
}

/// Parameters are drawn bit for bit; all else is as close to PyTorch as docs/numbers.md promises.
Match match_of(const Step& step, const Spec& spec) {
  if (step.op() == Name("uniform") || step.op() == Name("normal")) return Match::exact;
  const Index width = std::max(spec.d_model, attention_width(spec));
  return width <= 128 ? Match::pytorch_up_to_128 : Match::pytorch_any_width;
}

Spec small_spec() {
  Spec spec;
  spec.sequences = {{1, 4, 2}, {3, 1}};
  spec.vocab_size = 6;
  spec.mask = MaskSpec{true, true};
  return spec;
}

std::vector<Name> inputs_of(const Trace& trace, Name name) {
  return trace.inputs_of(trace[name]);
}

}  // namespace

TEST_CASE("every lesson fixture: steps are in the contract's order, with PyTorch's shapes and numbers") {
  for (const std::string& name : lesson_fixtures()) {
    DYNAMIC_SECTION(name) {
      const LessonFixture fixture = read_lesson(name);
      const Trace trace = run(fixture.spec);
      CHECK(names_kept(trace, fixture) == names_of(fixture));
      CHECK(trace.steps.size() == fixture.steps.size() + fixture.left_out.size());
      for (const NamedStep& want : fixture.steps) {
        const Step* step = trace.find(want.name);
        REQUIRE(step != nullptr);
        CHECK(difference(want.name, step->tensor, want.tensor, match_of(*step, fixture.spec)) == "");
      }
      for (const Sample& want : fixture.samples) {
        const Step* step = trace.find(want.name);
        REQUIRE(step != nullptr);
        CHECK(step->shape() == want.of);
        CHECK(difference(want.name, sampled(step->tensor, want.stride), want.numbers,
                         match_of(*step, fixture.spec)) == "");
      }
    }
  }
}

TEST_CASE("steps that the spec switches off are not in the trace") {
  const auto names_after = [](const std::function<void(Spec&)>& change) {
    Spec spec = small_spec();
    change(spec);
    return names_of(run(spec));
  };
  CHECK(names_after([](Spec&) {}) == names_but(""));
  CHECK(names_after([](Spec& s) { s.bias = false; }) == names_but("w_q.bias w_k.bias w_v.bias w_0.bias"));
  CHECK(names_after([](Spec& s) { s.output_projection = false; }) == names_but("w_0.weight w_0.bias output"));
  CHECK(names_after([](Spec& s) { s.mask = MaskSpec{true, false}; }) == names_but("nopeak_mask"));
  CHECK(names_after([](Spec& s) { s.mask = MaskSpec{false, true}; }) == names_but("padding_mask"));
  const auto unmasked = names_but("padding_mask nopeak_mask mask masked_scores");
  CHECK(names_after([](Spec& s) { s.mask = MaskSpec{false, false}; }) == unmasked);
  CHECK(names_after([](Spec& s) { s.mask.reset(); }) == unmasked);
}

TEST_CASE("an encoder-decoder with everything on records every name in kNames") {
  Spec spec = default_spec(Lesson::encoder_decoder);
  (*spec.target)[2].resize(10);
  spec.mask = MaskSpec{true, true};
  CHECK(names_of(run(spec)) == kNames);
}

TEST_CASE("each step names the steps it was made from") {
  Spec spec = small_spec();
  Trace trace = run(spec);
  CHECK(inputs_of(trace, "mask") == std::vector<Name>{"padding_mask", "nopeak_mask"});
  CHECK(inputs_of(trace, "q") == std::vector<Name>{"embedding", "w_q.weight", "w_q.bias"});
  CHECK(inputs_of(trace, "masked_scores") == std::vector<Name>{"scores", "mask"});
  CHECK(inputs_of(trace, "attention") == std::vector<Name>{"masked_scores"});
  CHECK(inputs_of(trace, "output") == std::vector<Name>{"concat", "w_0.weight", "w_0.bias"});
  spec.bias = false;
  spec.mask.reset();
  trace = run(spec);
  CHECK(inputs_of(trace, "q") == std::vector<Name>{"embedding", "w_q.weight"});
  CHECK(inputs_of(trace, "attention") == std::vector<Name>{"scores"});
  trace = run(default_spec(Lesson::encoder_decoder));
  CHECK(inputs_of(trace, "q") == std::vector<Name>{"target_embedding", "w_q.weight", "w_q.bias"});
  CHECK(inputs_of(trace, "k") == std::vector<Name>{"embedding", "w_k.weight", "w_k.bias"});
  CHECK(inputs_of(trace, "v") == std::vector<Name>{"embedding", "w_v.weight", "w_v.bias"});
}

TEST_CASE("every fixture's steps: inputs come earlier, axes fit the shape, a letter has one size") {
  for (const std::string& name : lesson_fixtures()) {
    DYNAMIC_SECTION(name) {
      const Trace trace = run(read_lesson(name).spec);
      std::map<Name, Index> sizes = {{"1", 1}};
      for (auto step = trace.steps.begin(); step != trace.steps.end(); ++step) {
        CAPTURE(std::string(step->name));
        for (const Name input : trace.inputs_of(*step)) {
          CHECK(std::any_of(trace.steps.begin(), step, [=](const Step& s) { return s.name == input; }));
        }
        REQUIRE(step->axes.size() == step->shape().size());
        for (Index axis = 0; axis < step->axes.size(); ++axis) {
          const auto [letter, is_new] = sizes.emplace(step->axes[axis], step->shape()[axis]);
          CHECK(letter->second == step->shape()[axis]);
        }
      }
      if (sizes.count("H") == 0) continue;
      CHECK(sizes["H"] * sizes["K"] == (sizes.count("A") != 0 ? sizes["A"] : sizes["D"]));
    }
  }
}

namespace {

/// Checks that a trace has the same numbers, to the bit, as one that was run without a cache.
void check_same(const Trace& got, const Trace& want) {
  REQUIRE(names_of(got) == names_of(want));
  for (const Step& step : want.steps)
    CHECK(difference(std::string(step.name), got[step.name].tensor, step.tensor, Match::exact) == "");
}

}  // namespace

TEST_CASE("a cache of parameters changes no number: other seeds, sizes and layers in between") {
  const Spec spec = default_spec(Lesson::transformer_block);
  const Trace uncached = run(spec);
  Spec seed = spec;
  seed.seed = 7;
  Spec vocabulary = spec;
  vocabulary.vocab_size += 1;
  Spec width = spec;
  width.d_model *= 2;
  Spec large = spec;
  large.vocab_size = 1 << 16;
  Spec layer = spec;
  layer.feed_forward->d_ff += 1;
  Spec no_layer = spec;
  no_layer.feed_forward.reset();
  Spec no_bias = spec;
  no_bias.bias = false;
  ParameterCache cache;
  for (const Spec& other : {seed, vocabulary, width, large, layer, no_layer, no_bias}) {
    check_same(run(spec, {}, &cache), uncached);
    check_same(run(other, {}, &cache), run(other));
  }
}

TEST_CASE("parameters too large for the cache are drawn again, with the same numbers") {
  Spec spec = default_spec(Lesson::masked_multi_head);
  spec.vocab_size = 100'000;
  spec.d_model = 16;
  ParameterCache cache;
  const Trace first = run(spec, {}, &cache);
  check_same(run(spec, {}, &cache), first);
}

TEST_CASE("a cache survives a refused run, and can be moved") {
  const Spec spec = default_spec(Lesson::masked_multi_head);
  ParameterCache cache;
  const StateDict wrong_shape = {{"embedding.weight", Tensor(Shape{1})}};
  CHECK(refusal_of([&] { run(spec, wrong_shape, &cache); }) != "");
  check_same(run(spec, {}, &cache), run(spec));
  ParameterCache moved = std::move(cache);
  check_same(run(spec, {}, &moved), run(spec));
  cache = ParameterCache();
  check_same(run(spec, {}, &cache), run(spec));
}

TEST_CASE("masked-self-attention has a warm-up, one head and no output projection") {
  const Trace trace = run(default_spec(Lesson::masked_self_attention));
  std::string names;
  for (const Step& step : trace.steps) names += std::string(step.name) + " ";
  CHECK(names ==
        "demo_scores demo_mask demo_masked_scores demo_attention embedding.weight w_q.weight w_k.weight "
        "w_v.weight "
        "ids embedding nopeak_mask mask q k v scores masked_scores attention values ");
  // The seed is set again after the warm-up, so the table starts with the same draws.
  const auto& demo = trace["demo_scores"].tensor.tolist<float>();
  const auto& table = trace["embedding.weight"].tensor.tolist<float>();
  CHECK(std::equal(demo.begin(), demo.end(), table.begin()));
  CHECK(trace["scores"].shape() == Shape{1, 4, 4});
  CHECK(trace["values"].shape() == Shape{1, 4, 4});
}

TEST_CASE("a lesson without a decoder side ignores a target") {
  Spec spec = default_spec(Lesson::masked_multi_head);
  const Trace without = run(spec);
  spec.target = Sequences{{1, 2, 3}};
  const Trace with = run(spec);
  CHECK(with.find("target_ids") == nullptr);
  CHECK(difference("output", with["output"].tensor, without["output"].tensor, Match::exact) == "");
}

TEST_CASE("a spec that validate refuses is not run") {
  Spec spec = small_spec();
  spec.num_heads = 3;
  CHECK(refusal_of([&] { run(spec); }) == "heads-do-not-divide field=numHeads got=3 other=dModel max=8");
  spec = small_spec();
  spec.sequences = {{}};
  CHECK(refusal_of([&] { run(spec); }) == "empty-sequences field=sequences got=1");
}
