#pragma once
// What training.cpp exports. Arguments are JavaScript values, undefined if omitted; tensors and lists are returned as
// copies. web/src/module/training/types.ts has their types, shapes and defaults.

#include "bindings/values.h"
#include "headsup/training/trainer.h"

namespace headsup::bindings {

/// Every field that is undefined takes its default. Refuses unknown fields and wrong types; sizes are checked by the core.
TrainingSpec training_spec(const val& fields);
val to_js(const TrainingSpec& spec);

/// A model in training, which lives in the module until `delete()`.
class TrainerHandle {
 public:
  explicit TrainerHandle(const TrainingSpec& spec) : trainer_(spec) {}

  Returned spec() const;
  Returned steps() const;
  Returned step(const val& count);
  Returned loss(const val& rows);
  Returned weights() const;
  Returned gradients() const;
  Returned attention(const val& tokens);
  Returned next_token(const val& tokens, const val& temperature);
  Returned generate(const val& prompt, const val& length, const val& sampling);
  Returned snapshot() const;
  Returned restore(const val& state);
  Returned load(const val& weights);

 private:
  Trainer trainer_;
};
TrainerHandle* create_trainer(const val& spec);

// exceptions.cpp
Returned describe_exception();

}  // namespace headsup::bindings
