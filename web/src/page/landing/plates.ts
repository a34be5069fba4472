/** The picture of each lesson on the landing page: a moment of the step that shows what the lesson adds. */
import type { Focus } from "../../draw/picture.js";
import type { LessonStep } from "../../lessons/lesson.js";
import type { LessonName } from "../../module/types.js";
import type { Run } from "../../store/lesson_runner.js";

interface Plate {
  readonly step: string;
  readonly t: number;
  readonly focus: Focus;
}

const FIRST: Focus = { batch: 0, head: 0 };
export const PLATES: Readonly<Record<LessonName, Plate>> = {
  // The future is filled with −∞.
  "masked-self-attention": { step: "demo_masked_scores", t: 1, focus: FIRST },
  // One row of eight numbers, two heads of four.
  "multi-head": { step: "q_split", t: 0.5, focus: FIRST },
  // What is left to attend to without the future and without padding.
  "masked-multi-head": { step: "attention", t: 1, focus: { batch: 1, head: 0 } },
  // Two lengths in one table.
  "encoder-decoder": { step: "scores", t: 0.5, focus: FIRST },
  // The table of positions.
  "transformer-block": { step: "position_table", t: 1, focus: FIRST },
};

/** The step of the plate; the lesson's first if this trace lacks it. */
export function plateStep({ steps, trace }: Run): LessonStep | undefined {
  return steps.find(({ id }) => id === PLATES[trace.spec.lesson].step) ?? steps[0];
}
