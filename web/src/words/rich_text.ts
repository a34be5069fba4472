/** The sentences of a step: fills placeholders with the step's names and renders `backticks` as code. */
import { html, nothing, type TemplateResult } from "lit";
import { format } from "./number_text.js";
import type { StepWords, Words } from "./words.js";

/** A step as its sentences need it: the key of its words, and the values for their {placeholders}. */
interface Worded {
  readonly id: string;
  readonly words: string;
  readonly names?: Readonly<Record<string, string>>;
}

export function stepSentence(words: Words, step: Worded, key: keyof StepWords): string | undefined {
  const steps: Readonly<Record<string, StepWords>> = words.steps;
  const sentence = words.own?.steps[step.id]?.[key] ?? steps[step.words]?.[key];
  return sentence === undefined ? undefined : format(sentence, step.names ?? {});
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
