/** The words of the questions: what is asked, what is right, why something is wrong. */
import type { Reason } from "../../lessons/questions/judge.js";
import type { Facts, Option, Question } from "../../operations/question.js";
import { format } from "../../words/number_text.js";
import type { OwnWords, WholeWords } from "../../words/words.js";

export type QuestionWords = WholeWords["questions"];

/** Adds the words of a lesson file's own questions. */
export const withOwn = (words: QuestionWords, own: OwnWords | undefined): QuestionWords =>
  own
    ? {
        ...words,
        asks: { ...words.asks, ...own.asks },
        reasons: { ...words.reasons, ...own.reasons },
        options: { ...words.options, ...own.options },
      }
    : words;

type Texts = Readonly<Record<string, string>>;

/** The text of the question, or of the right answer with its reason. */
export function questionText(words: QuestionWords, { key, facts }: Question, which: "ask" | "right"): string {
  const asks: Readonly<Record<string, Texts>> = words.asks;
  return format(asks[key]?.[which] ?? key, facts);
}

export function reasonText(words: QuestionWords, { key, facts }: Reason, asked: Facts): string {
  const reasons: Texts = words.reasons;
  return format(reasons[key] ?? key, { ...asked, ...facts });
}

/** The label of a choice; code in `backticks`. */
export function optionText(words: QuestionWords, { code, word = "" }: Option): string {
  const options: Texts = words.options;
  return code === undefined ? (options[word] ?? word) : `\`${code}\``;
}
