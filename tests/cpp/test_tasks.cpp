// The built-in training tasks, how well they are learned, and what a missing mask does to them.
#include "headsup/training/tasks.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "catch.h"
#include "compare.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

using Tokens = std::vector<std::int32_t>;

std::vector<Tokens> all_rows(const TrainingTask& task) {
  std::vector<Tokens> rows = task.data;
  rows.insert(rows.end(), task.held_out.begin(), task.held_out.end());
  return rows;
}

/// The tokens of a row without its padding, as text.
std::string text_of(const TrainingTask& task, const Tokens& row) {
  std::string text;
  for (const std::int32_t id : row) {
    if (id != task.pad_id) text += task.symbols.at(static_cast<Index>(id));
  }
  return text;
}

/// The parts of a row's text before and after a sign.
std::pair<std::string, std::string> around(const std::string& text, const std::string& sign) {
  const auto place = text.find(sign);
  REQUIRE(place != std::string::npos);
  return {text.substr(0, place), text.substr(place + sign.size())};
}

/// The sides of the arrow of every row.
std::vector<std::pair<std::string, std::string>> words_of(TaskName name) {
  const TrainingTask task = training_task(name);
  std::vector<std::pair<std::string, std::string>> words;
  for (const Tokens& row : all_rows(task)) words.push_back(around(text_of(task, row), "→"));
  REQUIRE(words.size() == 550);
  return words;
}

/// A text without its pairs of brackets that enclose nothing, again and again.
std::string without_pairs(std::string text) {
  for (Index i = 0; i + 1 < text.size();) {
    const std::string pair = text.substr(i, 2);
    if (pair == "()" || pair == "[]" || pair == "{}") {
      text.erase(i, 2);
      i = 0;
    } else {
      ++i;
    }
  }
  return text;
}

bool has_id(const std::vector<Tokens>& rows, std::int32_t id) {
  return std::any_of(rows.begin(), rows.end(),
                     [&](const Tokens& row) { return std::find(row.begin(), row.end(), id) != row.end(); });
}

/// The task's spec with small batches and a large learning rate, for fast training.
TrainingSpec quick_spec(TaskName name) {
  TrainingSpec spec = task_spec(name);
  spec.batch_size = 8;
  spec.d_ff = 8;
  spec.learning_rate = 0.01;
  spec.seed = 3;
  return spec;
}

/// How many of the first 20 held-out rows the model completes, with the most probable token each time.
Index right_answers(const Trainer& trainer, TaskName name) {
  const TrainingTask task = training_task(name);
  Index right = 0;
  for (Index i = 0; i < 20; ++i) {
    const auto start = task.held_out[i].begin();
    const auto answer = start + static_cast<std::ptrdiff_t>(task.prompt_lengths[i]);
    const Tokens wants(answer, task.held_out[i].end());
    if (trainer.generate(Tokens(start, answer), wants.size(), {.temperature = 0}) == wants) ++right;
  }
  return right;
}

}  // namespace

TEST_CASE("rows of a task are equally long, of ids that have symbols, and padded at their end alone") {
  for (const TaskName name : kTasks) {
    const TrainingTask task = training_task(name);
    INFO(to_string(name));
    CHECK(task.name == name);
    CHECK(task.symbols.at(static_cast<Index>(task.pad_id)) == "<pad>");
    CHECK(task.data.size() >= 150);
    CHECK(task.held_out.size() >= 24);
    for (const Tokens& row : all_rows(task)) {
      CHECK(row.size() == task.data[0].size());
      const auto end = std::find(row.begin(), row.end(), task.pad_id);
      CHECK(std::all_of(end, row.end(), [&](std::int32_t id) { return id == task.pad_id; }));
    }
    validate(task_spec(name));
  }
}

TEST_CASE("no row that is held out is among the data, and its prompt is not, unless it begins a sentence") {
  for (const TaskName name : kTasks) {
    INFO(to_string(name));
    const TrainingTask task = training_task(name);
    const bool is_drawn = name != TaskName::sentences_en && name != TaskName::sentences_ko;
    REQUIRE(task.prompt_lengths.size() == task.held_out.size());
    for (Index i = 0; i < task.held_out.size(); ++i) {
      const Tokens& held_out = task.held_out[i];
      const Index prompt = task.prompt_lengths[i];
      REQUIRE((prompt > 0 && prompt < held_out.size()));
      CHECK(held_out[prompt] != task.pad_id);
      const auto same = static_cast<std::ptrdiff_t>(is_drawn ? prompt : held_out.size());
      CHECK(std::none_of(task.data.begin(), task.data.end(), [&](const Tokens& row) {
        return std::equal(row.begin(), row.begin() + same, held_out.begin());
      }));
    }
  }
}

