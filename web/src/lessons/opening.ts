/** The lessons in the order of the course, and how each opens: all that leads to a lesson before any of them has loaded. */
import { DESIGNED } from "../module/designed.js";
import type { LessonName, LessonSpec } from "../module/types.js";

export const lessonNames: readonly LessonName[] = [
  "masked-self-attention",
  "multi-head",
  "masked-multi-head",
  "encoder-decoder",
  "transformer-block",
];

export const isLessonName = (name: string): name is LessonName => lessonNames.some((one) => one === name);

/** The lesson that opens when none is named. */
export const FIRST_LESSON: LessonName = "masked-multi-head";

/** The lesson that follows in the course. */
export const lessonAfter = (name: LessonName): LessonName | undefined =>
  lessonNames[lessonNames.indexOf(name) + 1];

/** Whether a lesson has designed weights: positions and norms would drown their numbers. */
export const canShowDesigned = (lesson: LessonName): boolean => lesson !== "transformer-block";

/** Whether a lesson has what a trained model's block has: a causal mask, biases and an output projection. */
export const canShowTrained = (lesson: LessonName): boolean =>
  lesson === "masked-multi-head" || lesson === "transformer-block";

/** A block with residual sums and a norm before each of its layers. */
export const WHOLE_BLOCK = "pre";

/** How the page opens a lesson, as in an address: with the designed model, or with the whole block. */
export const openingOf = (
  lesson: LessonName,
): { readonly spec: LessonSpec; readonly weights?: typeof DESIGNED } =>
  canShowDesigned(lesson)
    ? { spec: { lesson }, weights: DESIGNED }
    : { spec: { lesson, layerNorm: WHOLE_BLOCK } };
