#pragma once
// How the lessons write steps into a trace, and read those that they have written.

#include <vector>

#include "headsup/lesson/spec.h"
#include "headsup/trace/trace.h"

namespace headsup {

/// Inputs and axes are names separated by spaces, "scores mask" and "B H T S". Axes are written with the letters of the
/// most general lesson; those that are the same size in this lesson are recorded under one letter.
///
/// A lesson computes each step from recorded ones alone, so that a number that was set by hand is in all that follows.
class Recorder {
 public:
  /// Refuses `too-large` for more than Limits::changes in the trace.
  Recorder(const Spec& spec, Trace& trace);

  const Spec& spec() const { return spec_; }
  /// The trace recorded so far.
  const Trace& trace() const { return trace_; }

  /// Adds a step with the trace's changes in it, and returns it, so that the caller can set its origin, and its inputs where
  /// they are not known in advance. Refuses `bad-index`, `out-of-range` and `wrong-type` for a change that does not fit.
  Step& record(const char* name, Op op, const char* inputs, const char* axes, AnyTensor tensor);

  /// The numbers of a step that has been recorded, until the next one is.
  /// @{
  const FloatTensor& floats(Name name) const { return std::get<FloatTensor>(trace_[name].tensor); }
  const IntTensor& ints(Name name) const { return std::get<IntTensor>(trace_[name].tensor); }
  const BoolTensor& bits(Name name) const { return std::get<BoolTensor>(trace_[name].tensor); }
  /// @}
  bool has(Name name) const { return trace_.find(name) != nullptr; }

  /// Refuses `unknown-value` for a change of a step that has not been recorded.
  void check_changes() const;

 private:
  Name letter(Name axis) const;
  void change(Step& step, Index n) const;

  const Spec& spec_;
  Trace& trace_;
};

}  // namespace headsup
