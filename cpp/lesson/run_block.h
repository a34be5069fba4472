#pragma once
// The transformer-block lesson: positions, a warm-up attention, multi-head attention, norms and a feed-forward layer. Its
// masks are 1 = ignore.

#include "lesson/recorder.h"

namespace headsup {

/// Records every step after the parameters.
void record_block(LessonRecorder& r);

}  // namespace headsup
