/** The questions that the page asks about its opening traces: one of each kind, with a wrong answer. */
import { load } from "../../dist/package/index.node.js";
import { lessonNamed, openingSpec } from "../../web/src/lessons/lessons.js";
import { questionsOf } from "../../web/src/lessons/questions/questions.js";
import type { LessonName, Trace } from "../../web/src/module/types.js";
import type { Answer, Question } from "../../web/src/operations/question.js";

export const hu = await load();
export const traceOf = (lesson: LessonName): Trace => hu.run(openingSpec(lesson)) as Trace;

export function wrongAnswer(question: Question): Answer {
  switch (question.kind) {
    case "shape":
      return question.slips[0]?.answer.join(" ") ?? "1";
    case "number":
      return String(question.slips[0]?.answer ?? 99);
    case "choice":
      return question.answer === 0 ? 1 : 0;
    case "cell":
      return question.answer === 0 ? 1 : 0;
    case "mask":
      return question.answer.map((row, i) => row.map((bit, j) => (i === 0 && j === 0 ? !bit : bit)));
  }
}

/** A question of the masked lesson, and where it is asked. */
export interface Asked {
  readonly step: string;
  readonly nth: number;
  readonly question: Question;
}

/** One question of each kind. */
export function oneOfEach(): Asked[] {
  const trace = traceOf("masked-multi-head");
  const all = lessonNamed("masked-multi-head")
    .steps(trace)
    .flatMap((step) =>
      questionsOf(hu, trace, step).map((question, nth) => ({ step: step.id, nth, question })),
    );
  return (["shape", "number", "choice", "cell", "mask"] as const).flatMap(
    (kind) => all.find(({ question }) => question.kind === kind) ?? [],
  );
}
