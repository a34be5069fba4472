/** "Why?" in the learner's own words: one step of each lesson asks it (`Lesson.why`). Its words are in the locales (`questions.whys`). */
import type { LessonName } from "../../module/types.js";
import type { LessonStep } from "../lesson.js";
import { lessons } from "../lessons.js";

/** The points of a model answer, which learners compare with their own. */
export const WHY_POINTS = ["first", "second", "third"] as const;
export type WhyPoint = (typeof WHY_POINTS)[number];

/** The name of this "why?" in events and reports. */
export const WHY = "why";

/** The steps of a lesson file do not ask "why?", because they may have their own words. */
export const asksWhy = (lesson: LessonName, { id, lesson: file }: LessonStep): boolean =>
  file === undefined && lessons[lesson].why === id;
