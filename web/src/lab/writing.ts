/** The models write on after a prompt, token by token, all by the same uniform numbers, so that only the models differ. */
import type { FloatTensor, Tokens } from "../module/training/types.js";
import { uniforms } from "../module/training/uniforms.js";
import { type Choice, chosenToken } from "./next_token.js";
import { RUN_KEYS, type RunKey } from "./runs.js";

export interface Written {
  /** Without the prompt. */
  readonly ids: Tokens;
  /** Of the latest token. */
  readonly probabilities: ArrayLike<number>;
  /** The uniform number that chose it. */
  readonly u: number;
  /** Undefined if the probabilities are not numbers. */
  readonly choice: Choice | undefined;
}

export interface WritingAsked {
  readonly prompt: Tokens;
  /** How many tokens to write at most. */
  readonly most: number;
  readonly temperature: number;
  readonly seed: number;
  /** How many tokens a model reads at most: the last ones. */
  readonly context: number;
  /** The token that ends a text; undefined where only the length does. */
  readonly end: number | undefined;
}

/** The probabilities (V) of the token after `prompt`. */
export type AskNext = (run: RunKey, prompt: Tokens, temperature: number) => Promise<FloatTensor>;

/** Between two tokens, so that each can be seen. */
const PAUSE_MS = 250;

/** What each model has written; empty before the first token. */
export type WrittenTexts = ReadonlyMap<RunKey, Written>;

/** Whether no model can go on: none has learned what follows the end. */
export const haveEnded = (texts: WrittenTexts, end: number | undefined): boolean =>
  texts.size > 0 && [...texts.values()].every((written) => hasEnded(written, end));

const hasEnded = ({ ids }: Written, end: number | undefined): boolean =>
  end !== undefined && ids.at(-1) === end;

/** The texts after each token. */
export async function* write(
  ask: AskNext,
  asked: WritingAsked,
  before: WrittenTexts = new Map(),
): AsyncGenerator<WrittenTexts, void> {
  const { prompt, most, context, end } = asked;
  let texts = before;
  const longest = Math.max(0, ...[...texts.values()].map(({ ids }) => ids.length));
  // After so many tokens a model no longer reads the first one.
  const count = Math.min(most, Math.max(1, context + 1 - prompt.length - longest));
  for (let i = 0; i < count && !haveEnded(texts, end); i++) {
    if (i > 0) await new Promise((done) => setTimeout(done, PAUSE_MS));
    if (i > 0) yield texts; // so that nothing is asked after a stop
    const all = RUN_KEYS.map(async (run) => [run, await nextOf(ask, asked, run, texts.get(run))] as const);
    texts = new Map(await Promise.all(all));
    yield texts;
  }
}

async function nextOf(
  ask: AskNext,
  { prompt, context, temperature, seed, end }: WritingAsked,
  run: RunKey,
  written: Written | undefined,
): Promise<Written> {
  if (written && hasEnded(written, end)) return written;
  const before = written?.ids ?? [];
  const tokens = [...prompt, ...before];
  // At 0 all of the probability would be one token's, and the bars would say nothing.
  const { data } = await ask(run, tokens.slice(-Math.min(tokens.length, context)), temperature || 1);
  const u = uniformAt(seed, before.length);
  const choice = chosenToken(data, u, temperature);
  return { ids: choice ? [...before, choice.id] : before, probabilities: data, u, choice };
}

/** The number that the token after so many written ones is chosen by. */
function uniformAt(seed: number, at: number): number {
  const numbers = uniforms(seed);
  for (let i = 0; i < at; i++) numbers.next();
  return numbers.next().value;
}
