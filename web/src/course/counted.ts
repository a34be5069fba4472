/** What of a lesson counts as progress in a course: its steps, and the questions that they ask. */
import { grouped, membersOf } from "../lessons/groups.js";
import type { LessonStep } from "../lessons/lesson.js";
import { questionsOf } from "../lessons/questions/questions.js";
import type { Core } from "../module/page_entry.js";
import type { Trace } from "../module/types.js";
import type { Lesson } from "./progress.js";

export function countedIn(hu: Core, trace: Trace, all: readonly LessonStep[]): Lesson {
  const steps = grouped(all);
  const questions = steps.flatMap((step) => {
    const builtIn = questionsOf(hu, trace, step);
    // A step of a lesson file may ask others.
    const asked = step.questions?.(trace, builtIn) ?? builtIn;
    return asked.map(({ key }) => `${step.id}.${key}`);
  });
  return {
    steps: steps.map((step) => membersOf(step).map(({ id }) => id)),
    questions: [...new Set(questions)],
  };
}
