#pragma once
// The makers of each task's examples.

#include "headsup/training/tasks.h"

namespace headsup::training {

/// Each of these adds its symbols after "<pad>", and the rows.
/// @{
void make_letters(TrainingTask& task);  ///< copy, reverse and sort
void make_brackets(TrainingTask& task);
void make_addition(TrainingTask& task);
void make_sentences(TrainingTask& task);
/// @}

}  // namespace headsup::training
