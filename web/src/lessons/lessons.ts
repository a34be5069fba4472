/** The lessons there are, by name, in the order of the course. */
import type { LessonName } from "../module/types.js";
import { encoderDecoder } from "./encoder_decoder.js";
import type { Lesson } from "./lesson.js";
import { maskedMultiHead } from "./masked_multi_head.js";

export const lessons: Readonly<Record<LessonName, Lesson>> = {
  "masked-multi-head": maskedMultiHead,
  "encoder-decoder": encoderDecoder,
};

export const lessonNames = Object.keys(lessons) as readonly LessonName[];

/** Where a visit begins that names no lesson. */
export const FIRST_LESSON: LessonName = "masked-multi-head";
