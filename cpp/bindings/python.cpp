// The interpreter's module, heads-up-python.js: running a program is one call, and so is explaining a number of it.
#include "headsup/python/run.h"

#include <memory>
#include <string_view>
#include <utility>

#include "bindings/kept.h"
#include "bindings/packed.h"
#include "bindings/steps.h"
#include "headsup/tensor/refusal.h"

// In values.js.
extern "C" {
using headsup::bindings::Value;
[[noreturn]] void heads_up_refuse(const char* code, Value message, Value details);
void heads_up_own_trace(Value trace, std::size_t id);
std::size_t heads_up_trace_id(Value trace);
}

// In python.js.
extern "C" {
Value heads_up_input_names(Value inputs);
Value heads_up_make_steps(const std::uint32_t* words, const char* texts, std::size_t size);
Value heads_up_make_reads(const std::uint32_t* words, const char* texts, std::size_t size);
Value heads_up_make_results(const std::uint32_t* words, const char* texts, std::size_t size);
}

namespace headsup::bindings {

// kept.cpp
Value dispose();
Value memory();

namespace {

using python::Program;

/// JavaScript lets go of a trace only when it collects garbage, which it never does within a loop: beyond this many numbers
/// together, the oldest programs are freed. They are run again if they are explained.
constexpr Index kMostKeptNumbers = 16'000'000;
Index kept_numbers = 0;

/// A program's trace, of which JavaScript has a copy.
struct KeptProgram {
  explicit KeptProgram(Program made) : trace(std::move(made.trace)), words(std::move(made.words)) {
    for (const Step& step : trace.steps) numbers += step.tensor.count();
    kept_numbers += numbers;
  }
  KeptProgram(const KeptProgram&) = delete;
  KeptProgram& operator=(const KeptProgram&) = delete;
  ~KeptProgram() { kept_numbers -= numbers; }

