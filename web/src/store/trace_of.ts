/** The trace of a lesson, alike wherever it is run. */
import type { HeadsUp } from "../module/heads_up.js";
import type { LessonSpec, Trace } from "../module/types.js";
import type { NamedTensors } from "../module/weights/state_dict.js";

/** With given weights all sizes are said: those that a reader asks for do not give way to the file's. What it shares with `like` is not copied. */
export const traceOf = (hu: HeadsUp, spec: LessonSpec, weights?: NamedTensors, like?: Trace): Trace =>
  weights ? hu.run(hu.settle(spec), weights, like) : hu.run(spec, {}, like);
