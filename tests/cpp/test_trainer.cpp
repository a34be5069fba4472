// Training, compared with PyTorch's: tests/fixtures/training.json.
#include "headsup/training/trainer.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "catch.h"
#include "compare.h"
#include "fixtures.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

using Rows = std::vector<std::vector<std::int32_t>>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// The rows 1 2 3 1 2 3 … and 4 5 6 …, for a model that trains in an instant.
TrainingSpec small_spec() {
  TrainingSpec spec;
  spec.data = {{1, 2, 3, 1, 2, 3}, {4, 5, 6, 4, 5, 6}};
  spec.vocab_size = 7;
  spec.d_model = 8;
  spec.d_ff = 8;
  spec.batch_size = 3;
  return spec;
}

/// The largest |a − b|.
double distance(const std::vector<float>& a, const std::vector<float>& b) {
  REQUIRE(a.size() == b.size());
  double largest = 0;
  for (Index i = 0; i < a.size(); ++i) {
    largest = std::max(largest, std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
  }
  return largest;
}

}  // namespace

TEST_CASE("losses, gradients and generated tokens equal PyTorch's") {
  const Json fixture = read_fixture("training.json");
  REQUIRE(fixture.at("cases").size() == 6);
  for (const Json& example : fixture.at("cases")) {
    INFO(example.at("name").get<std::string>());
    const TrainingSpec spec = training_spec_of(example.at("spec"));
    const std::vector<float> want = float_list(example.at("losses"));
    Trainer trainer(spec);
    std::vector<float> losses = trainer.step(1);
    const StateDict gradients = trainer.gradients();
    CHECK(gradients.size() == example.at("gradients").size());
    for (const NamedTensor& gradient : gradients) {
      CHECK(difference(gradient.name, gradient.tensor, floats_of(example.at("gradients").at(gradient.name)),
                       Match::pytorch_any_width) == "");
    }
    const std::vector<float> later = trainer.step(want.size() - 1);
    losses.insert(losses.end(), later.begin(), later.end());
    CHECK(distance(losses, want) < 1e-4);
    using Tokens = std::vector<std::int32_t>;
    CHECK(trainer.generate({2, 5}, 12, {.temperature = 0, .seed = 5}) == example.at("greedy").get<Tokens>());
    CHECK(trainer.generate({2, 5}, 12, {.temperature = 1, .seed = 5}) == example.at("sampled").get<Tokens>());
  }
}

TEST_CASE("gradients equal the differences of the loss when a weight is moved") {
  TrainingSpec spec = small_spec();
  spec.data.resize(1);  // so that every batch is this row
  Trainer trainer(spec);
  const TrainingState start = trainer.snapshot();
  trainer.step(1);
  const StateDict gradients = trainer.gradients();
  constexpr float kMove = 2e-3F;
  for (Index i = 0; i < gradients.size(); ++i) {
    INFO(gradients[i].name);
    const auto& gradient = gradients[i].tensor.tolist<float>();
    const auto nearer_zero = [](float a, float b) { return std::abs(a) < std::abs(b); };
    // The largest gradient of each parameter.
    const auto place = std::max_element(gradient.begin(), gradient.end(), nearer_zero) - gradient.begin();
    const auto loss_at = [&](float move) {
      TrainingState moved = start;
      moved.weights[i] = moved.weights[i].clone();
      moved.weights[i].floats()[static_cast<Index>(place)] += move;
      trainer.restore(moved);
      return static_cast<double>(trainer.loss(spec.data));
    };
    const double slope = (loss_at(kMove) - loss_at(-kMove)) / (2 * static_cast<double>(kMove));
    CHECK(std::abs(slope - static_cast<double>(gradient[static_cast<Index>(place)])) < 1e-3);
  }
}

TEST_CASE("a restored trainer repeats its steps exactly") {
  for (const double dropout : {0.0, 0.2}) {
    TrainingSpec spec = small_spec();
    spec.dropout = dropout;
    Trainer trainer(spec);
    trainer.step(5);
    const TrainingState state = trainer.snapshot();
    const std::vector<float> first = trainer.step(5);
    trainer.restore(state);
    CHECK(trainer.steps() == 5);
    CHECK(trainer.step(5) == first);
    Trainer other(spec);
    other.restore(state);
    CHECK(other.step(5) == first);
  }
}

