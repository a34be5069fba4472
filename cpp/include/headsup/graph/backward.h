#pragma once
// Gradients, as torch.autograd computes them: from one number back through the graph.

#include <span>

#include "headsup/graph/trace.h"

namespace headsup {

/// Adds to the trace the gradient of the step `of`, one number, by each step of `by` and by every step on the way from them to
/// it. A gradient is a step like any other: "grad." and the name of its step, from `of` back; that of a parameter follows that of
/// the last step which it contributes to. Where a number goes several ways to `of`, its gradient is the sum of what comes back
/// on each, in the order in which PyTorch adds them.
///
/// Refuses `runtime-error`, in PyTorch's words, where `of` has several numbers, does not depend on `by`, or came about by an
/// operation without a derivative.
void backward(Trace& trace, Index of, std::span<const Index> by);

}  // namespace headsup
