#include "headsup/trace/explain.h"

#include <algorithm>

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
  const Changes& changes = trace.changes;
  const auto last = std::find_if(changes.rbegin(), changes.rend(),
                                 [&](const Change& change) { return change.sets(name, index); });
  if (last != changes.rend()) {
    explanation.op = Op::given;
    const Index place = static_cast<Index>(changes.rend() - last) - 1;
    explanation.terms = {{.name = "changes", .index = {place}, .value = explanation.value}};
    return explanation;
  }
  explain_with({.trace = trace, .step = step, .out = explanation, .replays = replays});
  return explanation;
}

}  // namespace headsup
