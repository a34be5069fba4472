/** The sentences of a step: fills placeholders with the step's names and renders `backticks` as code. */
import { html, nothing, type TemplateResult } from "lit";
import { format } from "./number_text.js";
import type { StepWords, Words } from "./words.js";

/** A step as its sentences need it: the key of its words, and the values for their {placeholders}. */
interface Worded {
  readonly id: string;
  readonly words: string;
  readonly names?: Readonly<Record<string, string>>;
  /** The values for the sentences that say what the weights mean, if they mean something. */
  meaning?(lang: string): Readonly<Record<string, string>> | undefined;
}

export function stepSentence(words: Words, step: Worded, key: keyof StepWords): string | undefined {
  const steps: Readonly<Record<string, StepWords>> = words.steps;
  const meanings: Readonly<Record<string, Partial<StepWords>>> = words.meanings;
  const meaning = step.meaning?.(words.language.code);
  const meant = meaning && (meanings[step.words] ?? meanings[step.id])?.[key];
  const sentence = words.own?.steps[step.id]?.[key] ?? meant ?? steps[step.words]?.[key];
  return sentence === undefined ? undefined : format(sentence, { ...step.names, ...meaning });
}

export const stepTitle = (words: Words, step: Worded): string =>
  (stepSentence(words, step, "title") ?? step.id).replaceAll("`", "");

/** A line of code with its comment in the reader's language. */
export const codeLine = ({ codeComments }: Pick<Words, "codeComments">, line: string): string =>
  line.replace(
    /(?<=# ).+$/,
    (comment) => (codeComments as Readonly<Record<string, string>>)[comment] ?? comment,
  );

/** "ko" for text with Korean letters, which an English page has to mark for speech. */
export const langOf = (text: string): "ko" | typeof nothing =>
  /\p{Script=Hangul}/u.test(text) ? "ko" : nothing;

/** Text whose `backticked` parts are rendered as code. */
export const richText = (text: string): TemplateResult =>
  html`${text.split("`").map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))}`;

/** "Head 1: same word" for a head with a role in designed or trained weights. Heads are counted from 1, as below the stage. */
export const headText = ({ weights }: Words, head: number, role: string | undefined): string =>
  weights && role ? format(weights.head, { head: head + 1, role }) : "";
