// What the headers promise about threads: the numbers are the same as one after the other.
#include <functional>
#include <thread>
#include <vector>

#include "catch.h"
#include "dice.h"
#include "headsup/fast/multi_head_layer.h"
#include "headsup/graph/explain.h"
#include "headsup/lesson/run.h"
#include "headsup/training/trainer.h"
#include "headsup/training/walk.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

using Numbers = std::vector<float>;

/// Each job many times in a thread of its own, all at once; what each returned the last time. The first difference between two
/// times would show in it, because a job gives the same numbers every time.
std::vector<Numbers> at_once(const std::vector<std::function<Numbers()>>& jobs, int times) {
  std::vector<Numbers> results(jobs.size());
  std::vector<std::thread> threads;
  for (Index i = 0; i < jobs.size(); ++i) {
    threads.emplace_back([&, i] {
      results[i] = jobs[i]();
      for (int time = 1; time < times; ++time) {
        if (jobs[i]() != results[i]) results[i].clear();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  return results;
}

/// The same, one after the other.
std::vector<Numbers> in_turn(const std::vector<std::function<Numbers()>>& jobs) {
  std::vector<Numbers> results;
  results.reserve(jobs.size());
  for (const auto& job : jobs) results.push_back(job());
  return results;
}

TrainingSpec spec_of(std::int64_t seed) {
  TrainingSpec spec;
  spec.data = {{1, 2, 3, 1, 2, 3}, {4, 5, 6, 4, 5, 6}};
  spec.vocab_size = 7;
  spec.d_model = 8;
  spec.d_ff = 8;
  spec.batch_size = 3;
  spec.dropout = 0.1;
  spec.seed = seed;
  return spec;
}

}  // namespace

TEST_CASE("trainers in several threads train as they do one after the other") {
  std::vector<std::function<Numbers()>> jobs;
  for (const std::int64_t seed : {1, 2, 3}) {
    jobs.emplace_back([seed] { return Trainer(spec_of(seed)).step(30); });
  }
  CHECK(at_once(jobs, 3) == in_turn(jobs));
}

TEST_CASE("several threads may ask one trainer at once") {
  Trainer made(spec_of(1));
  made.step(5);
  const Trainer& trainer = made;
  const std::vector<std::int32_t> tokens = {1, 2, 3};
  const std::vector<std::function<Numbers()>> jobs = {
      [&] { return Numbers{trainer.loss(trainer.spec().data)}; },
      [&] { return Numbers{trainer.loss_as_used(trainer.spec().data)}; },
      [&] { return trainer.next_token(tokens).tolist<float>(); },
      [&] { return trainer.attention(tokens).tolist<float>(); },
      [&] {
        const auto written = trainer.generate(tokens, 5);
        return Numbers(written.begin(), written.end());
      },
      [&] { return trainer.walk().trace["new.head.weight"].tensor.tolist<float>(); },
      [&] { return trainer.weights()[0].tensor.tolist<float>(); },
      [&] { return trainer.snapshot().first[0].tolist<float>(); },
  };
  CHECK(at_once(jobs, 20) == in_turn(jobs));
}

TEST_CASE("several threads may run one layer at once") {
  Dice dice(3);
  const auto linear = [&] { return LinearWeights{dice.floats({16, 16}), dice.floats({16})}; };
  const MultiHeadLayer layer({linear(), linear(), linear(), linear()}, 4);
  std::vector<std::function<Numbers()>> jobs;
  for (const Index length : {Index{5}, Index{40}, Index{70}}) {
    const Tensor x = dice.floats({2, length, 16});
    jobs.emplace_back([&layer, x] { return layer.forward(x, x, x, Masking::causal()).tolist<float>(); });
    jobs.emplace_back([&layer, x] { return layer.forward_with_attention(x, x, x).output->tolist<float>(); });
  }
  CHECK(at_once(jobs, 20) == in_turn(jobs));
}

TEST_CASE("several threads may run lessons, and explain one trace, at once") {
  const Trace trace = run(default_spec(Lesson::masked_multi_head));
  const auto explained = [&](const char* name) {
    Numbers numbers;
    for (const Term& term : explain(trace, name, {0, 0, 1, 1}).terms) {
      numbers.push_back(static_cast<float>(term.value));
    }
    return numbers;
  };
  std::vector<std::function<Numbers()>> jobs = {[&] { return explained("attention"); },
                                                [&] { return explained("scores"); }};
  for (const Lesson lesson : {Lesson::masked_multi_head, Lesson::masked_self_attention}) {
    jobs.emplace_back([lesson] { return run(default_spec(lesson))["attention"].tensor.tolist<float>(); });
  }
  CHECK(at_once(jobs, 10) == in_turn(jobs));
}
