#include "headsup/training/tasks.h"

#include <algorithm>
#include <span>
#include <string>

#include "headsup/tensor/refusal.h"
#include "lesson/checks.h"
#include "training/tasks/makers.h"

namespace headsup {
namespace {

using Tokens = std::vector<std::int32_t>;

bool is_right(const TrainingTask& task, const Tokens& row, const Tokens& answer) {
  return task.name == TaskName::brackets ? training::is_balanced(row) : row == answer;
}

/// Whether the model completes the first `prompt` tokens of `answer` without a mistake.
bool completes(const Trainer& trainer, const TrainingTask& task, const Tokens& answer, Index prompt) {
  const Index most_seen = trainer.spec().data.front().size() - 1;
  Tokens row(answer.begin(), answer.begin() + static_cast<std::ptrdiff_t>(prompt));
  while (row.size() < answer.size()) {
    const auto seen = std::span(row).last(std::min(row.size(), most_seen));
    const std::vector<float> probabilities = trainer.next_token(seen, /*temperature=*/0).tolist<float>();
    const auto token = std::find(probabilities.begin(), probabilities.end(), 1.0F);
    if (token == probabilities.end()) return false;  // they are NaN: the model's numbers are no longer finite
    row.push_back(static_cast<std::int32_t>(token - probabilities.begin()));
  }
  return is_right(task, row, answer);
}

/// The tokens of a row before its padding.
Tokens without_padding(const TrainingTask& task, const Tokens& row) {
  return {row.begin(), std::find(row.begin(), row.end(), task.pad_id)};
}

/// Refuses held-out rows that do not each have a prompt and an answer of the vocabulary.
void check_held_out(const TrainingTask& task, Index vocabulary) {
  if (task.held_out.empty())
    refuse(ErrorCode::missing, {{"field", "held_out"}, {"wants", "at least one row"}});
  if (task.prompt_lengths.size() != task.held_out.size()) {
    refuse_shape("prompt_lengths", Shape{task.prompt_lengths.size()}, to_string(Shape{task.held_out.size()}));
  }
  for (Index i = 0; i < task.held_out.size(); ++i) {
    const std::string place = "[" + std::to_string(i) + "]";
    const Tokens answer = without_padding(task, task.held_out[i]);
    check_ids("held_out" + place, answer, vocabulary);
    check_range(("held_out" + place + ".length").c_str(), answer.size(), 2, TrainingLimits::length + 1);
    check_range(("prompt_lengths" + place).c_str(), task.prompt_lengths[i], 1, answer.size() - 1);
  }
}

}  // namespace

std::string_view to_string(TaskName task) {
  switch (task) {
    case TaskName::copy:
      return "copy";
    case TaskName::reverse:
      return "reverse";
    case TaskName::sort:
      return "sort";
    case TaskName::brackets:
      return "brackets";
    case TaskName::addition:
      return "addition";
    case TaskName::sentences_en:
      return "sentences-en";
    case TaskName::sentences_ko:
      return "sentences-ko";
  }
  return "";
}

TrainingTask training_task(TaskName name) {
  TrainingTask task;
  task.name = name;
  task.symbols.push_back("<pad>");
  switch (name) {
    case TaskName::copy:
    case TaskName::reverse:
    case TaskName::sort:
      training::make_letters(task);
      break;
    case TaskName::brackets:
      training::make_brackets(task);
      break;
    case TaskName::addition:
      training::make_addition(task);
      break;
    case TaskName::sentences_en:
    case TaskName::sentences_ko:
      training::make_sentences(task);
      break;
  }
  return task;
}

TrainingSpec task_spec(TaskName name) {
  TrainingTask task = training_task(name);
  TrainingSpec spec;
  spec.data = std::move(task.data);
  spec.pad_id = task.pad_id;
  spec.vocab_size = task.symbols.size();
  return spec;
}

double exact_answers(const Trainer& trainer, const TrainingTask& task) {
  check_held_out(task, trainer.spec().vocab_size);
  Index right = 0;
  for (Index i = 0; i < task.held_out.size(); ++i) {
    const Tokens answer = without_padding(task, task.held_out[i]);
    if (completes(trainer, task, answer, task.prompt_lengths[i])) ++right;
  }
  return static_cast<double>(right) / static_cast<double>(task.held_out.size());
}

}  // namespace headsup
