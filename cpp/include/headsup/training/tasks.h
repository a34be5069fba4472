#pragma once
// Built-in tasks: small data sets to train on, each with examples that are held out. docs/training.md shows one row of each.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "headsup/training/trainer.h"

namespace headsup {

/// What is to be learned.
enum class TaskName {
  copy,          ///< six letters again: "hcaafd→hcaafd"
  reverse,       ///< six letters from the last to the first: "hcaafd→dfaach"
  sort,          ///< six letters in the order of the alphabet: "hcaafd→aacdfh"
  brackets,      ///< twelve brackets of three kinds that close each other: "{}{[]}[](){}"
  addition,      ///< a number below 90 plus one below 10: "44+9=53"
  sentences_en,  ///< short English sentences, word by word
  sentences_ko   ///< short Korean sentences, by stems and particles
};

/// Every task.
constexpr TaskName kTasks[] = {TaskName::copy,        TaskName::reverse,  TaskName::sort,
                               TaskName::brackets,    TaskName::addition, TaskName::sentences_en,
                               TaskName::sentences_ko};

/// "copy", "reverse", "sort", "brackets", "addition", "sentences-en", "sentences-ko".
std::string_view to_string(TaskName task);

/// The examples of a task, the same on every machine. No prompt occurs twice, except among sentences.
struct TrainingTask {
  TaskName name = TaskName::copy;  ///< of the task
  /// What each id stands for, (V): tokens joined without a space are the text. A piece that begins a word of a sentence
  /// starts with a space; the id 0 is "<pad>".
  std::vector<std::string> symbols;
  std::int32_t pad_id = 0;                          ///< pads the end of rows that are shorter than others
  std::vector<std::vector<std::int32_t>> data;      ///< rows to train on, of one length
  std::vector<std::vector<std::int32_t>> held_out;  ///< as long, and not among the data
  std::vector<Index> prompt_lengths;  ///< of held_out: how many tokens of each row are the prompt, at least 1
};

/// Makes a task: some hundred rows, in less than a millisecond.
TrainingTask training_task(TaskName name);

/// The default training spec with the task's rows, its pad id and its vocabulary.
TrainingSpec task_spec(TaskName name);

}  // namespace headsup