TEST_CASE("gradients are zeros before the first step, and after a state or weights have replaced its model") {
  Trainer trainer(small_spec());
  const auto has_gradients = [&] {
    for (const NamedTensor& gradient : trainer.gradients()) {
      for (const float number : gradient.tensor.floats()) {
        if (number != 0) return true;
      }
    }
    return false;
  };
  const TrainingState start = trainer.snapshot();
  CHECK_FALSE(has_gradients());
  trainer.step(2);
  CHECK(has_gradients());
  trainer.restore(start);
  CHECK_FALSE(has_gradients());
  trainer.step(2);
  trainer.load({});
  CHECK_FALSE(has_gradients());
}

TEST_CASE("a state of any number of steps that a trainer can take is restored, at once") {
  Trainer trainer(small_spec());
  TrainingState state = trainer.snapshot();
  // Drawing again what so many steps have drawn would take ten seconds.
  state.steps = TrainingLimits::all_steps - 2;
  trainer.restore(state);
  trainer.step(1);
  const TrainingState late = trainer.snapshot();
  const std::vector<float> last = trainer.step(1);
  CHECK(trainer.steps() == TrainingLimits::all_steps);
  CHECK(refusal_of([&] { trainer.step(1); }) == "out-of-range field=count got=1 min=0 max=0");
  const TrainingState end = trainer.snapshot();
  trainer.restore(end);
  CHECK(trainer.steps() == TrainingLimits::all_steps);
  trainer.restore(late);
  CHECK(trainer.step(1) == last);
  state.steps = TrainingLimits::all_steps + 1;
  CHECK(refusal_of([&] { trainer.restore(state); }) ==
        "out-of-range field=state.steps got=1000000001 min=0 max=1000000000");
}

TEST_CASE("dropout applies only to training steps") {
  TrainingSpec spec = small_spec();
  Trainer plain(spec);
  spec.dropout = 0.5;
  Trainer trainer(spec);
  CHECK(trainer.loss(spec.data) == plain.loss(spec.data));
  CHECK(trainer.loss_as_used(spec.data) == plain.loss_as_used(spec.data));
  CHECK(trainer.generate({1}, 8) == plain.generate({1}, 8));
  CHECK(trainer.step(1) != plain.step(1));
  Trainer other(spec);
  CHECK(other.step(1) == Trainer(spec).step(1));
  CHECK(trainer.step(2) == [&] { return other.step(2); }());
}

TEST_CASE("a tied head removes one parameter, and the others are drawn as before") {
  TrainingSpec spec = small_spec();
  const StateDict untied = Trainer(spec).weights();
  spec.tied_head = true;
  Trainer trainer(spec);
  const StateDict tied = trainer.weights();
  REQUIRE(tied.size() == untied.size() - 1);
  for (Index i = 0; i < tied.size(); ++i) {
    const NamedTensor& other = untied[i + (i + 1 < tied.size() ? 0 : 1)];
    CHECK(tied[i].name == other.name);
    CHECK(tied[i].tensor.tolist<float>() == other.tensor.tolist<float>());
  }
  CHECK(refusal_of([&] { trainer.load(untied); }).rfind("unknown-weight field=weights.head.weight", 0) == 0);
}

TEST_CASE("loaded weights replace the drawn ones, and training restarts at step 0") {
  Trainer trained(small_spec());
  trained.step(20);
  Trainer other(small_spec());
  other.step(3);
  other.load(trained.weights());
  CHECK(other.steps() == 0);
  CHECK(other.loss(small_spec().data) == trained.loss(small_spec().data));
  other.load(Trainer(small_spec()).weights());
  CHECK(other.step(3) == Trainer(small_spec()).step(3));
}

TEST_CASE("the attention of a row has one table for each head, whose rows sum to 1 and end at the query") {
  TrainingSpec spec = small_spec();
  spec.layers = 2;
  Trainer trainer(spec);
  const Tensor attention = trainer.attention(std::vector<std::int32_t>{1, 2, 3});
  CHECK(attention.shape() == Shape{2, spec.num_heads, 3, 3});
  for (Index row = 0; row < attention.count() / 3; ++row) {
    double sum = 0;
    for (Index key = 0; key < 3; ++key) {
      const float weight = attention.floats()[row * 3 + key];
      sum += static_cast<double>(weight);
      CHECK((key <= row % 3) == (weight > 0));
    }
    CHECK(std::abs(sum - 1) < 1e-6);
  }
}

TEST_CASE(
    "the temperature flattens the next token's probabilities; at 0 the most probable token is certain") {
  Trainer trainer(small_spec());
  trainer.step(30);
  const std::vector<std::int32_t> prompt = {4};
  const auto largest = [&](double temperature) {
    const Tensor shares = trainer.next_token(prompt, temperature);
    return *std::max_element(shares.floats().begin(), shares.floats().end());
  };
  CHECK(largest(2) < largest(1));
  CHECK(largest(1) < largest(0.5));
  CHECK(largest(0) == 1);
}

