#include "headsup/graph/explain.h"

#include <algorithm>

#include "graph/recorded_call.h"

namespace headsup {
namespace {

/// The name of what a term is a number of.
std::string source_of(const OperandTerm& term, const Trace& trace, const Step& made, const Step* grad) {
  switch (term.operand) {
    case kWord:
      return std::string(term.word);
    case kGrad:
      return grad->name;
    case kResult:
      return made.name;
    default:
      return trace.steps[made.inputs[term.operand]].name;
  }
}

void add_reason(Explanation& explanation, const Reason& why, const Trace& trace, const Step& made,
                const Step* grad) {
  for (const OperandTerm& term : why.terms) {
    explanation.terms.push_back({.name = source_of(term, trace, made, grad),
                                 .index = term.index,
                                 .value = term.value,
                                 .weight = term.weight});
  }
  explanation.detail.insert(explanation.detail.end(), why.detail.begin(), why.detail.end());
  explanation.is_sum = why.is_sum;
}

void explain_result(Explanation& explanation, const Trace& trace, const Step& step, ReplayCache* replays) {
  const RecordedCall made_by(trace, step);
  const Reason why = reason_of(made_by.call, step.tensor, explanation.index, replays);
  add_reason(explanation, why, trace, step, nullptr);
}

void explain_contribution(Explanation& explanation, const Trace& trace, const Contribution& way) {
  const Step& made = trace.steps[way.step];
  const Step& grad = trace.steps[way.grad];
  const RecordedCall made_by(trace, made);
  Reason why = {.call = made_by.call,
                .result = made.tensor,
                .grad = &grad.tensor,
                .operand = way.operand,
                .index = explanation.index,
                .replays = nullptr,
                .is_sum = true};
  made.operation->derivative(way.operand)->explain(why);
  add_reason(explanation, why, trace, made, &grad);
}

}  // namespace

Explanation explain(const Trace& trace, Name name, const Shape& index, ReplayCache* replays) {
  const Step& step = trace[name];
  Explanation explanation{
      .name = step.name, .index = index, .value = step.at(index), .op = trace.op_of(step)};
  const Changes& changes = trace.changes;
  const auto last = std::find_if(changes.rbegin(), changes.rend(),
                                 [&](const Change& change) { return change.sets(name, index); });
  if (last != changes.rend()) {
    const Index place = static_cast<Index>(changes.rend() - last) - 1;
    explanation.op = "given";
    explanation.terms = {{.name = "changes", .index = {place}, .value = explanation.value}};
  } else if (step.contributions.empty()) {
    explain_result(explanation, trace, step, replays);
  } else {
    for (const Contribution& way : step.contributions) explain_contribution(explanation, trace, way);
  }
  return explanation;
}

}  // namespace headsup
