#pragma once
// What training.cpp exports. Arguments are JavaScript values, undefined if omitted; tensors and lists are returned as
// copies. web/src/module/training/types.ts has their types, shapes and defaults.

#include <optional>

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

/// A model in training, which lives in the module until `delete()`.
class TrainerHandle {
 public:
  explicit TrainerHandle(const GivenTraining& training) : trainer_(training.spec), task_(training.task) {}

  Returned spec() const;
  Returned steps() const;
  Returned step(const val& count);
  Returned loss(const val& rows);
  Returned loss_as_used(const val& rows);
  Returned weights() const;
  Returned gradients() const;
  Returned attention(const val& tokens);
  Returned next_token(const val& tokens, const val& temperature);
  Returned choose_token(const val& tokens, const val& sampling, const val& at);
  Returned generate(const val& prompt, const val& length, const val& sampling);
  Returned snapshot() const;
  Returned restore(const val& state);
  Returned load(const val& weights);
  /// The steps of a walk. Keeps the walk, so that its numbers can be explained after further steps.
  Returned walk();
  Returned explain(const val& name, const val& place);

 private:
  Trainer trainer_;
  std::optional<TaskName> task_;
  TrainingWalk walk_;  ///< the latest
};
/// A Float32Array of as many numbers.
Returned smoothed_losses(const val& losses);
TrainerHandle* create_trainer(const val& spec);

// exceptions.cpp
Returned describe_exception(const val& exception);

}  // namespace headsup::bindings
