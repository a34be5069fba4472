#pragma once
// Running a lesson: the operations in the notebook's order, each result recorded under its name.

#include <cstdint>
#include <memory>

#include "headsup/lesson/spec.h"
#include "headsup/lesson/state_dict.h"
#include "headsup/trace/trace.h"

namespace headsup {

class DrawnParameters;

/// The parameters that `run` drew last. Runs that differ in tokens, masks or heads only need not draw them again, which is
/// most of the work of a lesson with a vocabulary of thousands: give them the same cache. It takes up to 4 MB; larger
/// sets of parameters are drawn by every run. Not for two threads at once.
class ParameterCache {
 public:
  ParameterCache();
  ~ParameterCache();
  /// Of one that was moved from, all that may be done is to destroy it or to assign to it.
  /// @{
  ParameterCache(ParameterCache&& other) noexcept;
  ParameterCache& operator=(ParameterCache&& other) noexcept;
  /// @}

  /// Changes whenever the parameters that were drawn last are other ones: traces of runs at the same generation have the
  /// same drawn parameters. 0 before the first run.
  std::uint64_t generation() const;

 private:
  friend Trace run(const Spec& spec, const StateDict& weights, ParameterCache* cache);

  std::unique_ptr<DrawnParameters> drawn_;
};

/// The trace of a spec. After manual_seed(seed) the parameters are drawn as the notebooks do: embedding, w_q,
/// w_k, w_v, w_0, conv1, conv2. `weights`, under the names of the trace ("w_q.weight" …), replace what would be drawn.
/// Steps that the spec switches off (masks, biases, w_0 …) are not in the trace. Without a `cache` nothing is kept between
/// calls.
///
/// Refuses what `validate` does, and for weights: `unknown-weight` for a name that the lesson does not have, `missing`
/// where only a part of the table, of w_q … w_0, of the convolutions or of the norms is given, `shape-mismatch`.
Trace run(const Spec& spec, const StateDict& weights = {}, ParameterCache* cache = nullptr);

}  // namespace headsup
