// A training step and its numbers' terms, as JavaScript sees them.
#include <algorithm>
#include <utility>

#include "bindings/steps.h"
#include "bindings/training_calls.h"

// In values.js.
extern "C" emscripten::EM_VAL heads_up_make_training_terms(emscripten::EM_VAL names,
                                                           const std::int32_t* places, const double* numbers,
                                                           std::size_t count);

namespace headsup::bindings {
namespace {

val to_js(const TrainingStep& step) {
  val result = bindings::to_js(step.tensor);
  set(result, "name", bindings::to_js(step.name));
  set(result, "part", bindings::to_js(to_string(step.part)));
  set(result, "op", bindings::to_js(step.op));
  set(result, "inputs", names_to_js(step.inputs));
  set(result, "axes", names_to_js(step.axes));
  return result;
}

/// The index of a name in a list; adds the name if it is new.
std::int32_t place_in(std::vector<std::string>& names, const std::string& name) {
  const auto known = std::find(names.begin(), names.end(), name);
  const auto place = static_cast<std::int32_t>(known - names.begin());
  if (known == names.end()) names.push_back(name);
  return place;
}

/// Converts all terms in one call, because a weight's gradient has a term for each token of the batch.
val to_js(const std::vector<TrainingTerm>& terms) {
  std::vector<std::string> names;
  std::vector<std::int32_t> places;
  std::vector<double> numbers;
  for (const TrainingTerm& term : terms) {
    places.push_back(place_in(names, term.name));
    places.push_back(place_in(names, term.path));
    places.push_back(static_cast<std::int32_t>(term.index.size()));
    for (const Index place : term.index) places.push_back(static_cast<std::int32_t>(place));
    numbers.push_back(term.value);
    numbers.push_back(term.weight);
  }
  return val::take_ownership(heads_up_make_training_terms(names_to_js(names).as_handle(), places.data(),
                                                          numbers.data(), terms.size()));
}

}  // namespace

Returned walk(ThisTrainer trainer) {
  TrainingWalk made = trainer.live().trainer.walk();
  val steps = val::array();
  for (Index i = 0; i < made.steps.size(); ++i) steps.set(i, to_js(made.steps[i]));
  trainer.live().walk = std::move(made);
  return steps;
}

Returned explain(ThisTrainer trainer, const val& name, const val& place) {
  if (!name.isString()) refuse_type("name", name, "the name of a step of the walk");
  const auto wanted = name.as<std::string>();
  const std::vector<double> places = list_of_numbers(place, "index");

  KeptTrainer& live = trainer.live();
  if (live.walk.steps.empty()) live.walk = live.trainer.walk();
  const TrainingExplanation why =
      headsup::explain(live.walk, wanted, index(places, "index", live.walk[wanted].shape()));
  return explanation_to_js(why, why.op, to_js(why.terms));
}

}  // namespace headsup::bindings
