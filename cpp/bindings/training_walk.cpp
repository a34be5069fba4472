// A training step and its numbers' terms, as JavaScript sees them.
#include <utility>

#include "bindings/steps.h"
#include "bindings/training_calls.h"

namespace headsup::bindings {

Value walk(ThisTrainer trainer) {
  TrainingWalk made = trainer.live().trainer.walk();
  const Value steps = new_list();
  for (Index i = 0; i < made.parts.size(); ++i) {
    const Value step = step_to_js(made.trace, made.trace.steps[i]);
    set(step, "part", to_js(to_string(made.parts[i])));
    push(steps, step);
  }
  trainer.live().walk = std::move(made);
  return steps;
}

Value explain(ThisTrainer trainer, Value name, Value place) {
  if (!name.is_string()) refuse_type("name", name, "the name of a step of the walk");
  const auto wanted = text_of(name);
  const std::vector<double> places = list_of_numbers(place, "index");

  KeptTrainer& live = trainer.live();
  if (live.walk.parts.empty()) live.walk = live.trainer.walk();
  const Trace& trace = live.walk.trace;
  return explanation_to_js(headsup::explain(trace, wanted, index(places, "index", trace[wanted].shape())));
}

}  // namespace headsup::bindings
