/** Resolves the most common addresses: a lesson with its data, at one of its steps. All others need settle.ts, which is loaded late. */

import type { OwnLesson } from "../../lesson_file/read_lesson.js";
import { indexOfStep } from "../../lessons/groups.js";
import { withOpeningSizes } from "../../lessons/lessons.js";
import { TRAINED } from "../../lessons/trained.js";
import type { Core } from "../../module/page_entry.js";
import { type LessonData, readableWeights, run } from "../../store/lesson_runner.js";
import type { Place } from "../../store/state.js";
import type { Problem } from "./url_reader.js";
import type { PageState } from "./url_state.js";

export interface SettledAddress {
  readonly data: LessonData;
  readonly place: Place;
  readonly problems: readonly Problem[];
}

export function isPlain(state: PageState): boolean {
  const { spec: _, src, step, t, weights, lang, theme, mode, allow, ...others } = state;
  return weights !== TRAINED && Object.values(others).every((value) => value === undefined);
}

/** Undefined if the core or the lesson refuses anything. */
export function plainAddress(
  hu: Core,
  { spec, step, t, weights }: PageState,
  own: OwnLesson | undefined,
): SettledAddress | undefined {
  const data: LessonData = {
    spec: own ? spec : withOpeningSizes(spec),
    weights: weights && readableWeights(spec.lesson),
    own,
  };
  try {
    const { steps } = run(hu, data);
    if (step !== undefined && indexOfStep(steps, step) < 0) return undefined;
    // Without a step in the URL, start at the beginning of the first one.
    return { data, place: { step, t: t ?? (step === undefined ? 0 : undefined) }, problems: [] };
  } catch {
    return undefined;
  }
}
