#pragma once
// How the lessons write steps into a trace.

#include "headsup/lesson/spec.h"
#include "headsup/trace/trace.h"

namespace headsup {

/// Inputs and axes are names separated by spaces, "scores mask" and "B H T S". Axes are written with the letters of the
/// most general lesson; those that are the same size in this lesson are recorded under one letter.
class Recorder {
 public:
  Recorder(const Spec& spec, Trace& trace) : spec_(spec), trace_(trace) {}

  const Spec& spec() const { return spec_; }
  /// The trace recorded so far.
  const Trace& trace() const { return trace_; }

  /// Adds a step and returns it, so that the caller can set its origin, and its inputs where they are not known in advance.
  Step& record(const char* name, Op op, const char* inputs, const char* axes, AnyTensor tensor);

 private:
  Name letter(Name axis) const;

  const Spec& spec_;
  Trace& trace_;
};

}  // namespace headsup
