#pragma once
// Writing steps into a trace, for the lessons alone.

#include "headsup/lesson/spec.h"
#include "headsup/trace/trace.h"

namespace headsup {

/// Inputs and axes are words in a literal, "scores mask" and "B H T S"; the axes are those of the most general
/// lesson, and take the letters of this one on the way.
class Recorder {
 public:
  Recorder(const Spec& spec, Trace& trace) : spec_(spec), trace_(trace) {}

  const Spec& spec() const { return spec_; }
  /// What has been recorded so far.
  const Trace& trace() const { return trace_; }

  // The new step, whose origin and, where they are no literal, inputs are still to be set.
  Step& record(const char* name, Op op, const char* inputs, const char* axes, const FloatTensor& tensor);
  Step& record(const char* name, Op op, const char* inputs, const char* axes, const IntTensor& tensor);
  Step& record(const char* name, Op op, const char* inputs, const char* axes, const BoolTensor& tensor);

 private:
  Step& add(const char* name, Op op, const char* inputs, const char* axes);
  Name letter(Name axis) const;

  const Spec& spec_;
  Trace& trace_;
};

}  // namespace headsup
