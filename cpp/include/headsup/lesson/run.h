#pragma once
// Running a lesson: the ops in the notebook's order, each result recorded under its name.

#include "headsup/lesson/spec.h"
#include "headsup/lesson/state_dict.h"
#include "headsup/trace/trace.h"

namespace headsup {

/// The trace of a spec. After manual_seed(seed) the parameters are drawn as the notebooks do: embedding, w_q,
/// w_k, w_v, w_0, conv1, conv2. `weights`, under the names of the trace ("w_q.weight" …), replace what would be drawn.
/// Steps that the spec switches off (masks, biases, w_0 …) are not in the trace.
///
/// Refuses what `validate` does, and for weights: `unknown-weight` for a name that the lesson does not have, `missing`
/// where only a part of the table, of w_q … w_0, of the convolutions or of the norms is given, `shape-mismatch`.
Trace run(const Spec& spec, const StateDict& weights = {});

}  // namespace headsup
