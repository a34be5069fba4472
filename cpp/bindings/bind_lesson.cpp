// Running a lesson is one call, and so is explaining a number.
#include <emscripten/bind.h>

#include <deque>
#include <memory>

#include "bindings/answer.h"
#include "bindings/arguments.h"
#include "bindings/bind.h"
#include "lesson/run.h"
#include "trace/explain.h"

namespace headsup::bindings {
namespace {

/// Traces that can be asked about. JavaScript keeps the copies that it shows; these few are kept for `explain`, and
/// one that has gone is simply run again from its spec.
constexpr std::size_t kKept = 4;

struct Kept {
  int handle;
  std::shared_ptr<const Trace> trace;
};

std::deque<Kept>& kept() {
  static std::deque<Kept> traces;
  return traces;
}

int keep(std::shared_ptr<const Trace> trace) {
  static int next = 1;
  if (kept().size() == kKept) kept().pop_front();
  kept().push_back({next, std::move(trace)});
  return next++;
}

void write(Answer& a, const char* name, const Sequences& sequences) {
  a.key(name);
  a.open('[');
  for (const auto& sequence : sequences) {
    a.open('[');
    for (const std::int32_t id : sequence) a.integer(id);
    a.close(']');
  }
  a.close(']');
}

void write(Answer& a, const char* name, Index size) {
  a.key(name);
  a.integer(static_cast<std::int64_t>(size));
}

void write(Answer& a, const char* name, bool flag) {
  a.key(name);
  a.flag(flag);
}

void write_null(Answer& a, const char* name) {
  a.key(name);
  a.null();
}

void write_mask(Answer& a, const std::optional<MaskSpec>& mask) {
  if (!mask) return write_null(a, "mask");
  a.key("mask");
  a.open('{');
  write(a, "padding", mask->padding);
  write(a, "causal", mask->causal);
  a.close('}');
}

/// Every field, as the contract names them.
void write(Answer& a, const Spec& spec) {
  a.key("spec");
  a.open('{');
  a.key("lesson");
  a.text(to_string(spec.lesson));
  write(a, "sequences", spec.sequences);
  if (spec.target) {
    write(a, "target", *spec.target);
  } else {
    write_null(a, "target");
  }
  write(a, "padId", static_cast<Index>(spec.pad_id));
  write(a, "vocabSize", spec.vocab_size);
  write(a, "dModel", spec.d_model);
  write(a, "numHeads", spec.num_heads);
  a.key("seed");
  a.integer(spec.seed);
  write_mask(a, spec.mask);
  a.key("maskFill");
  a.number(spec.mask_fill);
  write(a, "bias", spec.bias);
  write(a, "outputProjection", spec.output_projection);
  if (spec.d_attention) {
    write(a, "dAttention", *spec.d_attention);
  } else {
    write_null(a, "dAttention");
  }
  write(a, "positionalEncoding", false);
  write_null(a, "feedForward");
  a.close('}');
}

void write(Answer& a, const Step& step) {
  a.open('{');
  a.key("name");
  a.text(step.name);
  a.key("op");
  a.text(to_string(step.op));
  a.texts("inputs", step.inputs);
  a.texts("axes", step.axes);
  a.tensor_members(step.tensor);
  a.close('}');
}

val js_run(val js) {
  return guarded([&](Answer& a) {
    const Spec spec = spec_of(js);
    const auto trace = std::make_shared<const Trace>(run(spec));
    a.open('{');
    write(a, spec);
    a.key("steps");
    a.open('[');
    for (const Step& step : trace->steps) write(a, step);
    a.close(']');
    a.key("handle");
    // Kept from here on, so that the answer may still read it when it is handed over.
    a.integer(keep(trace));
    a.close('}');
  });
}

void write(Answer& a, const Term& term) {
  a.open('{');
  a.key("name");
  a.text(term.name);
  a.indices("index", term.index);
  a.key("value");
  a.number(term.value);
  a.close('}');
}

void write(Answer& a, const Explanation& e) {
  a.open('{');
  a.key("name");
  a.text(e.name);
  a.indices("index", e.index);
  a.key("value");
  a.number(e.value);
  a.key("op");
  a.text(to_string(e.op));
  a.key("terms");
  a.open('[');
  for (const Term& term : e.terms) write(a, term);
  a.close(']');
  a.key("detail");
  a.open('{');
  for (const auto& [name, fact] : e.detail) {
    a.key(name);
    if (const auto* word = std::get_if<Name>(&fact)) {
      a.text(*word);
    } else {
      a.number(std::get<double>(fact));
    }
  }
  a.close('}');
  a.close('}');
}

/// Null where the trace is no longer kept.
val js_explain(int handle, std::string name, val index) {
  return guarded([&](Answer& a) {
    for (const Kept& k : kept()) {
      if (k.handle == handle) return write(a, explain(*k.trace, name, shape_of(index, "index")));
    }
    a.null();
  });
}

}  // namespace

void bind_lesson() {
  emscripten::function("run", &js_run);
  emscripten::function("explain", &js_explain);
}

}  // namespace headsup::bindings
