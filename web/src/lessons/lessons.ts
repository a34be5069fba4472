/** The lessons there are, by name, in the order of the course. */
import { HeadsUpError } from "../module/errors.js";
import { encoderDecoder } from "./encoder_decoder.js";
import type { Lesson, TaughtLesson } from "./lesson.js";
import { maskedMultiHead } from "./masked_multi_head.js";

export const lessons: Readonly<Record<TaughtLesson, Lesson>> = {
  "masked-multi-head": maskedMultiHead,
  "encoder-decoder": encoderDecoder,
};

export const isTaught = (name: string): name is TaughtLesson => Object.hasOwn(lessons, name);

/** The lesson of that name; refuses `unknown-value` for one that the core runs and the page does not teach. */
export function taughtLesson(name: string): Lesson {
  if (isTaught(name)) return lessons[name];
  const wants = lessonNames.join(", ");
  throw new HeadsUpError("unknown-value", `lesson: got "${name}", wants one of ${wants}`, {
    field: "lesson",
    got: name,
    wants,
  });
}

export const lessonNames = Object.keys(lessons) as readonly TaughtLesson[];

/** Where a visit begins that names no lesson. */
export const FIRST_LESSON: TaughtLesson = "masked-multi-head";
