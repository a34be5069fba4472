// Running a lesson is one call, and so is explaining a number.
#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include "bindings/calls.h"
#include "bindings/steps.h"
#include "headsup/lesson/designed_weights.h"
#include "headsup/tensor/refusal.h"
#include "headsup/trace/explain.h"

// In values.js. They keep, for each trace in JavaScript, the id of the core's trace that it copies, and the generation
// of drawn parameters that it holds in full; 0 means none.
extern "C" {
void heads_up_remember_trace(emscripten::EM_VAL trace, std::size_t id, double generation);
std::size_t heads_up_trace_id(emscripten::EM_VAL trace);
double heads_up_trace_generation(emscripten::EM_VAL trace);
emscripten::EM_VAL heads_up_make_terms(emscripten::EM_VAL names, const std::int32_t* name_of,
                                       const std::int32_t* ranks, const std::int32_t* places,
                                       const double* values, std::size_t count);
}

namespace headsup::bindings {
namespace {

/// The latest traces, kept to be explained. JavaScript has copies of their numbers.
struct KeptTrace {
  Index id = 0;  ///< 0: none
  Trace trace;
};
std::array<KeptTrace, 4> kept_traces;
Index last_id = 0;

ParameterCache parameters;
ReplayCache replays;

KeptTrace& slot_of(Index id) {
  return kept_traces[id % kept_traces.size()];
}

/// The numbers of every step of `like`, by name.
val drawn_numbers(const val& like) {
  val numbers = val::object();
  const val steps = get(like, "steps");
  for (Index i = 0, count = length(steps, "like.steps", "steps"); i < count; ++i) {
    const val step = steps[i];
    numbers.set(get(step, "name"), get(step, "data"));
  }
  return numbers;
}

/// Reuses the numbers of drawn steps from `drawn` instead of copying them, unless it is undefined or the step was changed.
val step_to_js(const Step& step, const Changes& changes, const val& drawn) {
  val result = val::object();
  const val name = bindings::to_js(step.name);
  const bool is_changed =
      std::any_of(changes.begin(), changes.end(), [&](const Change& each) { return each.name == step.name; });
  if (!drawn.isUndefined() && std::holds_alternative<Draws>(step.origin) && !is_changed) {
    set(result, "shape", bindings::to_js(step.shape()));
    set(result, "dtype", bindings::to_js("float32"));
    set(result, "data", drawn[name]);
  } else {
    result = std::visit([](const auto& tensor) { return bindings::to_js(tensor); }, step.tensor);
  }
  set(result, "name", name);
  set(result, "op", bindings::to_js(to_string(step.op)));
  set(result, "inputs", names_to_js(step.inputs));
  set(result, "axes", names_to_js(step.axes));
  return result;
}

/// The changes of a trace or of options; none where the field is left out.
Changes changes_of(const val& object, const char* field) {
  const val given = get(object, "changes");
  return is_given(given) ? changes(given, field) : Changes{};
}

/// Runs the lesson, keeps its trace, and returns the kept one.
const KeptTrace& run_and_keep(const Spec& spec, const StateDict& weights, const Changes& changes) {
  Trace trace = headsup::run(spec, weights, &parameters, changes);
  ++last_id;
  slot_of(last_id) = {last_id, std::move(trace)};
  return slot_of(last_id);
}

/// The core's trace that JavaScript's is a copy of. If it is no longer kept, or came from a worker or a file, it is run
/// again: its spec, given weights and changes reproduce the same numbers.
const Trace& trace_of(const val& trace) {
  const Index id = heads_up_trace_id(trace.as_handle());
  if (id != 0 && slot_of(id).id == id) return slot_of(id).trace;
  const val steps = get(trace, "steps");
  if (!is_given(steps) || !is_given(get(trace, "spec"))) refuse_type("trace", trace, "what run() returned");
  StateDict weights;
  for (Index i = 0, count = length(steps, "trace.steps", "a list of steps"); i < count; ++i) {
    const val step = steps[i];
    if (text(get(step, "op"), "trace.steps.op") != "given") continue;
    auto name = text(get(step, "name"), "trace.steps.name");
    FloatTensor tensor = float_tensor(step, ("weights." + name).c_str());
    weights.push_back({std::move(name), std::move(tensor)});
  }
  const KeptTrace& again =
      run_and_keep(spec(get(trace, "spec")), weights, changes_of(trace, "trace.changes"));
  heads_up_remember_trace(trace.as_handle(), again.id, 0);
  return again.trace;
}

/// Converts all terms in one call, because a cell of a wide layer has a thousand terms.
val to_js(const std::vector<Term>& terms) {
  Names names;
  std::vector<std::int32_t> name_of;
  std::vector<std::int32_t> ranks;
  std::vector<std::int32_t> places;
  std::vector<double> values;
  for (const Term& term : terms) {
    const auto known = std::find(names.begin(), names.end(), term.name);
    name_of.push_back(static_cast<std::int32_t>(known - names.begin()));
    if (known == names.end()) names.push_back(term.name);
    ranks.push_back(static_cast<std::int32_t>(term.index.size()));
    places.insert(places.end(), term.index.begin(), term.index.end());
    values.push_back(term.value);
  }
  return val::take_ownership(heads_up_make_terms(names_to_js(names).as_handle(), name_of.data(), ranks.data(),
                                                 places.data(), values.data(), terms.size()));
}

bool is_object(const val& value) {
  return is_given(value) && value.typeOf().as<std::string>() == "object";
}

}  // namespace

Returned run(const val& fields, const val& weights, const val& options) {
  const Spec given = spec(fields);
  const StateDict tensors = is_given(weights) ? state_dict(weights) : StateDict{};
  const bool has_options = is_given(options) && check_fields(options, "options", "like changes") > 0;
  const val like = has_options ? get(options, "like") : val::undefined();
  const KeptTrace& kept =
      run_and_keep(given, tensors, has_options ? changes_of(options, "changes") : Changes{});
  const Changes& changed = kept.trace.changes;
  const std::uint64_t generation = parameters.generation();
  const bool shares =
      is_object(like) && heads_up_trace_generation(like.as_handle()) == static_cast<double>(generation);
  const val drawn = shares ? drawn_numbers(like) : val::undefined();
  val steps = val::array();
  for (Index i = 0; i < kept.trace.steps.size(); ++i)
    steps.set(i, step_to_js(kept.trace.steps[i], changed, drawn));
  val trace = val::object();
  set(trace, "spec", to_js(given));
  set(trace, "steps", steps);
  if (!changed.empty()) set(trace, "changes", to_js(changed));
  // A trace with given weights or changes lacks some drawn parameters.
  const bool is_as_drawn = tensors.empty() && changed.empty();
  heads_up_remember_trace(trace.as_handle(), kept.id, is_as_drawn ? static_cast<double>(generation) : 0);
  return trace;
}

Returned settle(const val& fields) {
  const Spec given = spec(fields);
  validate(given);
  return to_js(given);
}

Returned designed_weights(const val& fields) {
  val weights = val::object();
  for (const auto& [name, tensor] : headsup::designed_weights(spec(fields)))
    weights.set(bindings::to_js(name), bindings::to_js(tensor));
  return weights;
}

Returned explain(const val& trace, const val& name, const val& place) {
  if (!is_object(trace)) refuse_type("trace", trace, "what run() returned");
  if (!name.isString()) refuse_type("name", name, "the name of a step of the trace");
  const Trace& steps = trace_of(trace);
  const auto wanted = name.as<std::string>();
  const Explanation why =
      headsup::explain(steps, wanted, index(place, "index", steps[wanted].shape()), &replays);
  return explanation_to_js(why, to_string(why.op), to_js(why.terms));
}

}  // namespace headsup::bindings
