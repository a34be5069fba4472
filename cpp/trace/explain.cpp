#include "headsup/trace/explain.h"

#include "trace/operations.h"

namespace headsup {
void ExplanationBuilder::cell(const Step& from, const Shape& index) const {
  term(from.name, index, from.cell(index));
}

void ExplanationBuilder::broadcast_cell(const Step& from, const Shape& index) const {
  cell(from, broadcast_index(from.shape(), index));
}

void ExplanationBuilder::term(Name name, const Shape& index, double value) const {
  out.terms.push_back({.name = name, .index = index, .value = value});
}

Explanation explain(const Trace& trace, Name name, const Shape& index, ReplayCache* replays) {
  const Step& step = trace[name];
  Explanation explanation{.name = step.name, .index = index, .value = step.at(index), .op = step.op};
  explain_with({.trace = trace, .step = step, .out = explanation, .replays = replays});
  return explanation;
}

}  // namespace headsup
