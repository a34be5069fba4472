#pragma once
// Recording the steps of a lesson.

#include "graph/recorder.h"
#include "headsup/lesson/spec.h"

namespace headsup {

/// Records a lesson's steps, with the numbers that are set by hand in them.
class LessonRecorder : public Recorder {
 public:
  /// Refuses `too-large` for more than Limits::changes in the trace.
  LessonRecorder(const Spec& spec, Trace& trace);

  const Spec& spec() const { return spec_; }

  /// Refuses `unknown-value` for a change of a step that has not been recorded.
  void check_changes() const;

 protected:
  /// Makes the changes of a step. Refuses `bad-index`, `out-of-range` and `wrong-type` for one that does not fit.
  void finish(Step& step) const override;

 private:
  void change(Step& step, Index n) const;

  const Spec& spec_;
};

}  // namespace headsup
