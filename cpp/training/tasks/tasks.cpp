#include "headsup/training/tasks.h"

#include "training/tasks/makers.h"

namespace headsup {

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

}  // namespace headsup
