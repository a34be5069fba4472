#pragma once
// What training.cpp exports. Arguments are JavaScript values, undefined if omitted; tensors and lists are returned as
// copies. web/src/module/training/types.ts has their types, shapes and defaults.

#include <optional>

#include "bindings/kept.h"
#include "bindings/values.h"
#include "headsup/training/tasks.h"
#include "headsup/training/trainer.h"
#include "headsup/training/walk.h"

namespace headsup::bindings {

/// A training spec, and the task that its data come from, if any.
struct GivenTraining {
  TrainingSpec spec;
  std::optional<TaskName> task;
};

/// Undefined fields take their defaults. Refuses unknown fields, wrong types, and a task given together with data;
/// sizes are checked by the core.
GivenTraining training_spec(Value fields);
Value to_js(const GivenTraining& training);

Value training_task(Value name);

/// A model in training, its task and its latest walk.
struct KeptTrainer {
  explicit KeptTrainer(const GivenTraining& training) : trainer(training.spec), task(training.task) {}

  Trainer trainer;
  std::optional<TaskName> task;
  TrainingWalk walk;  ///< kept, so that its numbers can be explained after further steps
};

/// `this` of the trainer's methods.
using ThisTrainer = Held<KeptTrainer>;
Value spec_of(ThisTrainer trainer);
Value steps_of(ThisTrainer trainer);
Value step(ThisTrainer trainer, Value count);
Value loss(ThisTrainer trainer, Value rows);
Value loss_as_used(ThisTrainer trainer, Value rows);
Value weights_of(ThisTrainer trainer);
Value gradients_of(ThisTrainer trainer);
Value attention(ThisTrainer trainer, Value tokens);
Value next_token(ThisTrainer trainer, Value tokens, Value temperature);
Value choose_token(ThisTrainer trainer, Value tokens, Value sampling, Value at);
Value generate(ThisTrainer trainer, Value prompt, Value length, Value sampling);
Value snapshot(ThisTrainer trainer);
Value restore(ThisTrainer trainer, Value state);
Value load(ThisTrainer trainer, Value weights);
/// The steps of a walk.
Value walk(ThisTrainer trainer);
Value explain(ThisTrainer trainer, Value name, Value place);

/// A Float32Array of as many numbers.
Value smoothed_losses(Value losses);
Handle<KeptTrainer>* create_trainer(Value spec);

// kept.cpp
Value dispose();
Value memory();

}  // namespace headsup::bindings
