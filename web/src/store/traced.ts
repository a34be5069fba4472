/** Runs a spec with numbers that are set by hand, on the page or in its worker. */

import { type DESIGNED, tensorsFor } from "../module/designed.js";
import { type Refusal, refusalOf } from "../module/errors.js";
import type { Core } from "../module/page_entry.js";
import type { LessonSpec, Trace } from "../module/types.js";
import type { LessonWeights } from "../module/weights/state_dict.js";
import type { Changes } from "../spec/changes.js";

/** A trace, without the changes that the core refuses, and why it does. */
export interface Traced {
  readonly trace: Trace;
  readonly unfit: readonly Refusal[];
}

/** Runs a lesson with the changes that fit it: another sentence or other sizes may lack a cell that was changed. */
export function traceOf(
  hu: Core,
  spec: LessonSpec,
  weights: LessonWeights | typeof DESIGNED | undefined,
  asked: Changes = [],
): Traced {
  const tensors = tensorsFor(hu, spec, weights);
  const unfit: Refusal[] = [];
  for (let changes = asked; ; ) {
    try {
      return { trace: hu.run(spec, tensors, { changes }), unfit };
    } catch (error) {
      const refusal = refusalOf(error);
      const [, place] = /^changes\[(\d+)\]/.exec(refusal.details["field"] ?? "") ?? [];
      if (place === undefined) throw error;
      unfit.push(refusal);
      changes = changes.filter((_, i) => i !== Number(place));
    }
  }
}
