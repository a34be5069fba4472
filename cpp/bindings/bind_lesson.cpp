// Running a lesson is one call, and so is explaining a number.
#include <array>
#include <utility>
#include <variant>

#include "bindings/bind.h"
#include "headsup/lesson/run.h"
#include "headsup/trace/explain.h"
#include "lesson/parameters.h"

namespace headsup::bindings {
namespace {

struct Kept {
  Index handle = 0;
  Trace trace;
};

/// Traces that can be asked about. JavaScript keeps the copies that it shows; these few are kept for
/// `explain`, and one that has gone is simply run again from its spec. A trace is kept at the place of its
/// handle, modulo their number.
std::array<Kept, 4> kept;
/// 0 is no handle.
Index next_handle = 1;

Kept& place_of(Index handle) {
  return kept[handle % kept.size()];
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

void write_feed_forward(Answer& a, const std::optional<FeedForwardSpec>& layer) {
  if (!layer) return write_null(a, "feedForward");
  a.key("feedForward");
  a.open('{');
  write(a, "dFf", layer->d_ff);
  a.key("activation");
  a.text(to_string(layer->activation));
  a.close('}');
}

/// Every field, as the contract names them.
void write(Answer& a, const Spec& spec) {
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
  write(a, "positionalEncoding", spec.positional_encoding);
  write_feed_forward(a, spec.feed_forward);
  if (spec.layer_norm == LayerNorm::none) {
    write_null(a, "layerNorm");
  } else {
    a.key("layerNorm");
    a.text(to_string(spec.layer_norm));
  }
  a.close('}');
}

void write(Answer& a, const Step& step, bool has_draws) {
  a.open('{');
  a.key("name");
  a.text(step.name);
  a.key("op");
  a.text(to_string(step.op));
  a.texts("inputs", step.inputs);
  a.texts("axes", step.axes);
  a.tensor_members(step.tensor, has_draws && std::holds_alternative<Draws>(step.origin));
  a.close('}');
}

/// Of a run whose "drawing" the caller has, what was drawn has no numbers: they are those of that run.
void js_run(const Arguments& in, Answer& a) {
  const Spec spec = spec_of(in);
  const StateDict weights = state_dict_of(in);
  Trace trace = run(spec, weights);
  a.open('{');
  a.key("spec");
  write(a, spec);
  a.key("steps");
  a.open('[');
  const bool has_draws = in.handle("drawing") == latest_drawing();
  for (const Step& step : trace.steps) write(a, step, has_draws);
  a.close(']');
  write(a, "drawing", latest_drawing());
  write(a, "handle", next_handle);
  a.close('}');
  // The steps stay where they are in memory, so that the answer may still read them when it is handed over.
  place_of(next_handle) = {next_handle, std::move(trace)};
  ++next_handle;
}

/// The spec with every default filled in, or its refusal, without running it.
void js_settle_spec(const Arguments& in, Answer& a) {
  const Spec spec = spec_of(in);
  validate(spec);
  write(a, spec);
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
void js_explain(const Arguments& in, Answer& a) {
  const Index handle = in.handle();
  const Kept& k = place_of(handle);
  if (k.handle != handle) return a.null();
  const std::string name = in.text("name");
  write(a, explain(k.trace, name, in.shape("index", k.trace[name].shape())));
}

}  // namespace

void bind_lesson() {
  bind("runLesson", js_run);
  bind("settleSpec", js_settle_spec);
  bind("explain", js_explain);
}

}  // namespace headsup::bindings