TEST_CASE("one token after the other is chosen as when the model writes, with the same uniform numbers") {
  Trainer trainer(small_spec());
  trainer.step(30);
  for (const Sampling& sampling :
       {Sampling{.temperature = 1.5, .seed = 9}, Sampling{.temperature = 0, .seed = 9}}) {
    std::vector<std::int32_t> tokens = {4};
    const auto written = trainer.generate(tokens, 3, sampling);
    for (Index at = 0; at < written.size(); ++at) {
      const TokenChoice choice = trainer.choose(tokens, sampling, at);
      CHECK(choice.id == written[at]);
      CHECK(std::abs(choice.to - choice.from -
                     static_cast<double>(choice.shares.floats()[static_cast<Index>(written[at])])) < 1e-9);
      if (sampling.temperature > 0) {
        CHECK(choice.from <= static_cast<double>(choice.u));
        CHECK(static_cast<double>(choice.u) < choice.to);
      }
      tokens.push_back(written[at]);
    }
  }
  CHECK(refusal_of([&] { trainer.choose(std::vector<std::int32_t>{4}, {}, 100'001); }) ==
        "out-of-range field=at got=100001 min=0 max=100000");
}

TEST_CASE("a constant loss stays constant when it is smoothed, and a jump is followed") {
  CHECK(smoothed_losses(std::vector<float>{2, 2, 2}) == std::vector<float>{2, 2, 2});
  const auto smooth = smoothed_losses(std::vector<float>{0, 0, 3});
  CHECK(std::abs(static_cast<double>(smooth[2]) - 3 * 0.1 / (1 - 0.729)) < 1e-6);
}

TEST_CASE("however small the temperature, the most probable token is certain") {
  Trainer trainer(small_spec());
  trainer.step(30);
  const std::vector<std::int32_t> prompt = {4};
  const Tensor greedy = trainer.next_token(prompt, 0);
  for (const double temperature : {1e-8, 1e-38, 1e-39, 1e-50, std::numeric_limits<double>::denorm_min()}) {
    CAPTURE(temperature);
    CHECK(trainer.next_token(prompt, temperature).tolist<float>() == greedy.tolist<float>());
    CHECK(trainer.generate(prompt, 8, {.temperature = temperature, .seed = 3}) ==
          trainer.generate(prompt, 8, {.temperature = 0, .seed = 0}));
  }
}

TEST_CASE("at the highest temperature all tokens are as good as equally probable") {
  const Trainer trainer(small_spec());
  const Tensor shares = trainer.next_token(std::vector<std::int32_t>{4}, 1e9);
  CHECK(difference("shares", shares, tensor_of<float>(Shape{7}, std::vector<float>(7, 1.0F / 7))) == "");
}

TEST_CASE("a model whose logits are not finite has no probabilities, and does not write") {
  for (const float broken : {static_cast<float>(kNan), kInfinity}) {
    Trainer trainer(small_spec());
    StateDict weights = trainer.weights();
    weights.back().tensor.floats()[2] = broken;  // head.bias
    trainer.load(weights);
    for (const double temperature : {0.0, 1e-50, 1.0}) {
      CAPTURE(broken, temperature);
      const Tensor shares = trainer.next_token(std::vector<std::int32_t>{4}, temperature);
      CHECK(std::all_of(shares.floats().begin(), shares.floats().end(),
                        [](float share) { return std::isnan(share); }));
      CHECK(refusal_of([&] { trainer.generate({4}, 3, {.temperature = temperature, .seed = 0}); }) ==
            "out-of-range field=probabilities got=nan min=0 max=1");
    }
  }
}

TEST_CASE("a token whose logit is minus infinity is never chosen") {
  Trainer trainer(small_spec());
  StateDict weights = trainer.weights();
  weights.back().tensor.floats()[2] = -kInfinity;
  trainer.load(weights);
  for (const double temperature : {0.0, 1.0}) {
    const Tensor shares = trainer.next_token(std::vector<std::int32_t>{4}, temperature);
    CHECK(shares.floats()[2] == 0);
    CHECK(std::abs(std::accumulate(shares.floats().begin(), shares.floats().end(), 0.0F) - 1) < 1e-6F);
  }
}

TEST_CASE("computing the loss of rows does not change the training") {
  Trainer trainer(small_spec());
  Trainer other(small_spec());
  trainer.loss({{1, 1, 1, 1, 1, 1}});
  CHECK(trainer.step(2) == other.step(2));
}

TEST_CASE("the loss of more rows than a batch is the mean of all their targets") {
  const Rows rows = {{1, 2, 3, 4, 5, 6}, {6, 5, 4, 0, 0, 0}, {1, 1, 0, 0, 0, 0}, {3, 0, 0, 0, 0, 0},
                     {2, 3, 4, 5, 6, 1}, {4, 4, 4, 4, 0, 0}, {5, 6, 1, 2, 0, 0}, {2, 2, 2, 2, 2, 2}};
  for (const bool mask : {true, false}) {
    TrainingSpec spec = small_spec();
    spec.mask = mask;
    const Trainer trainer(spec);
    REQUIRE(rows.size() > 2 * spec.batch_size);
    double sum = 0;
    double sum_as_used = 0;
    double count = 0;
    for (const auto& row : rows) {
      const auto targets = static_cast<double>(5 - std::count(row.begin() + 1, row.end(), 0));
      if (targets == 0) continue;
      sum += targets * static_cast<double>(trainer.loss({row}));
      sum_as_used += targets * static_cast<double>(trainer.loss_as_used({row}));
      count += targets;
    }
    CHECK(close(static_cast<double>(trainer.loss(rows)), sum / count));
    CHECK(close(static_cast<double>(trainer.loss_as_used(rows)), sum_as_used / count));
  }
}

TEST_CASE("the loss as used is the mean of -log p of each token after the ones before it") {
  const std::vector<std::int32_t> row = {1, 2, 3, 4, 5, 6};
  for (const double fill : {-kDoubleInfinity, -1.0, 0.0}) {
    TrainingSpec spec = small_spec();
    spec.mask = fill < 0;
    if (spec.mask) spec.mask_fill = fill;
    Trainer trainer(spec);
    trainer.step(10);
    double sum = 0;
    for (Index length = 1; length < row.size(); ++length) {
      const Tensor shares = trainer.next_token(std::span(row).first(length));
      sum -= std::log(static_cast<double>(shares.floats()[static_cast<Index>(row[length])]));
    }
    CAPTURE(fill);
    CHECK(close(static_cast<double>(trainer.loss_as_used({row})), sum / 5));
    CHECK((trainer.loss_as_used({row}) == trainer.loss({row})) == (fill == -kDoubleInfinity));
  }
}

TEST_CASE("targets that are padding do not count, and if no target counts, the loss is NaN") {
  Trainer trainer(small_spec());
  const std::vector<float> alone = {trainer.loss({{1, 2, 0, 0, 0, 0}})};
  const std::vector<float> padded = {trainer.loss({{1, 2, 0, 0, 0, 0}, {3, 0, 0, 0, 0, 0}})};
  CHECK(distance(alone, padded) < 1e-6);
  CHECK(std::isnan(trainer.loss({{1, 0, 0, 0, 0, 0}})));
}

TEST_CASE("a trained model continues a row that it has seen") {
  Trainer trainer(small_spec());
  trainer.step(100);
  CHECK(trainer.generate({4}, 4, {.temperature = 0, .seed = 0}) == std::vector<std::int32_t>{5, 6, 4, 5});
}

TEST_CASE(
    "a learning rate that is too large makes the loss NaN or infinite, and a snapshot brings the model "
    "back") {
  TrainingSpec spec = small_spec();
  spec.optimizer = Optimizer::sgd;
  spec.learning_rate = 1e9;
  Trainer trainer(spec);
  const TrainingState start = trainer.snapshot();
  const std::vector<float> losses = trainer.step(10);
  const auto is_broken = [](float loss) { return !std::isfinite(loss); };
  CHECK(std::any_of(losses.begin(), losses.end(), is_broken));
  trainer.restore(start);
  CHECK(trainer.step(1) == std::vector<float>{losses[0]});
}

TEST_CASE("a training spec is refused with the field, what it got and what it wants") {
  struct Refused {
    std::function<void(TrainingSpec&)> change;
    const char* wanted;
  };
  const Refused table[] = {
      {[](auto& s) { s.data.clear(); }, "missing field=data wants=at least one row"},
      {[](auto& s) { s.data = {{1}}; }, "out-of-range field=data[0] got=1 min=2 max=257"},
      {[](auto& s) { s.data[1].pop_back(); },
       "shape-mismatch field=data[1] got=(5,) wants=(6,) like the first row"},
      {[](auto& s) { s.data[1][2] = 7; }, "id-out-of-vocabulary field=data[1][2] got=7 min=0 max=6"},
      {[](auto& s) {
         s.d_model = 512;
         s.d_ff = 2048;
         s.layers = 4;
       },
       "too-large field=spec got=51500980 max=16000000"},
      {[](auto& s) { s.num_heads = 3; }, "heads-do-not-divide field=numHeads got=3 other=dModel max=8"},
      {[](auto& s) { s.pad_id = -1; }, "out-of-range field=padId got=-1 min=0 max=6"},
      {[](auto& s) { s.layers = 5; }, "out-of-range field=layers got=5 min=1 max=4"},
      {[](auto& s) { s.batch_size = 0; }, "out-of-range field=batchSize got=0 min=1 max=256"},
      {[](auto& s) { s.learning_rate = -1; }, "out-of-range field=learningRate got=-1 min=0 max=1000000000"},
      {[](auto& s) { s.learning_rate = kNan; },
       "out-of-range field=learningRate got=nan min=0 max=1000000000"},
      {[](auto& s) { s.learning_rate = 1e300; },
       "out-of-range field=learningRate got=1e300 min=0 max=1000000000"},
      {[](auto& s) { s.weight_decay = -1234.0625; },
       "out-of-range field=weightDecay got=-1234.0625 min=0 max=1000000000"},
      {[](auto& s) { s.gradient_clip = -0.5; },
       "out-of-range field=gradientClip got=-0.5 min=0 max=1000000000"},
      {[](auto& s) { s.momentum = 1.9999999; }, "out-of-range field=momentum got=1.9999999 min=0 max=1"},
      {[](auto& s) { s.momentum = 1.0000000000000002; },
       "out-of-range field=momentum got=1.0000000000000002 min=0 max=1"},
      {[](auto& s) { s.dropout = 1; }, "out-of-range field=dropout got=1 min=0 max=0.999999"},
      {[](auto& s) { s.dropout = 0.9999999; }, "out-of-range field=dropout got=0.9999999 min=0 max=0.999999"},
      {[](auto& s) { s.dropout = -1e-7; }, "out-of-range field=dropout got=-0.0000001 min=0 max=0.999999"},
      {[](auto& s) { s.dropout = kNan; }, "out-of-range field=dropout got=nan min=0 max=0.999999"}};
  for (const auto& [change, wanted] : table) {
    TrainingSpec spec = small_spec();
    change(spec);
    CHECK(refusal_of([&] { const Trainer trainer(spec); }) == wanted);
  }
}

TEST_CASE("prompts, other rows and states are refused if they do not fit the model") {
  Trainer trainer(small_spec());
  CHECK(refusal_of([&] { trainer.generate({}, 3); }) == "missing field=prompt wants=at least one token");
  CHECK(refusal_of([&] { trainer.generate({7}, 3); }) ==
        "id-out-of-vocabulary field=prompt[0] got=7 min=0 max=6");
  CHECK(refusal_of([&] { trainer.generate({1}, 100'001); }) ==
        "out-of-range field=count got=100001 min=0 max=100000");
  CHECK(refusal_of([&] {
          trainer.step(std::numeric_limits<Index>::max());
        }).rfind("out-of-range field=count", 0) == 0);
  CHECK(refusal_of([&] { trainer.generate({1}, 1, {.temperature = -1, .seed = 0}); }) ==
        "out-of-range field=temperature got=-1 min=0 max=1000000000");
  CHECK(refusal_of([&] {
          trainer.loss({{1, 2}});
        }) == "shape-mismatch field=rows[0] got=(2,) wants=(6,) like the first row");
  CHECK(refusal_of([&] { trainer.next_token({}); }) ==
        "out-of-range field=tokens.length got=0 min=1 max=256");
  CHECK(refusal_of([&] { trainer.load({{.name = "head.bias", .tensor = Tensor({2})}}); }) ==
        "shape-mismatch field=weights.head.bias got=(2,) wants=(7,)");
  const NamedTensor bias = {.name = "head.bias", .tensor = Tensor({7})};
  CHECK(refusal_of([&] {
          trainer.load({bias, bias});
        }) ==
        "contradiction field=weights.head.bias got=one other=an earlier head.bias wants=to be the only one");
  CHECK(refusal_of([&] {
          trainer.load({{.name = "neck", .tensor = Tensor({2})}});
        }).rfind("unknown-weight field=weights.neck wants=embedding.weight, blocks.0.norm_1.weight", 0) == 0);
  TrainingState state = trainer.snapshot();
  state.weights[0] = Tensor({2, 2});
  CHECK(refusal_of([&] { trainer.restore(state); }) ==
        "shape-mismatch field=state.embedding.weight got=(2, 2) wants=(7, 8)");
  TrainingState without_generator = trainer.snapshot();
  without_generator.generator.clear();
  CHECK(refusal_of([&] { trainer.restore(without_generator); }) ==
        "shape-mismatch field=state.generator got=(0,) wants=(624,)");
}
