#include "headsup/training/tasks.h"

#include <algorithm>

#include "headsup/tensor/refusal.h"
#include "training/tasks/makers.h"

namespace headsup {
namespace {

using Tokens = std::vector<std::int32_t>;

bool is_right(const TrainingTask& task, const Tokens& row, const Tokens& answer) {
  return task.name == TaskName::brackets ? training::is_balanced(row) : row == answer;
}

/// Whether the model completes the first `prompt` tokens of `answer` without a mistake.
bool completes(const Trainer& trainer, const TrainingTask& task, const Tokens& answer, Index prompt) {
  Tokens row(answer.begin(), answer.begin() + static_cast<std::ptrdiff_t>(prompt));
  try {
    const Tokens written = trainer.generate(row, answer.size() - prompt, {.temperature = 0, .seed = 0});
    row.insert(row.end(), written.begin(), written.end());
  } catch (const Refusal& refusal) {
    // The probabilities of a model whose numbers are no longer finite.
    if (refusal.code() != std::string_view("out-of-range")) throw;
    return false;
  }
  return is_right(task, row, answer);
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
  Index right = 0;
  for (Index i = 0; i < task.held_out.size(); ++i) {
    const Tokens& padded = task.held_out[i];
    const Tokens answer(padded.begin(), std::find(padded.begin(), padded.end(), task.pad_id));
    if (completes(trainer, task, answer, task.prompt_lengths[i])) ++right;
  }
  return static_cast<double>(right) / static_cast<double>(task.held_out.size());
}

}  // namespace headsup
