/** The models continue a prompt token by token, all with the same uniform numbers, so that only the models differ. */
import type { TokenChoice, Tokens, TrainingTask } from "../module/training/types.js";
import type { NextToken, Question } from "./messages.js";
import { RUN_KEYS, type RunKey } from "./runs.js";

export interface WrittenText {
  /** The generated tokens, without the prompt. */
  readonly ids: Tokens;
  /** How the latest token was chosen; its id is null if the probabilities are not numbers. */
  readonly choice: TokenChoice;
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

export type AskNext = (question: Question["next"]) => Promise<NextToken>;

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
  const seen = tokens.slice(-Math.min(tokens.length, context));
  const { steps, ...choice } = await ask({ run, tokens: seen, temperature, seed, at: before.length });
  const ids = choice.id === null ? before : [...before, choice.id];
  return { ids, choice, steps: [...new Set([written?.steps[0] ?? steps, steps])] };
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
