#pragma once
// Running a lesson: the ops in the notebook's order, each result recorded under its name.

#include "lesson/spec.h"
#include "trace/trace.h"

namespace headsup {

/// The trace of a spec. After manual_seed(seed) the parameters are drawn as the notebooks do: embedding, w_q,
/// w_k, w_v, w_0. Steps that the spec switches off (masks, biases, w_0) are not in the trace. Refuses what
/// `validate` does.
Trace run(const Spec& spec);

}  // namespace headsup
