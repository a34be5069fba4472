// Walks of a training step: their steps, terms and gradients.
#include "headsup/training/walk.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "catch.h"
#include "compare.h"
#include "dice.h"
#include "explanations.h"
#include "recompute.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

/// Four rows of six tokens, the last one padded.
TrainingSpec small_spec() {
  TrainingSpec spec;
  spec.data = {{1, 2, 3, 1, 2, 3}, {4, 5, 6, 4, 5, 6}, {6, 1, 5, 2, 4, 3}, {3, 2, 1, 0, 0, 0}};
  spec.vocab_size = 8;
  spec.d_model = 8;
  spec.d_ff = 10;
  spec.batch_size = 3;
  return spec;
}

TrainingSpec random_training_spec(Dice& dice) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kFills[] = {-kInfinity, -1, -1e12, -4};
  TrainingSpec spec;
  const Index length = dice.between(2, 5);
  spec.data.resize(dice.between(1, 4));
  for (auto& row : spec.data) {
    for (Index i = 0; i < length; ++i) row.push_back(static_cast<std::int32_t>(dice.below(7)));
    row.back() = 1;  // so that at least one target counts
  }
  spec.vocab_size = 7;
  spec.num_heads = dice.between(1, 3);
  spec.d_model = spec.num_heads * (spec.num_heads == 1 ? 8 : dice.between(4, 5));
  spec.layers = dice.between(1, 2);
  spec.d_ff = dice.between(1, 9);
  spec.batch_size = dice.between(1, 3);
  spec.seed = static_cast<std::int64_t>(dice.below(1000));
  spec.activation = dice.coin() ? Activation::gelu : Activation::relu;
  spec.mask = dice.below(3) > 0;
  spec.mask_fill = kFills[dice.below(4)];
  spec.tied_head = dice.coin();
  spec.dropout = dice.coin() ? 0.3 : 0;
  spec.optimizer = dice.coin() ? Optimizer::adamw : Optimizer::sgd;
  spec.momentum = dice.coin() ? 0.9 : 0;
  if (dice.coin()) spec.gradient_clip = 0.1;
  return spec;
}

/// What is wrong with the first cell that is explained wrongly, or "".
std::string wrong_walk(const Trace& walk) {
  for (const Step& step : walk.steps) {
    for (Index i = 0; i < element_count(step.shape()); ++i) {
      std::string wrong = wrong_with(walk, step, index_of(step.shape(), i));
      if (!wrong.empty()) return wrong;
    }
  }
  return "";
}

/// What the terms of a cell are numbers of, each once.
std::set<std::string> sources_of(const Explanation& e) {
  std::set<std::string> sources;
  for (const Term& term : e.terms) sources.insert(term.name);
  return sources;
}

std::vector<std::string> names_of(const TrainingWalk& walk, TrainingPart part) {
  std::vector<std::string> names;
  for (Index i = 0; i < walk.parts.size(); ++i) {
    if (walk.parts[i] == part) names.push_back(walk.trace.steps[i].name);
  }
  return names;
}

std::vector<std::string> inputs_of(const Trace& walk, const std::string& name) {
  const Names inputs = walk.inputs_of(walk[name]);
  return {inputs.begin(), inputs.end()};
}

double fact_of(const Explanation& e, std::string_view name) {
  for (const auto& [fact, value] : e.detail) {
    if (fact == name) return std::get<double>(value);
  }
  FAIL("no fact " << name);
  return 0;
}

const Tensor& floats(const Trace& walk, const std::string& name) {
  return walk[name].tensor;
}

}  // namespace

TEST_CASE("a walked step gives the cell of an index, and refuses one outside its tensor, in every build") {
  Trainer trainer(small_spec());
  const Trace walk = trainer.walk().trace;
  CHECK(close(walk["loss"].at(Shape()), static_cast<double>(trainer.step(1)[0]), kPyTorchAnyWidth));
  CHECK(walk["logits"].shape() == Shape{3, 5, 8});
  CHECK(walk["logits"].at({1, 2, 3}) ==
        static_cast<double>(floats(walk, "logits").floats()[(1 * 5 + 2) * 8 + 3]));
  CHECK(refusal_of([&] { walk["head.bias"].at({8}); }) == "bad-index field=index got=(8,) wants=(8,)");
  CHECK(refusal_of([&] { walk["head.bias"].at({0, 0}); }) == "bad-index field=index got=(0, 0) wants=(8,)");
}

