#include "headsup/trace/explain.h"

#include <algorithm>

#include "operations/operation.h"

namespace headsup {

Explanation explain(const Trace& trace, Name name, const Shape& index, ReplayCache* replays) {
  const Step& step = trace[name];
  Explanation explanation{.name = step.name, .index = index, .value = step.at(index), .op = step.op()};
  const Changes& changes = trace.changes;
  const auto last = std::find_if(changes.rbegin(), changes.rend(),
                                 [&](const Change& change) { return change.sets(name, index); });
  if (last != changes.rend()) {
    const Index place = static_cast<Index>(changes.rend() - last) - 1;
    explanation.op = "given";
    explanation.terms = {{.name = "changes", .index = {place}, .value = explanation.value}};
    return explanation;
  }
  std::vector<Tensor> operands;
  for (const Index input : step.inputs) operands.push_back(trace.steps[input].tensor);
  const Call call = {.operation = *step.operation, .operands = operands, .attributes = step.attributes};
  Reason why = {.call = call,
                .result = step.tensor,
                .grad = nullptr,
                .operand = kNothing,
                .index = index,
                .replays = replays};
  step.operation->explain(why);
  for (const OperandTerm& term : why.terms) {
    explanation.terms.push_back(
        {.name = term.operand == kWord ? std::string(term.word) : trace.steps[step.inputs[term.operand]].name,
         .index = term.index,
         .value = term.value,
         .weight = term.weight});
  }
  explanation.detail = std::move(why.detail);
  return explanation;
}

}  // namespace headsup
