/** The words of the questions: what is asked, what is right, why something is wrong. */

import type { TokenName } from "../../draw/tensor_view.js";
import type { Reason } from "../../lessons/questions/judge.js";
import type {
  Facts,
  NamedToken,
  NamedTokens,
  Option,
  Question,
  TokenAxis,
} from "../../operations/question.js";
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

/** What the stage calls the tokens of an axis; undefined where it is not about the lesson on the stage. */
export type NamesOf = ((axis: TokenAxis) => readonly TokenName[] | undefined) | undefined;

/** The facts of a question, with its tokens by name. */
export const factsOf = (
  words: QuestionWords,
  { facts, words: tokens }: Question,
  namesOf: NamesOf,
): Facts => ({
  ...facts,
  ...namedFacts(words, tokens, namesOf),
});

const namedFacts = (words: QuestionWords, tokens: NamedTokens = {}, namesOf: NamesOf): Facts =>
  Object.fromEntries(Object.entries(tokens).map(([name, token]) => [name, tokenText(words, token, namesOf)]));

/** “cats”, or token 47 where its word is not known; with the position where a sentence has it twice. */
function tokenText({ token: forms }: QuestionWords, { axis, at, id }: NamedToken, namesOf: NamesOf): string {
  if (id === undefined) return format(forms.place, { at });
  const names = axis && namesOf?.(axis);
  const word = names?.[at]?.text ?? id;
  const token = word === id ? format(forms.id, { id }) : format(forms.word, { word });
  const isRepeated = names && names.filter(({ text }) => text === word).length > 1;
  return isRepeated ? format(forms.repeated, { token, at }) : token;
}

/** A sentence with the facts in it. A fact that begins it has a capital letter: "Token 47 gives …". */
function sentence(text: string, facts: Facts): string {
  const said = format(text, facts);
  return text.startsWith("{") ? said.charAt(0).toUpperCase() + said.slice(1) : said;
}

/** The text of the question, or of the right answer with its reason. */
export function questionText(
  words: QuestionWords,
  question: Question,
  which: "ask" | "right",
  namesOf?: NamesOf,
): string {
  const asks: Readonly<Record<string, Texts>> = words.asks;
  return sentence(asks[question.key]?.[which] ?? question.key, factsOf(words, question, namesOf));
}

export function reasonText(
  words: QuestionWords,
  { key, facts, words: tokens }: Reason,
  asked: Facts,
  namesOf?: NamesOf,
): string {
  const reasons: Texts = words.reasons;
  return sentence(reasons[key] ?? key, { ...asked, ...facts, ...namedFacts(words, tokens, namesOf) });
}

/** The label of a choice; code in `backticks`. */
export function optionText(
  words: QuestionWords,
  { code, word, words: tokens }: Option,
  facts: Facts,
  namesOf?: NamesOf,
): string {
  if (word === undefined) return `\`${code}\``;
  const options: Texts = words.options;
  return format(options[word] ?? word, { ...facts, ...namedFacts(words, tokens, namesOf) });
}
