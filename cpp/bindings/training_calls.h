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
GivenTraining training_spec(const val& fields);
val to_js(const GivenTraining& training);

Returned training_task(const val& name);

/// A model in training, its task and its latest walk.
struct KeptTrainer {
  explicit KeptTrainer(const GivenTraining& training) : trainer(training.spec), task(training.task) {}

  Trainer trainer;
  std::optional<TaskName> task;
  TrainingWalk walk;  ///< kept, so that its numbers can be explained after further steps
};

/// `this` of the trainer's methods.
using ThisTrainer = Held<KeptTrainer>;
Returned spec_of(ThisTrainer trainer);
Returned steps_of(ThisTrainer trainer);
Returned step(ThisTrainer trainer, const val& count);
Returned loss(ThisTrainer trainer, const val& rows);
Returned loss_as_used(ThisTrainer trainer, const val& rows);
Returned weights_of(ThisTrainer trainer);
Returned gradients_of(ThisTrainer trainer);
Returned attention(ThisTrainer trainer, const val& tokens);
Returned next_token(ThisTrainer trainer, const val& tokens, const val& temperature);
Returned choose_token(ThisTrainer trainer, const val& tokens, const val& sampling, const val& at);
Returned generate(ThisTrainer trainer, const val& prompt, const val& length, const val& sampling);
Returned snapshot(ThisTrainer trainer);
Returned restore(ThisTrainer trainer, const val& state);
Returned load(ThisTrainer trainer, const val& weights);
/// The steps of a walk.
Returned walk(ThisTrainer trainer);
Returned explain(ThisTrainer trainer, const val& name, const val& place);

/// A Float32Array of as many numbers.
Returned smoothed_losses(const val& losses);
Handle<KeptTrainer>* create_trainer(const val& spec);

// kept.cpp
Returned dispose();
Returned memory();

// exceptions.cpp
Returned describe_exception(const val& exception);

}  // namespace headsup::bindings
