#pragma once
// Gradients, as torch.autograd computes them: from one number back through the graph.

#include <span>

#include "headsup/graph/trace.h"

namespace headsup {

/// Adds to the trace the gradient of the step `of`, one number, by each step of `by` and by every step on the way from them to
/// it. A gradient is a step like any other, named "grad." and the name of its step. They are added from `of` back; a parameter's
/// as soon as it is complete. Where several operations read a number, its gradient is the sum of what comes back through each, in
/// the order in which PyTorch adds them.
///
/// Refuses `runtime-error`, in PyTorch's words, where `of` has several numbers, does not depend on `by`, or came about by an
/// operation without a derivative.
void backward(Trace& trace, Index of, std::span<const Index> by);

}  // namespace headsup
