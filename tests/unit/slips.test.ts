/** The usual slips when computing a number by hand are recognised: each gets the matching reason. */

import { describe, expect, test } from "vitest";
import { stepOf, valueAt } from "../../web/src/draw/tensor_view.js";
import { lessonNamed, openingSpec } from "../../web/src/lessons/lessons.js";
import { lessonNames } from "../../web/src/lessons/opening.js";
import { judge } from "../../web/src/lessons/questions/judge.js";
import { questionsOf } from "../../web/src/lessons/questions/questions.js";
import type { LessonName, Trace } from "../../web/src/module/types.js";
import type { NumberQuestion } from "../../web/src/operations/question.js";
import { hu } from "./core.js";

const ROUNDS = Array.from({ length: 24 }, (_, round) => round);

/** A lesson's number questions with this key, in several rounds. */
function numberQuestions(lesson: LessonName, key: string): { trace: Trace; question: NumberQuestion }[] {
  const trace = hu.run(openingSpec(lesson)) as Trace;
  const steps = lessonNamed(lesson).steps(trace);
  return ROUNDS.flatMap((round) =>
    steps
      .flatMap((step) => questionsOf(hu, trace, step, () => round))
      .flatMap((question) =>
        question.key === key && question.kind === "number" ? [{ trace, question }] : [],
      ),
  );
}

const reasonFor = (question: NumberQuestion, answer: number): string | undefined =>
  judge(question, answer.toFixed(3))?.reasons[0]?.key;

/** How often a slip is recognised. It cannot be where another slip or the answer gives nearly the same number. */
function recognisedCount(
  all: readonly { trace: Trace; question: NumberQuestion }[],
  reason: string,
  slip: (trace: Trace, question: NumberQuestion) => number,
): number {
  return all.filter(({ trace, question }) => reasonFor(question, slip(trace, question)) === reason).length;
}

const LESSONS_WITH_SCORES = lessonNames.filter((name) => numberQuestions(name, "score").length > 0);

/** The query and the key of a score, from the trace. */
function scoreVectors(
  trace: Trace,
  { lit }: NumberQuestion,
): { q: number[]; k: number[]; index: readonly number[] } {
  const { index } = lit ?? { index: [] };
  const scores = stepOf(trace, lit?.name ?? "");
  const [q, k] = scores.inputs.map((name) => stepOf(trace, name));
  if (!q || !k) throw new Error("scores are made from two tensors");
  const row = (tensor: typeof q, at: number) =>
    Array.from({ length: tensor.shape.at(-1) ?? 0 }, (_, i) =>
      valueAt(tensor, [...index.slice(0, -2), at, i]),
    );
  return { q: row(q, index.at(-2) ?? 0), k: row(k, index.at(-1) ?? 0), index };
}
const dot = (q: readonly number[], k: readonly number[]): number =>
  q.reduce((sum, x, i) => sum + x * (k[i] ?? 0), 0);

describe("a score by hand", () => {
  test("is asked in several lessons", () => expect(LESSONS_WITH_SCORES.length).toBeGreaterThan(1));

  test.each(LESSONS_WITH_SCORES)(
    "recognises a forgotten √d_k, a forgotten sum, and the wrong row (%s)",
    (lesson) => {
      const all = numberQuestions(lesson, "score");
      const forgotten = recognisedCount(all, "not_scaled", (trace, question) => {
        const { q, k } = scoreVectors(trace, question);
        return dot(q, k);
      });
      const unsummed = recognisedCount(all, "sum_forgotten", (trace, question) => {
        const { q, k } = scoreVectors(trace, question);
        return (q[0] ?? 0) * (k[0] ?? 0);
      });
      const swapped = recognisedCount(all, "wrong_row", (trace, question) => {
        const { index } = scoreVectors(trace, question);
        const scores = stepOf(trace, question.lit?.name ?? "");
        const [row = 0, column = 0] = index.slice(-2);
        const other = [...index.slice(0, -2), (row + 1) % (scores.shape.at(-2) ?? 1), column];
        return valueAt(scores, other);
      });
      for (const count of [forgotten, unsummed, swapped]) expect(count).toBeGreaterThan(0);
    },
  );
});

describe("a softmax by hand", () => {
  const all = lessonNames.flatMap((lesson) => numberQuestions(lesson, "softmax_of_two"));
  const powers = ({ given }: NumberQuestion): number[] =>
    (given?.[1]?.values ?? []).map((x) => Number(x.replace("−", "-")));
  const smallestPower = (question: NumberQuestion): number => Math.min(...powers(question));

  test("is asked in some lesson", () => expect(all.length).toBeGreaterThan(0));

  test("recognises an undivided exp, and the sum given as the answer", () => {
    expect(recognisedCount(all, "divide_by_sum", (_, question) => smallestPower(question))).toBeGreaterThan(
      all.length / 3,
    );
    expect(
      recognisedCount(all, "that_is_the_sum", (_, question) => powers(question).reduce((x, y) => x + y)),
    ).toBe(all.length);
  });
});