TEST_CASE("a walk has every step once, under its standard name and in the order of computation") {
  const TrainingWalk walk = Trainer(small_spec()).walk();
  using Words = std::vector<std::string>;
  Words forward = {"ids", "targets", "positions", "embedding", "input_sum", "mask"};
  for (const char* name :
       {"norm_1",        "q",         "k",       "v",          "q_split",       "k_split",   "v_split",
        "q_heads",       "k_heads",   "v_heads", "scores",     "masked_scores", "attention", "values",
        "values_merged", "concat",    "output",  "residual_1", "norm_2",        "ff_1",      "ff_activation",
        "ff_2",          "residual_2"})
    forward.push_back(std::string("blocks.0.") + name);
  for (const char* name : {"norm", "logits"}) forward.emplace_back(name);
  CHECK(names_of(walk, TrainingPart::forward) == forward);
  CHECK(names_of(walk, TrainingPart::loss) == Words{"probabilities", "loss"});
  const Words backward = names_of(walk, TrainingPart::backward);
  CHECK(Words(backward.begin(), backward.begin() + 8) ==
        Words{"grad.loss", "grad.logits", "grad.head.weight", "grad.head.bias", "grad.norm",
              "grad.norm.weight", "grad.norm.bias", "grad.blocks.0.residual_2"});
  CHECK(backward.back() == "grad.embedding.weight");
  CHECK(names_of(walk, TrainingPart::update).size() == names_of(walk, TrainingPart::parameters).size());
  CHECK(names_of(walk, TrainingPart::update).front() == "new.embedding.weight");
  std::set<std::string> met;
  for (const Step& step : walk.trace.steps) {
    INFO(step.name);
    CHECK(step.axes.size() == step.shape().size());
    for (const Name input : walk.trace.inputs_of(step)) CHECK(met.count(std::string(input)) == 1);
    CHECK(met.insert(step.name).second);
  }
}

TEST_CASE("with dropout a walk also has the draws and the results of dropout") {
  TrainingSpec spec = small_spec();
  const Trace without = Trainer(spec).walk().trace;
  spec.dropout = 0.25;
  const TrainingWalk made = Trainer(spec).walk();
  const Trace& walk = made.trace;
  std::vector<std::string> added;
  for (const std::string& name : names_of(made, TrainingPart::forward)) {
    if (without.find(name) == nullptr) added.push_back(name);
  }
  CHECK(added == std::vector<std::string>{"embedding_draws", "embedding_dropout", "blocks.0.attention_draws",
                                          "blocks.0.attention_dropout", "blocks.0.feed_forward_draws",
                                          "blocks.0.feed_forward_dropout"});
  CHECK(inputs_of(walk, "blocks.0.norm_1").front() == "embedding_dropout");
  CHECK(inputs_of(walk, "blocks.0.residual_1") ==
        std::vector<std::string>{"embedding_dropout", "blocks.0.attention_dropout"});
  CHECK(walk.find("grad.embedding_draws") == nullptr);
  const std::vector<float>& draws = floats(walk, "blocks.0.attention_draws").tolist<float>();
  for (Index i = 0; i < draws.size(); ++i) {
    const float factor = draws[i] < 0.25F ? 0 : 1 / 0.75F;
    CHECK(floats(walk, "blocks.0.attention_dropout").floats()[i] ==
          floats(walk, "blocks.0.output").floats()[i] * factor);
  }
  const auto is_left_out = [](float draw) { return draw < 0.25F; };
  const Index first =
      static_cast<Index>(std::find_if(draws.begin(), draws.end(), is_left_out) - draws.begin());
  const Shape cell = index_of(walk["blocks.0.output"].shape(), first);
  const Explanation e = explain(walk, "grad.blocks.0.output", cell);
  CHECK(e.value == 0);
  CHECK(fact_of(e, "kept") == 0);
  REQUIRE(e.terms.size() == 1);
  CHECK(e.terms[0].weight == 0);
}

