#pragma once
// The tokens of a lesson: batches of sequences, and their embedding.

#include "lesson/recorder.h"

namespace headsup {

/// Records `ids` and `embedding` of the spec's sequences; the table has been recorded. Returns the second.
Index record_source(LessonRecorder& r);
/// Records `target_ids` and `target_embedding`. Returns the second.
Index record_target(LessonRecorder& r, const Sequences& target);

}  // namespace headsup
