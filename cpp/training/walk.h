#pragma once
// Records a training step.

#include "headsup/training/walk.h"
#include "training/decoder.h"
#include "training/optimizers.h"

namespace headsup::training {

/// What a training step begins with.
struct StepToWalk {
  const TrainingSpec& spec;
  Index number;             ///< from 1
  std::vector<Index> rows;  ///< of the data, which the batch has
  Generator generator;      ///< after the rows were drawn
  const Parameters& parameters;
  const std::vector<Moments>& moments;
};

/// The step, by the operations of the table and by `backward`: the same numbers as the tape's but for rounding.
TrainingWalk walk_of(StepToWalk step);

}  // namespace headsup::training