TEST_CASE("the gradient of a tied head's weight has contributions from the logits and the embedding") {
  TrainingSpec spec = small_spec();
  spec.tied_head = true;
  const Trace walk = Trainer(spec).walk().trace;
  CHECK(inputs_of(walk, "logits") == std::vector<std::string>{"norm", "embedding.weight", "head.bias"});
  CHECK(walk.find("head.weight") == nullptr);
  CHECK(walk.op_of(walk["grad.embedding.weight"]) == "grad_sum");
  const auto token = static_cast<Index>(walk["ids"].tensor.ids()[0]);
  CHECK(sources_of(explain(walk, "grad.embedding.weight", {token, 0})) ==
        std::set<std::string>{"grad.embedding", "grad.logits"});
}

TEST_CASE("tokens are (B, L, …), scores and attention (B, H, L, L)") {
  const Trace walk = Trainer(small_spec()).walk().trace;
  CHECK(walk["ids"].shape() == Shape{3, 5});
  CHECK(walk["blocks.0.q_heads"].shape() == Shape{3, 2, 5, 4});
  CHECK(walk["grad.blocks.0.attention"].shape() == Shape{3, 2, 5, 5});
  CHECK(walk["grad.blocks.0.attention"].axes == Names{"B", "H", "L", "L"});
  CHECK(walk["blocks.0.ff_1"].axes == Names{"B", "L", "F"});
  CHECK(walk["new.blocks.0.ff_2.weight"].axes == Names{"D", "F"});
  CHECK(walk["loss"].shape() == Shape{});
}

TEST_CASE("a walk computes the next step without taking it") {
  for (const Optimizer optimizer : {Optimizer::adamw, Optimizer::sgd}) {
    TrainingSpec spec = small_spec();
    spec.optimizer = optimizer;
    spec.momentum = 0.5;
    spec.gradient_clip = 0.2;
    Trainer trainer(spec);
    Trainer other(spec);
    for (const Index steps : {Index{0}, Index{3}}) {
      trainer.step(steps);
      other.step(steps);
      const StateDict gradients = trainer.gradients();
      const TrainingWalk made = trainer.walk();
      const Trace& walk = made.trace;
      CHECK(made.number == trainer.steps() + 1);
      for (Index i = 0; i < gradients.size(); ++i) {
        CHECK(trainer.gradients()[i].tensor.tolist<float>() == gradients[i].tensor.tolist<float>());
      }
      const std::vector<float> losses = trainer.step(1);
      CHECK(other.step(1) == losses);
      CHECK(close(walk["loss"].at(Shape()), static_cast<double>(losses[0]), kPyTorchAnyWidth));
      for (const NamedTensor& gradient : trainer.gradients()) {
        CHECK(difference(gradient.name, floats(walk, "grad." + gradient.name), gradient.tensor,
                         Match::pytorch_any_width) == "");
      }
      for (const NamedTensor& weight : trainer.weights()) {
        // Softmax does not change with a key's bias: its gradient is rounding alone, and AdamW divides that by its own size.
        if (weight.name.ends_with("w_k.bias") && optimizer == Optimizer::adamw) continue;
        CHECK(difference(weight.name, floats(walk, "new." + weight.name), weight.tensor,
                         Match::pytorch_any_width) == "");
      }
    }
    CHECK(trainer.step(3) == other.step(3));
  }
}

TEST_CASE("the terms of every number of a walk add up to it, whatever the model") {
  Dice dice(18);
  for (int i = 0; i < 12; ++i) {
    Trainer trainer(random_training_spec(dice));
    INFO("model " << i);
    CHECK(wrong_walk(trainer.walk().trace) == "");
    trainer.step(dice.between(1, 4));
    CHECK(wrong_walk(trainer.walk().trace) == "");
  }
}

