/**
 * What the page needs to know about the readable weights that the core computes (cpp/lesson/readable_weights.cpp): the role
 * of each head, whether a trace has them, and the formula of each number. A test compares it with the core.
 */

import type { Operations } from "./bare.js";
import { range } from "./shape.js";
import type { LessonSpec, Trace } from "./types.js";
import type { LessonWeights } from "./weights/state_dict.js";

/** The value of `weights` in a URL, and an argument of `toPyTorch`. */
export const READABLE = "readable";

/** The weights to run a spec with; "readable" stands for those of the formula. */
export const tensorsFor = (
  hu: Pick<Operations, "readableWeights">,
  spec: LessonSpec,
  tensors: LessonWeights | typeof READABLE | undefined,
): LessonWeights | undefined => (tensors === READABLE ? hu.readableWeights(spec) : tensors);

export type HeadRole = "same_word" | "previous_token" | "as_drawn";

/** ρ, the real root of ρ³ = ρ + 1. */
export const RHO = 1.324717957244746;
/** The exponent j of ρʲ goes from 1 to this and then starts again. */
const FREQUENCIES = 16;
export const LENGTH_BESIDE_POSITIONS = 4;

export type Sizes = Pick<Required<LessonSpec>, "dModel" | "dAttention" | "numHeads" | "positionalEncoding">;

/** Pairs of columns: positions use the first ones, words the others. */
export interface ReadablePairs {
  /** The number of pairs for positions. */
  readonly positions: number;
  /** The end of the words' pairs. With an odd number of columns, the last one belongs to no pair. */
  readonly end: number;
  /** The number of pairs that a head reads in each role. */
  readonly sameWord: number;
  readonly previousToken: number;
}

export function readablePairs({ dModel, dAttention, numHeads, positionalEncoding }: Sizes): ReadablePairs {
  const positions = positionalEncoding ? Math.floor(dModel / 4) : 0;
  const end = Math.floor(dModel / 2);
  const pairsOfHead = Math.floor((dAttention ?? dModel) / numHeads / 2);
  return {
    positions,
    end,
    sameWord: Math.min(end - positions, pairsOfHead),
    previousToken: Math.min(positions, pairsOfHead),
  };
}

export function roleOfHead(sizes: Sizes, head: number): HeadRole {
  const { sameWord, previousToken } = readablePairs(sizes);
  if (sameWord === 0) return "as_drawn";
  if (head % 2 === 0) return "same_word";
  return previousToken > 0 ? "previous_token" : "as_drawn";
}

/** The formula of a number of the embedding table: length · part(2π id / ρʲ) − less. */
export interface CodeOfWord {
  /** The exponent j. */
  readonly power: number;
  readonly part: "sin" | "cos";
  /** 1, or longer if positions are added. */
  readonly length: number;
  /** The number subtracted from a cosine if positions are added, else 0. */
  readonly less: number;
}

/** Undefined for columns that are 0. */
export function codeOfWord(sizes: Sizes, column: number): CodeOfWord | undefined {
  const { positions, end } = readablePairs(sizes);
  const pair = Math.floor(column / 2);
  if (pair < positions || pair >= end) return undefined;
  const isCosine = column % 2 === 1;
  return {
    power: ((end - 1 - pair) % FREQUENCIES) + 1,
    part: isCosine ? "cos" : "sin",
    length: sizes.positionalEncoding ? LENGTH_BESIDE_POSITIONS : 1,
    less: sizes.positionalEncoding && isCosine ? 1 : 0,
  };
}

export const angleOfWord = (id: number, power: number): number => (2 * Math.PI * id) / RHO ** power;

/** embedding.weight[id, column] */
export const numberOfWord = (sizes: Sizes, id: number, column: number): number => {
  const code = codeOfWord(sizes, column);
  if (!code) return 0;
  return code.length * Math[code.part](angleOfWord(id, code.power)) - code.less;
};

/** The tolerance of the comparison; float32 rounding stays below it. */
const CLOSE = 1e-5;
const cache = new WeakMap<Trace, boolean>();

/** Whether a trace was made with readable weights: its embedding table is given, and a row of it follows the formula. */
export function isReadable(trace: Trace): boolean {
  const cached = cache.get(trace);
  if (cached !== undefined) return cached;
  const stepNamed = (name: string) => trace.steps.find((step) => step.name === name);
  const [table, query, value] = ["embedding.weight", "w_q.weight", "w_v.weight"].map(stepNamed);
  const { dModel, vocabSize } = trace.spec;
  const id = vocabSize - 1;
  const result =
    table?.op === "given" &&
    query?.op === "given" &&
    value?.op !== "given" &&
    range(dModel).every(
      (column) =>
        Math.abs((table.data[id * dModel + column] ?? 0) - numberOfWord(trace.spec, id, column)) < CLOSE,
    );
  cache.set(trace, result);
  return result;
}

const SAME_WORD_SCORE = 16;
const PREVIOUS_TOKEN_LEAD = 4;

/** The scale s of w_q and w_k in the heads with a role. */
export function readableScale(sizes: Sizes, role: HeadRole): number {
  const { dModel, dAttention, numHeads, positionalEncoding } = sizes;
  const { sameWord, previousToken } = readablePairs(sizes);
  const root = Math.sqrt((dAttention ?? dModel) / numHeads);
  if (role === "same_word")
    return (
      Math.sqrt((SAME_WORD_SCORE * root) / sameWord) / (positionalEncoding ? LENGTH_BESIDE_POSITIONS : 1)
    );
  let fall = 0;
  for (let i = 0; i < previousToken; i++) fall += 1 - Math.cos(10000 ** ((-2 * i) / dModel));
  return Math.sqrt((PREVIOUS_TOKEN_LEAD * root) / fall);
}
