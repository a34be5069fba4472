/** The trace of a lesson, alike wherever it is run. */
import type { HeadsUp } from "../module/heads_up.js";
import type { LessonSpec, Trace } from "../module/types.js";
import type { NamedTensors } from "../module/weights/state_dict.js";

/** With given weights all sizes are said: those that a reader asks for do not give way to the file's. */
export const traceOf = (hu: HeadsUp, spec: LessonSpec, weights?: NamedTensors): Trace =>
  weights ? hu.run(hu.settle(spec), weights) : hu.run(spec);