TEST_CASE("a gradient with contributions from several paths names each path") {
  const Trace walk = Trainer(small_spec()).walk().trace;
  CHECK(sources_of(explain(walk, "grad.blocks.0.norm_1", {0, 1, 2})) ==
        std::set<std::string>{"grad.blocks.0.q", "grad.blocks.0.k", "grad.blocks.0.v"});
  CHECK(sources_of(explain(walk, "grad.input_sum", {0, 1, 2})) ==
        std::set<std::string>{"grad.blocks.0.norm_1", "grad.blocks.0.residual_1"});
  CHECK(walk.op_of(walk["grad.blocks.0.norm_1"]) == "grad_linear");
  CHECK(walk.op_of(walk["grad.input_sum"]) == "grad_sum");
}

TEST_CASE("the gradient of a masked score is 0, whatever the gradient of its result") {
  TrainingSpec spec = small_spec();
  spec.mask_fill = -1;
  const Trace walk = Trainer(spec).walk().trace;
  const Explanation e = explain(walk, "grad.blocks.0.scores", {0, 1, 1, 3});
  CHECK(e.value == 0);
  CHECK(fact_of(e, "masked") == 1);
  REQUIRE(e.terms.size() == 1);
  CHECK(e.terms[0].value != 0);
  CHECK(e.terms[0].weight == 0);
  CHECK(fact_of(explain(walk, "grad.blocks.0.scores", {0, 1, 3, 1}), "masked") == 0);
}

TEST_CASE("without a mask the gradient reaches the attention that looks ahead") {
  TrainingSpec spec = small_spec();
  spec.mask = false;
  const Trace walk = Trainer(spec).walk().trace;
  CHECK(walk.find("blocks.0.masked_scores") == nullptr);
  const Explanation e = explain(walk, "grad.blocks.0.scores", {0, 1, 1, 2});
  CHECK(e.value != 0);
  CHECK(sources_of(e) == std::set<std::string>{"grad.blocks.0.attention"});
}

TEST_CASE("a token's row of the table receives the gradient of every position of the token") {
  TrainingSpec spec = small_spec();
  spec.data = {{1, 2, 1, 2, 1}};
  spec.batch_size = 2;
  const Trace walk = Trainer(spec).walk().trace;
  CHECK(explain(walk, "grad.embedding.weight", {1, 0}).terms.size() == 4);
  const Explanation unused = explain(walk, "grad.embedding.weight", {5, 0});
  CHECK(unused.terms.empty());
  CHECK(unused.value == 0);
}

TEST_CASE("a target that is padding contributes no gradient, and the explanation says so") {
  TrainingSpec spec = small_spec();
  spec.data = {{3, 2, 1, 0, 0, 0}};
  const Trace walk = Trainer(spec).walk().trace;
  const Explanation e = explain(walk, "grad.logits", {0, 4, 2});
  CHECK(fact_of(e, "counts") == 0);
  CHECK(e.value == 0);
  CHECK(fact_of(explain(walk, "grad.logits", {0, 1, 2}), "count") == 6);
}

TEST_CASE("if no target counts, the loss is 0 / 0") {
  TrainingSpec spec = small_spec();
  spec.data = {{3, 0, 0}};
  const Trace walk = Trainer(spec).walk().trace;
  const Explanation e = explain(walk, "loss", {});
  CHECK(std::isnan(e.value));
  CHECK(std::isnan(recompute(e)));
}

TEST_CASE("a step that a walk does not have, and a cell outside of one, are refused") {
  const Trace walk = Trainer(small_spec()).walk().trace;
  CHECK(refusal_of([&] {
          explain(walk, "grad.ids", {0, 0});
        }).starts_with("unknown-step got=grad.ids wants="));
  CHECK(refusal_of([&] { explain(walk, "ids", {3, 0}); }) == "bad-index field=index got=(3, 0) wants=(3, 5)");
  CHECK(refusal_of([&] { explain(walk, "ids", {0}); }) == "bad-index field=index got=(0,) wants=(3, 5)");
}