TEST_CASE("tasks are the same on every machine") {
  const auto first_and_last = [](TaskName name) {
    const TrainingTask task = training_task(name);
    return text_of(task, task.held_out.front()) + " " + text_of(task, task.data.back());
  };
  CHECK(first_and_last(TaskName::copy) == "ehfadd→ehfadd fagaac→fagaac");
  CHECK(first_and_last(TaskName::reverse) == "ehfadd→ddafhe fagaac→caagaf");
  CHECK(first_and_last(TaskName::sort) == "ehfadd→addefh fagaac→aaacfg");
  CHECK(first_and_last(TaskName::brackets) == "{}{[]}[](){} {[{{[]()}}]}");
  CHECK(first_and_last(TaskName::addition) == "44+9=53 76+6=82");
  CHECK(first_and_last(TaskName::sentences_en) ==
        " a bird sings in the tree.  the man and the woman eat bread today.");
  CHECK(first_and_last(TaskName::sentences_ko) == " 밤에 달이 떠요.  오늘 저녁에 달이 예뻐요.");
}

TEST_CASE("copy, reverse and sort have the letters in the order that their name says") {
  for (const auto& [given, answer] : words_of(TaskName::copy)) CHECK(answer == given);
  for (const auto& [given, answer] : words_of(TaskName::reverse)) {
    CHECK(answer == std::string(given.rbegin(), given.rend()));
  }
  for (auto [given, answer] : words_of(TaskName::sort)) {
    std::sort(given.begin(), given.end());
    CHECK(answer == given);
  }
}

TEST_CASE("every row of brackets closes all of them") {
  const TrainingTask task = training_task(TaskName::brackets);
  for (const Tokens& row : all_rows(task)) CHECK(without_pairs(text_of(task, row)) == "");
}

TEST_CASE("every sum is right") {
  const TrainingTask task = training_task(TaskName::addition);
  for (const Tokens& row : all_rows(task)) {
    const auto [terms, sum] = around(text_of(task, row), "=");
    const auto [a, b] = around(terms, "+");
    CHECK(std::stoi(a) + std::stoi(b) == std::stoi(sum));
    CHECK(sum.size() == 2);
  }
}

TEST_CASE("sentences have few pieces, and those of the held-out sentences occur in the data") {
  for (const TaskName name : {TaskName::sentences_en, TaskName::sentences_ko}) {
    const TrainingTask task = training_task(name);
    CHECK(task.symbols.size() <= 120);
    CHECK(task.data[0].size() <= 24);
    for (Index id = 1; id < task.symbols.size(); ++id) {
      CAPTURE(task.symbols[id]);
      CHECK(has_id(task.data, static_cast<std::int32_t>(id)));
      CHECK(std::find(task.symbols.begin(), task.symbols.end(), task.symbols[id]) - task.symbols.begin() ==
            static_cast<std::ptrdiff_t>(id));
    }
    for (const Tokens& row : all_rows(task)) {
      const std::string text = text_of(task, row);
      CHECK(text.front() == ' ');
      CHECK(text.find_first_of("|\r\n") == std::string::npos);
      CHECK(text.find('.') == text.size() - 1);
    }
  }
}

TEST_CASE("a task's spec has its rows and its vocabulary, and the defaults otherwise") {
  const TrainingTask task = training_task(TaskName::brackets);
  const TrainingSpec spec = task_spec(TaskName::brackets);
  CHECK(spec.data == task.data);
  CHECK(spec.pad_id == task.pad_id);
  CHECK(spec.vocab_size == task.symbols.size());
  CHECK(spec.d_model == TrainingSpec{}.d_model);
}

TEST_CASE("a masked model learns to copy, reverse and sort what it has not seen") {
  for (const TaskName name : {TaskName::copy, TaskName::reverse, TaskName::sort}) {
    INFO(to_string(name));
    Trainer trainer(quick_spec(name));
    CHECK(right_answers(trainer, name) == 0);
    trainer.step(140);
    CHECK(right_answers(trainer, name) >= (name == TaskName::sort ? 2 : 10));
  }
}

TEST_CASE("without the mask the loss on sentences falls far below the masked model's, but not as used") {
  for (const TaskName name : {TaskName::sentences_en, TaskName::sentences_ko}) {
    INFO(to_string(name));
    TrainingSpec spec = quick_spec(name);
    spec.learning_rate = 0.015;
    Trainer masked(spec);
    spec.mask = false;
    Trainer unmasked(spec);
    masked.step(120);
    unmasked.step(120);
    const std::vector<Tokens> rows(spec.data.begin(), spec.data.begin() + 50);
    CHECK(unmasked.loss(rows) < masked.loss(rows) / 2);
    CHECK(unmasked.loss_as_used(rows) > 2 * masked.loss_as_used(rows));
  }
}

TEST_CASE("loss as used refuses the rows that loss refuses, and is NaN if no target counts") {
  Trainer trainer(quick_spec(TaskName::addition));
  CHECK(refusal_of([&] {
          trainer.loss_as_used({{1, 2}});
        }) == "shape-mismatch field=rows[0] got=(2,) wants=(7,) like the first row");
  CHECK(std::isnan(trainer.loss_as_used({{1, 0, 0, 0, 0, 0, 0}})));
}
