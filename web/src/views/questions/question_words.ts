/** The words of the questions: what is asked, what is right, why something is wrong. */
import type { Reason } from "../../lessons/questions/judge.js";
import type { Facts, Option, Question } from "../../lessons/questions/question.js";
import { fill } from "../../words/number_text.js";
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

type Said = Readonly<Record<string, string>>;

/** What is asked, or what is right and why. */
export function questionText(words: QuestionWords, { key, facts }: Question, which: "ask" | "right"): string {
  const asks: Readonly<Record<string, Said>> = words.asks;
  return fill(asks[key]?.[which] ?? key, facts);
}

export function reasonText(words: QuestionWords, { key, facts }: Reason, asked: Facts): string {
  const reasons: Said = words.reasons;
  return fill(reasons[key] ?? key, { ...asked, ...facts });
}

/** The label of a choice; code in `backticks`. */
export function optionText(words: QuestionWords, { code, word = "" }: Option): string {
  const options: Said = words.options;
  return code === undefined ? (options[word] ?? word) : `\`${code}\``;
}
