/** What this browser stores of a learner of a course: their drafts, tests and answers, which an LMS does not keep in full. */
import { isLessonName } from "../lessons/lessons.js";
import { hash } from "../operations/pick.js";
import { forgetAnswers, keepAllAnswered } from "../store/kept/kept_answers.js";
import { keepWhy, keptWhy, reportAnswers } from "../store/kept/kept_practice.js";
import { forgetSolved } from "../store/kept/kept_solved.js";
import { keepApart } from "../store/kept/kept_text.js";
import type { LearnerRecord, Reporter } from "./record.js";

/**
 * From now on, this browser stores what this learner does, apart from all others and from the reader outside courses. Which
 * questions of the lesson count as answered is what the record says; a draft that is stored here may be newer than its answer.
 */
export function openOwnAnswers(
  lesson: string,
  { learner, isSilent }: Pick<LearnerRecord, "learner" | "isSilent">,
  { right, why }: Pick<Reporter, "right" | "why">,
): void {
  // Keys are not the place for a learner's name.
  keepApart(hash(learner).toString(36));
  if (!learner) {
    forgetAnswers();
    forgetSolved();
  }
  if (!isSilent) reportAnswers();
  keepAllAnswered(lesson, right);
  if (why && isLessonName(lesson) && !keptWhy(lesson).text)
    keepWhy(lesson, { text: why, points: [], tries: 1 });
}
