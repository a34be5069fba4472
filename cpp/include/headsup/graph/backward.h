#pragma once
// Gradients, as torch.autograd computes them: from one number back through the graph.

#include <optional>
#include <span>
#include <vector>

#include "headsup/graph/trace.h"

namespace headsup {

/// Adds to the trace the gradient of the step `of`, one number, by each step of `by` and by every step on the way from them to
/// it. A gradient is a step like any other, named "grad." and the name of its step. They are added from `of` back; a parameter's
/// as soon as it is complete. Where several operations read a number, its gradient is the sum of what comes back through each, in
/// the order in which PyTorch adds them.
///
/// Refuses `runtime-error`, in PyTorch's words, where `of` has several numbers and no `seed`, does not depend on `by`, or came about
/// by an operation without a derivative; the trace is then as it was.
///
/// Returns the gradients' steps, none by a step that `of` does not depend on. With several numbers, `of` needs its own gradient:
/// a step of its shape that has been recorded.
std::vector<std::optional<Index>> backward(Trace& trace, Index of, std::span<const Index> by,
                                           std::optional<Index> seed = {});

}  // namespace headsup
