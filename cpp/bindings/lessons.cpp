// Running a lesson is one call, and so is explaining a number.
#include <algorithm>
#include <memory>
#include <utility>

#include "bindings/calls.h"
#include "bindings/kept.h"
#include "bindings/steps.h"
#include "headsup/graph/explain.h"
#include "headsup/lesson/designed_weights.h"
#include "headsup/tensor/refusal.h"

// In values.js. They keep the id of the core's trace in the trace that JavaScript has; 0 means none.
extern "C" {
using headsup::bindings::Value;
void heads_up_own_trace(Value trace, std::size_t id);
std::size_t heads_up_trace_id(Value trace);
}

namespace headsup::bindings {
namespace {

/// The numbers of all traces that are kept.
Index kept_numbers = 0;

/// JavaScript lets go of a trace only when it collects garbage, which it never does within a loop: beyond this many numbers,
/// the oldest traces are freed. They are run again if they are explained.
constexpr Index kMostKeptNumbers = 16'000'000;

/// A trace of the core, which JavaScript's trace is a copy of.
struct KeptTrace {
  explicit KeptTrace(Trace made) : trace(std::move(made)) {
    for (const Step& step : trace.steps) numbers += element_count(step.shape());
    kept_numbers += numbers;
  }
  KeptTrace(const KeptTrace&) = delete;
  KeptTrace& operator=(const KeptTrace&) = delete;
  ~KeptTrace() { kept_numbers -= numbers; }

  Trace trace;
  Index numbers = 0;
};

/// Caches, which `dispose` frees as well.
struct Caches : KeptList {
  ParameterCache parameters;
  ReplayCache replays;
  void clear() override {
    parameters = {};
    replays = {};
  }
};
Caches caches;

/// The changes of a trace or of options; none where the field is left out.
Changes changes_of(Value object, const char* field) {
  const Value given = get(object, "changes");
  return is_given(given) ? changes(given, field) : Changes{};
}

/// All that a run reads.
struct GivenRun {
  Spec spec;
  StateDict weights;
  Changes changes;
};

std::unique_ptr<KeptTrace> run_of(const GivenRun& given) {
  return std::make_unique<KeptTrace>(
      headsup::run(given.spec, given.weights, &caches.parameters, given.changes));
}

/// Keeps the core's trace as long as JavaScript has its own.
void keep(std::unique_ptr<KeptTrace> made, Value trace) {
  auto& traces = kept<KeptTrace>;
  heads_up_own_trace(trace, traces.add(std::move(made)));
  while (kept_numbers > kMostKeptNumbers && traces.count() > 1) traces.drop_oldest();
}

/// The run whose result a trace is: its spec, its given weights and its changes give the same numbers.
GivenRun run_of_trace(Value trace) {
  const Value steps = get(trace, "steps");
  const Value given_spec = get(trace, "spec");
  if (!is_given(steps) || !is_given(given_spec)) refuse_type("trace", trace, "what run() returned");
  StateDict weights;
  for (Index i = 0, count = length(steps, "trace.steps", "a list of steps"); i < count; ++i) {
    const Value step = item_of(steps, i);
    if (text(get(step, "op"), "trace.steps.op") != "given") continue;
    auto name = text(get(step, "name"), "trace.steps.name");
    Tensor tensor = float_tensor(step, ("weights." + name).c_str());
    weights.push_back({std::move(name), std::move(tensor)});
  }
  return {spec(given_spec), std::move(weights), changes_of(trace, "trace.changes")};
}

}  // namespace

Value run(Value fields, Value weights, Value options) {
  GivenRun given{.spec = spec(fields)};
  if (is_given(weights)) given.weights = state_dict(weights);
  if (is_given(options) && check_fields(options, "options", "changes") > 0)
    given.changes = changes_of(options, "changes");

  auto made = run_of(given);
  const Value steps = new_list();
  for (Index i = 0; i < made->trace.steps.size(); ++i)
    push(steps, step_to_js(made->trace, made->trace.steps[i]));
  const Value trace = new_object();
  set(trace, "spec", to_js(given.spec));
  set(trace, "steps", steps);
  if (!given.changes.empty()) set(trace, "changes", to_js(given.changes));
  keep(std::move(made), trace);
  return trace;
}

Value drop_trace(Value id) {
  kept<KeptTrace>.drop(static_cast<Index>(number_of(id)));
  return Value::undefined();
}

Value settle(Value fields) {
  const Spec given = spec(fields);
  validate(given);
  return to_js(given);
}

Value designed_weights(Value fields) {
  const Value weights = new_object();
  for (const auto& [name, tensor] : headsup::designed_weights(spec(fields)))
    put(weights, bindings::to_js(name), bindings::to_js(tensor));
  return weights;
}

Value explain(Value trace, Value name, Value place) {
  if (!trace.is_object()) refuse_type("trace", trace, "what run() returned");
  if (!name.is_string()) refuse_type("name", name, "the name of a step of the trace");
  const auto wanted = text_of(name);
  const std::vector<double> places = list_of_numbers(place, "index");
  const Held<KeptTrace> held = {heads_up_trace_id(trace)};
  // One that came from a worker or a file, or was freed for newer ones, is run again.
  std::unique_ptr<KeptTrace> again;
  if (kept<KeptTrace>.was_cleared(held.id) && held.id != 0) heads_up_refuse_disposed();
  if (kept<KeptTrace>.find(held.id) == nullptr) again = run_of(run_of_trace(trace));

  const Trace& steps = (again ? *again : held.live()).trace;
  const Explanation why =
      headsup::explain(steps, wanted, index(places, "index", steps[wanted].shape()), &caches.replays);
  const Value result = explanation_to_js(why);
  if (again) keep(std::move(again), trace);
  return result;
}

}  // namespace headsup::bindings
