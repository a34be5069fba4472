#pragma once
// Running a lesson: the operations in the notebook's order, each result recorded under its name.

#include <memory>

#include "headsup/graph/trace.h"
#include "headsup/lesson/spec.h"
#include "headsup/lesson/state_dict.h"

namespace headsup {

class DrawnParameters;

/// The parameters that `run` drew last. Pass the same cache to runs that differ only in tokens, masks or heads: it
/// saves drawing them again, most of the work of a lesson with a vocabulary of thousands. It takes up to 4 MB; larger
/// sets of parameters are drawn by every run. Not thread-safe.
class ParameterCache {
 public:
  ParameterCache();
  ~ParameterCache();
  /// A cache that was moved from may only be destroyed or assigned to.
  /// @{
  ParameterCache(ParameterCache&& other) noexcept;
  ParameterCache& operator=(ParameterCache&& other) noexcept;
  /// @}

 private:
  friend Trace run(const Spec& spec, const StateDict& weights, ParameterCache* cache, const Changes& changes);

  std::unique_ptr<DrawnParameters> drawn_;
};

/// The trace of a spec. After manual_seed(seed) the parameters are drawn as the notebooks do: embedding, w_q,
/// w_k, w_v, w_0, conv1, conv2. `weights`, under the names of the trace ("w_q.weight" …), replace what would be drawn.
/// Steps that the spec switches off (masks, biases, w_0 …) are not in the trace. Without a `cache` nothing is kept between
/// calls.
///
/// Refuses what `validate` does, and for weights: `unknown-weight` for a name that the lesson does not have,
/// `contradiction` for a name that is given twice, `missing` where only a part of the table, of w_q and w_k, of w_v and w_0,
/// of the convolutions or of the norms is given, `shape-mismatch`.
///
/// `changes` set numbers by hand the moment their step is made; every later step is made from them. They may be any finite
/// numbers, and −infinity in scores and masked scores; ids, positions and bits stay what later steps can read. Refuses
/// `too-large` for more than Limits::changes, `unknown-value` for a step that the lesson does not have, `bad-index`,
/// `out-of-range`, and `wrong-type` where a whole number is wanted.
Trace run(const Spec& spec, const StateDict& weights = {}, ParameterCache* cache = nullptr,
          const Changes& changes = {});

/// The parameters of a lesson, drawn or given: what makes `run` use the same ones again.
StateDict state_dict(const Trace& trace);

}  // namespace headsup
