/** Computes the trace of a lesson, in the same way on the page and in the worker. */
import type { HeadsUp } from "../module/heads_up.js";
import type { LessonSpec, Trace } from "../module/types.js";
import type { NamedTensors } from "../module/weights/state_dict.js";

/**
 * With given weights the spec is settled first: the sizes that the reader asked for then apply, not those of the file.
 * Arrays that the trace shares with `like` are not copied.
 */
export const traceOf = (hu: HeadsUp, spec: LessonSpec, weights?: NamedTensors, like?: Trace): Trace =>
  weights ? hu.run(hu.settle(spec), weights, like) : hu.run(spec, {}, like);
