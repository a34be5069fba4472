#pragma once
// The call that made a step, with the tensors that it was given.

#include "headsup/graph/trace.h"
#include "operations/operation.h"

namespace headsup {

struct RecordedCall {
  RecordedCall(const Trace& trace, const Step& step)
      : operands(trace.operands_of(step)),
        call{.operation = *step.operation, .operands = operands, .attributes = step.attributes} {}
  RecordedCall(const RecordedCall&) = delete;
  RecordedCall& operator=(const RecordedCall&) = delete;

  const std::vector<Tensor> operands;
  const Call call;
};

/// How an operation made a cell of its result.
inline Reason reason_of(const Call& call, const Tensor& result, const Shape& index, ReplayCache* replays) {
  Reason why = {.call = call,
                .result = result,
                .grad = nullptr,
                .operand = kNothing,
                .index = index,
                .replays = replays};
  call.operation.explain(why);
  return why;
}

}  // namespace headsup
