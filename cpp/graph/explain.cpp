#include "headsup/graph/explain.h"

#include <algorithm>
#include <cmath>
#include <list>
#include <optional>

#include "graph/recorded_call.h"
#include "headsup/tensor/refusal.h"

namespace headsup {
namespace {

/// How the cells of one step are made. What all of its cells share is looked up once.
class Making {
 public:
  Making(const Trace& trace, const Step& step, ReplayCache* replays)
      : trace_(trace), step_(step), replays_(replays) {
    for (const Contribution& way : step.contributions) calls_.emplace_back(trace, trace.steps[way.step]);
    if (calls_.empty()) calls_.emplace_back(trace, step);
  }

  /// Calls `use(reason, step_of)` with each reason of a cell: of a gradient there is one for each way by which it came back.
  /// `step_of(term)` is the step that a term is a cell of, or null.
  void for_each_reason(const Shape& index, const auto& use) const {
    auto call = calls_.begin();
    if (step_.contributions.empty()) {
      use(reason_of(call->call, step_.tensor, index, replays_),
          [&](const OperandTerm& term) { return source_of(term, step_, nullptr); });
    }
    for (const Contribution& way : step_.contributions) {
      const Step& made = trace_.steps[way.step];
      const Step& grad = trace_.steps[way.grad];
      Reason why = {.call = (call++)->call,
                    .result = made.tensor,
                    .grad = &grad.tensor,
                    .operand = way.operand,
                    .index = index,
                    .replays = nullptr,
                    .is_sum = true};
      made.operation->derivative(way.operand)->explain(why);
      use(why, [&](const OperandTerm& term) { return source_of(term, made, &grad); });
    }
  }

 private:
  const Step* source_of(const OperandTerm& term, const Step& made, const Step* grad) const {
    switch (term.operand) {
      case kWord:
        return nullptr;
      case kGrad:
        return grad;
      case kResult:
        return &made;
      default:
        return &trace_.steps[made.inputs[term.operand]];
    }
  }

  const Trace& trace_;
  const Step& step_;
  ReplayCache* replays_;
  std::list<RecordedCall> calls_;  ///< of the step, or of each way by which a gradient came back
};

/// The place of the last change that sets a cell; none if it was computed.
std::optional<Index> change_of(const Trace& trace, Name name, const Shape& index) {
  for (Index place = trace.changes.size(); place-- > 0;) {
    if (trace.changes[place].sets(name, index)) return place;
  }
  return std::nullopt;
}

/// Whether both are the same number: a NaN is, 0 and −0 are not.
bool are_same(double a, double b) {
  return a == b ? std::signbit(a) == std::signbit(b) : std::isnan(a) && std::isnan(b);
}

}  // namespace

Explanation explain(const Trace& trace, Name name, const Shape& index, ReplayCache* replays) {
  const Step& step = trace[name];
  Explanation explanation{
      .name = step.name, .index = index, .value = step.at(index), .op = trace.op_of(step)};
  if (const auto change = change_of(trace, name, index)) {
    explanation.op = "given";
    explanation.terms = {{.name = "changes", .index = {*change}, .value = explanation.value}};
    return explanation;
  }
  Making(trace, step, replays).for_each_reason(index, [&](const Reason& why, const auto& step_of) {
    for (const OperandTerm& term : why.terms) {
      const Step* source = step_of(term);
      explanation.terms.push_back({.name = source == nullptr ? std::string(term.word) : source->name,
                                   .index = term.index,
                                   .value = term.value,
                                   .weight = term.weight});
    }
    explanation.detail.insert(explanation.detail.end(), why.detail.begin(), why.detail.end());
    explanation.is_sum = why.is_sum;
  });
  return explanation;
}

Reads reads_of(const Trace& trace, Name name, const std::vector<Index>& positions, ReplayCache* replays) {
  const Step& step = trace[name];
  Reads reads;
  for (const Index input : step.inputs) {
    const auto is_it = [input](const Reads::Input& known) { return known.step == input; };
    if (std::none_of(reads.inputs.begin(), reads.inputs.end(), is_it))
      reads.inputs.push_back({.step = input});
  }
  const Making making(trace, step, replays);
  for (const Index position : positions) {
    if (position >= step.tensor.count())
      refuse(ErrorCode::bad_index, {{"field", "positions"}, {"got", position}, {"wants", step.shape()}});
    for (Reads::Input& input : reads.inputs) input.starts.push_back(input.positions.size());
    const Shape index = index_of(step.shape(), position);
    const double value = step.at(index);
    Index terms = 0;
    bool is_moved = true;
    if (change_of(trace, name, index)) {
      reads.moved.push_back(true);
      continue;
    }
    making.for_each_reason(index, [&](const Reason& why, const auto& step_of) {
      for (const OperandTerm& term : why.terms) {
        is_moved = ++terms == 1 && term.weight == 1 && are_same(term.value, value);
        const Step* source = step_of(term);
        for (Reads::Input& input : reads.inputs) {
          if (source == &trace.steps[input.step])
            input.positions.push_back(offset_of(source->shape(), term.index));
        }
      }
    });
    reads.moved.push_back(is_moved && terms == 1);
  }
  for (Reads::Input& input : reads.inputs) input.starts.push_back(input.positions.size());
  return reads;
}

}  // namespace headsup
