#pragma once
// Writes a training step as a walk.

#include "headsup/training/walk.h"
#include "training/decoder.h"
#include "training/optimizers.h"

namespace headsup::training {

/// A training step that has been taken on copies of the trainer's parameters and moments.
struct TakenStep {
  const TrainingSpec& spec;
  Index step;                      ///< its number, from 1
  const std::vector<Index>& rows;  ///< of the data, which the batch has
  const Batch& batch;
  const Tape& tape;                     ///< after forward and backward
  const Parameters& before;             ///< their values
  const std::vector<Moments>& moments;  ///< before the step
  const Parameters& after;              ///< their new values, and the gradients
};

/// The walk of a step.
TrainingWalk walk_of(const TakenStep& taken);

}  // namespace headsup::training
