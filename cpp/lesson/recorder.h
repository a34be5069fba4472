#pragma once
// How the lessons write steps into a trace, and read those that they have written.

#include <vector>

#include "headsup/lesson/spec.h"
#include "headsup/trace/trace.h"

namespace headsup {

/// Axes are names separated by spaces, "B H T S", written with the letters of the most general lesson; those that are the same
/// size in this lesson are recorded under one letter.
///
/// A lesson computes each step from recorded ones alone, so that a number that was set by hand is in all that follows.
class Recorder {
 public:
  /// Refuses `too-large` for more than Limits::changes in the trace.
  Recorder(const Spec& spec, Trace& trace);

  const Spec& spec() const { return spec_; }
  /// The trace recorded so far.
  const Trace& trace() const { return trace_; }

  /// Adds what an operation makes of recorded steps, with the trace's changes in it, and returns its name. Refuses `bad-index`,
  /// `out-of-range` and `wrong-type` for a change that does not fit.
  Name run(Name name, const Operation& operation, const Names& inputs, Name axes, Attributes attributes = {});
  /// Adds a tensor that was given or drawn; the attributes say how.
  void record(Name name, const Operation& operation, Name axes, Tensor tensor, Attributes attributes = {});

  /// The tensor of a step that has been recorded.
  const Tensor& operator[](Name name) const { return trace_[name].tensor; }
  bool has(Name name) const { return trace_.find(name) != nullptr; }

  /// Refuses `unknown-value` for a change of a step that has not been recorded.
  void check_changes() const;

 private:
  void add(Step step, Name axes);
  Name letter(Name axis) const;
  void change(Step& step, Index n) const;

  const Spec& spec_;
  Trace& trace_;
};

}  // namespace headsup