  Trace trace;
  decltype(Program::words) words;  ///< which the trace refers to
  Index numbers = 0;
};

struct Replays : KeptList {
  ReplayCache cache;
  void clear() override { cache = {}; }
};
Replays replays;

/// All that a run reads.
struct GivenProgram {
  std::string source;
  python::Limits limits;
  StateDict inputs;
  Program run() const { return python::run_python(source, limits, inputs); }
};

StateDict inputs_of(Value given) {
  StateDict inputs;
  const Value names = heads_up_input_names(given);
  for (Index i = 0, count = length(names, "inputs", "names"); i < count; ++i) {
    const Value key = item_of(names, i);
    std::string name = text_of(key);
    Tensor tensor = typed_tensor(item_of(given, key), ("inputs." + name).c_str());
    inputs.push_back({std::move(name), std::move(tensor)});
  }
  return inputs;
}

python::Limits limits_of(Value given) {
  // Deeper calls would need more stack than engines have.
  constexpr double kDeepest = 400;
  constexpr double kMost = 0x1p53;
  python::Limits limits;
  check_fields(given, "limits", "operations elements depth");
  const auto read = [given](const char* name, const char* field, double most, auto& into) {
    const Value value = get(given, name);
    if (!value.is_undefined()) into = static_cast<decltype(+into)>(whole(value, field, 1, most));
  };
  read("operations", "limits.operations", kMost, limits.operations);
  read("elements", "limits.elements", kMost, limits.elements);
  read("depth", "limits.depth", kDeepest, limits.depth);
  return limits;
}

GivenProgram program_of(Value source, Value inputs, Value limits) {
  if (!source.is_string()) refuse_type("source", source, "the text of a program");
  GivenProgram given{.source = text_of(source), .limits = {}, .inputs = {}};
  if (is_given(inputs)) given.inputs = inputs_of(inputs);
  if (is_given(limits)) given.limits = limits_of(limits);
  return given;
}

void pack(Packed& packed, const python::Span& span) {
  for (const std::uint32_t place : {span.line, span.column, span.end_line, span.end_column, span.cell})
    packed.add(place);
}

void pack(Packed& packed, const python::Span& span, const std::vector<python::Frame>& frames) {
  pack(packed, span);
  packed.add(frames.size());
  for (const auto& [function, at] : frames) {
    packed.add(function);
    packed.add(at.line);
    packed.add(at.cell);
  }
}

Value steps_of(const Program& program) {
  const auto& steps = program.trace.steps;
  Packed packed;
  packed.add(steps.size());
  for (Index i = 0; i < steps.size(); ++i) {
    packed.add(steps[i].tensor);
    packed.add(steps[i].name);
    packed.add(program.trace.op_of(steps[i]));
    packed.add(steps[i].inputs.size());
    for (const Index input : steps[i].inputs) packed.add(input);
    packed.add(steps[i].axes.size());
    for (Index axis = 0; axis < steps[i].axes.size(); ++axis) packed.add(steps[i].axes[axis]);
    const python::StepSource& source = program.sources[i];
    pack(packed, source.span, source.frames);
    // Most steps are where the one before them is.
    const bool is_same = i > 0 && source.around == program.sources[i - 1].around;
    packed.add(Index{is_same});
    if (!is_same) {
      packed.add(source.around.size());
      for (const auto& [span, number, is_loop] : source.around) {
        pack(packed, span);
        packed.add(Index{is_loop});
        packed.add(number);
      }
    }
    packed.add(source.module);
    packed.add(source.returned.size());
    for (const auto& [call, item] : source.returned) {
      packed.add(Index{call});
      packed.add(Index{item});
    }
  }
  return heads_up_make_steps(packed.words(), packed.texts(), packed.size());
}

/// { inputs, variables, error, hints }
Value results_of(const Program& program, const StateDict& inputs) {
  const auto name_of = [&](Index step) -> std::string_view { return program.trace.steps[step].name; };
  Packed packed;
  packed.add(inputs.size());
  for (const auto& [name, tensor] : inputs) {
    packed.add(name);
    packed.add(tensor);
  }
  packed.add(program.variables.size());
  for (const auto& [name, repr, tensor, narrow] : program.variables) {
    packed.add(name);
    packed.add(Index{tensor.has_value()});
    if (tensor)
      packed.add(*tensor, narrow);
    else
      packed.add(repr);
  }
  packed.add(Index{program.error.has_value()});
  if (program.error) {
    packed.add(program.error->type);
    packed.add(program.error->message);
    packed.add(program.error->hint);
    pack(packed, program.error->span, program.error->frames);
    packed.add(program.error->operation);
    packed.add(program.error->operands.size());
    for (const Index operand : program.error->operands) packed.add(name_of(operand));
  }
  packed.add(program.hints.size());
  for (const auto& [rule, step, message, cells, values] : program.hints) {
    packed.add(rule);
    packed.add(name_of(step));
    packed.add(message);
    packed.add(cells.size());
    for (const auto& [of, index] : cells) {
      packed.add(name_of(of));
      packed.add(index.size());
      for (const Index place : index) packed.add(place);
    }
    packed.add(values.size());
    for (const auto& [name, value] : values) {
      packed.add(name);
      packed.add(full({}, value, DType::float64));
    }
  }
  return heads_up_make_results(packed.words(), packed.texts(), packed.size());
}

/// Keeps the core's trace as long as JavaScript has its own.
void keep(Program made, Value trace) {
  auto& programs = kept<KeptProgram>;
  heads_up_own_trace(trace, programs.add(std::make_unique<KeptProgram>(std::move(made))));
  while (kept_numbers > kMostKeptNumbers && programs.count() > 1) programs.drop_oldest();
}

Value run_python(Value source, Value options) {
  Value inputs = Value::undefined();
  Value limits = Value::undefined();
  if (is_given(options)) {
    check_fields(options, "options", "inputs limits");
    inputs = get(options, "inputs");
    limits = get(options, "limits");
  }
  const GivenProgram given = program_of(source, inputs, limits);

  Program made = given.run();
  const Value results = results_of(made, given.inputs);
  const Value program = new_object();
  set(program, "source", source);
  if (is_given(inputs)) set(program, "inputs", get(results, "inputs"));
  if (is_given(limits)) {
    const Value used = new_object();
    set(used, "operations", static_cast<double>(given.limits.operations));
    set(used, "elements", static_cast<double>(given.limits.elements));
    set(used, "depth", static_cast<double>(given.limits.depth));
    set(program, "limits", used);
  }
  const Value trace = new_object();
  set(trace, "program", program);
  set(trace, "steps", steps_of(made));
  const Value result = new_object();
  set(result, "trace", trace);
  set(result, "stdout", made.printed());
  set(result, "variables", get(results, "variables"));
  set(result, "error", get(results, "error"));
  set(result, "hints", get(results, "hints"));
  keep(std::move(made), trace);
  return result;
}

/// Calls `use(trace, name, numbers)` with the core's trace, the name of one of its steps, and a list of numbers.
Value with_trace(Value trace, Value name, Value list, const char* field, const auto& use) {
  constexpr const char* kWants = "the trace that runPython() returned";
  if (!trace.is_object()) refuse_type("trace", trace, kWants);
  if (!name.is_string()) refuse_type("name", name, "the name of a step of the trace");
  const auto wanted = text_of(name);
  const std::vector<double> numbers = list_of_numbers(list, field);
  const Held<KeptProgram> held = {heads_up_trace_id(trace)};
  if (kept<KeptProgram>.was_cleared(held.id) && held.id != 0) heads_up_refuse_disposed();
  // One that came from a worker or a file, or was freed for newer ones, is run again.
  std::optional<Program> again;
  if (kept<KeptProgram>.find(held.id) == nullptr) {
    const Value program = get(trace, "program");
    if (!program.is_object()) refuse_type("trace", trace, kWants);
    again = program_of(get(program, "source"), get(program, "inputs"), get(program, "limits")).run();
  }

  const Value result = use(again ? again->trace : held.live().trace, wanted, numbers);
  if (again) keep(std::move(*again), trace);
  return result;
}

Value explain(Value trace, Value name, Value place) {
  constexpr const char* kField = "index";
  return with_trace(trace, name, place, kField, [](const Trace& steps, Name wanted, const auto& places) {
    return explanation_to_js(
        headsup::explain(steps, wanted, index(places, kField, steps[wanted].shape()), &replays.cache));
  });
}

/// { inputs: [{ name, starts, positions }], moved }
Value reads(Value trace, Value name, Value cells) {
  constexpr const char* kField = "positions";
  return with_trace(trace, name, cells, kField, [](const Trace& steps, Name wanted, const auto& given) {
    const Reads found = reads_of(steps, wanted, positions(given, kField), &replays.cache);
    Packed packed;
    packed.add(found.inputs.size());
    for (const auto& [step, starts, places] : found.inputs) {
      packed.add(steps.steps[step].name);
      packed.add(starts);
      packed.add(places);
    }
    packed.add(std::vector<Index>(found.moved.begin(), found.moved.end()));
    return heads_up_make_reads(packed.words(), packed.texts(), packed.size());
  });
}

Value drop_trace(Value id) {
  kept<KeptProgram>.drop(static_cast<Index>(number_of(id)));
  return Value::undefined();
}

/// A call whose refusals are thrown as JavaScript's errors: programs catch those of the core, so it throws C++'s exceptions here.
template <auto call, class... Values>
Value refusing(Values... values) {
  const char* code = "out-of-memory";
  Value message = Value::undefined();
  const Value details = new_object();
  try {
    return call(values...);
  } catch (const Refusal& refusal) {
    code = to_string(refusal.code());
    message = to_js(refusal.what());
    for (const auto& [name, value] : refusal.details()) set(details, name, std::string_view(value));
  } catch (const std::bad_alloc&) {
    message = to_js("memory: the module cannot hold this, wants smaller sizes");
  }
  heads_up_refuse(code, message, details);
}

}  // namespace
}  // namespace headsup::bindings

/// A bug is a trap. Emscripten's abort would take it for a start that failed.
extern "C" void abort() {
  __builtin_trap();
}

EMSCRIPTEN_BINDINGS(heads_up_python) {
  using namespace emscripten;
  using namespace headsup::bindings;

  function("runPython", refusing<run_python, Value, Value>);
  function("explain", refusing<headsup::bindings::explain, Value, Value, Value>);
  function("reads", refusing<headsup::bindings::reads, Value, Value, Value>);
  function("memory", memory);
  function("dispose", dispose);

  // For values.js
  function("dropTrace", drop_trace);
}
