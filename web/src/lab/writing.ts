/** The models continue a prompt token by token, all with the same uniform numbers, so that only the models differ. */
import type { Tokens, TrainingTask } from "../module/training/types.js";
import { uniforms } from "../module/training/uniforms.js";
import type { NextToken } from "./messages.js";
import { RUN_KEYS, type RunKey } from "./runs.js";

export interface WrittenText {
  /** The generated tokens, without the prompt. */
  readonly ids: Tokens;
  /** The probabilities (V) from which the latest token was chosen. */
  readonly probabilities: ArrayLike<number>;
  /** The uniform number that chose it. */
  readonly u: number;
  /** Undefined if the probabilities are not numbers. */
  readonly choice: Choice | undefined;
  /** The model's step; if it was trained in the meantime, those of the first and of the latest token. */
  readonly steps: readonly number[];
}

export interface WritingRequest {
  readonly prompt: Tokens;
  /** The largest number of tokens to write. */
  readonly most: number;
  readonly temperature: number;
  readonly seed: number;
  /** The number of tokens that a model reads at most, which are the last ones. */
  readonly context: number;
  /** The token that ends a text; undefined if only the length does. */
  readonly end: number | undefined;
}

/** Asks for the token after `prompt`. */
export type AskNext = (run: RunKey, prompt: Tokens, temperature: number) => Promise<NextToken>;

/** The pause between two tokens, so that the reader can see each. */
const PAUSE_MS = 250;

/** The text of each model; empty before the first token. */
export type WrittenTexts = ReadonlyMap<RunKey, WrittenText>;

/** Whether all models have ended their texts; what follows an end was never trained. */
export const allEnded = (texts: WrittenTexts, end: number | undefined): boolean =>
  texts.size > 0 && [...texts.values()].every((written) => hasEnded(written, end));

const hasEnded = ({ ids }: WrittenText, end: number | undefined): boolean =>
  end !== undefined && ids.at(-1) === end;

/** Yields the texts after each token. */
export async function* write(
  ask: AskNext,
  asked: WritingRequest,
  before: WrittenTexts = new Map(),
): AsyncGenerator<WrittenTexts, void> {
  const { prompt, most, context, end } = asked;
  let texts = before;
  const longest = Math.max(0, ...[...texts.values()].map(({ ids }) => ids.length));
  // With more tokens, a model would no longer read the first one.
  const count = Math.min(most, Math.max(1, context + 1 - prompt.length - longest));
  for (let i = 0; i < count && !allEnded(texts, end); i++) {
    if (i > 0) await new Promise((done) => setTimeout(done, PAUSE_MS));
    if (i > 0) yield texts; // the consumer may stop here, before the models are asked
    const next = RUN_KEYS.map(async (run) => [run, await nextOf(ask, asked, run, texts.get(run))] as const);
    texts = new Map(await Promise.all(next));
    yield texts;
  }
}

async function nextOf(
  ask: AskNext,
  { prompt, context, temperature, seed, end }: WritingRequest,
  run: RunKey,
  written: WrittenText | undefined,
): Promise<WrittenText> {
  if (written && hasEnded(written, end)) return written;
  const before = written?.ids ?? [];
  const tokens = [...prompt, ...before];
  // At temperature 0 one token would have all the probability, and the bars would show nothing else.
  const { data, steps } = await ask(run, tokens.slice(-Math.min(tokens.length, context)), temperature || 1);
  const u = uniformAt(seed, before.length);
  const choice = chosenToken(data, u, temperature);
  const ids = choice ? [...before, choice.id] : before;
  return { ids, probabilities: data, u, choice, steps: [...new Set([written?.steps[0] ?? steps, steps])] };
}

/** The uniform number that chooses the token after `at` generated ones. */
function uniformAt(seed: number, at: number): number {
  const numbers = uniforms(seed);
  for (let i = 0; i < at; i++) numbers.next();
  return numbers.next().value;
}

export interface Choice {
  readonly id: number;
  /** The chosen token's interval in 0 … 1: the cumulative probability before the token, and including it. */
  readonly from: number;
  readonly to: number;
}

/**
 * The token in whose interval `u` lies, with the intervals in the order of the ids; at temperature 0 the most probable token.
 * Undefined if a probability is NaN.
 */
export function chosenToken(
  probabilities: ArrayLike<number>,
  u: number,
  temperature: number,
): Choice | undefined {
  const list = Array.from(probabilities);
  if (list.length === 0 || list.some(Number.isNaN)) return undefined;
  const sums: number[] = [];
  for (const [id, probability] of list.entries()) sums.push((sums[id - 1] ?? 0) + probability);
  const chosen = temperature === 0 ? list.indexOf(Math.max(...list)) : sums.filter((sum) => sum <= u).length;
  const id = Math.min(chosen, list.length - 1);
  return { id, from: sums[id - 1] ?? 0, to: sums[id] ?? 1 };
}

export interface Candidate {
  readonly id: number;
  readonly probability: number;
}

export interface Candidates {
  /** The most probable tokens first; the chosen one is always among them. */
  readonly shown: readonly Candidate[];
  /** The number of other tokens, and their total probability. */
  readonly others: number;
  readonly rest: number;
}

/** The `count` most probable tokens. A chosen token that is not among them replaces the last one. */
export function candidatesOf(probabilities: ArrayLike<number>, chosen: number, count: number): Candidates {
  const sorted = Array.from(probabilities, (probability, id) => ({ id, probability })).sort(
    (a, b) => b.probability - a.probability || a.id - b.id,
  );
  const first = sorted.slice(0, count);
  const shown = first.some(({ id }) => id === chosen)
    ? first
    : [...first.slice(0, -1), ...sorted.filter(({ id }) => id === chosen)];
  const sum = shown.reduce((total, { probability }) => total + probability, 0);
  return { shown, others: sorted.length - shown.length, rest: Math.max(0, 1 - sum) };
}

/** The token that every row ends with before its padding; undefined if there is none, or no row is padded. */
export function endingOf({ data, padId }: Pick<TrainingTask, "data" | "padId">): number | undefined {
  const lastTokens = new Set(data.map((row) => row.findLast((id) => id !== padId)));
  const [last] = lastTokens;
  return lastTokens.size === 1 && data.some((row) => row.at(-1) === padId) ? last : undefined;
}
