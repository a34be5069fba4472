/** Answers in readable form: the text of a choice instead of its index, the sizes of a typed shape. */

import type { Answer, Question } from "../../operations/question.js";
import { parseNumber, parseShape } from "./judge.js";

/** The answer that was given. */
export function readableAnswer(question: Question, answer: Answer): unknown {
  switch (question.kind) {
    case "shape":
      return parseShape(String(answer));
    case "number":
      return parseNumber(String(answer))[0];
    case "choice":
      return readableChoice(question, Number(answer));
    default:
      return answer;
  }
}

/** The right answer. */
export const readableExpected = (question: Question): unknown =>
  question.kind === "choice" ? readableChoice(question, question.answer) : question.answer;

function readableChoice(
  { options }: { readonly options: readonly { code?: string; word?: string }[] },
  at: number,
) {
  const { code, word } = options[at] ?? {};
  return code ?? word;
}
