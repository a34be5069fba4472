/**
 * What the page needs to know of the readable weights that the core makes (cpp/lesson/readable_weights.cpp): which head does
 * what, whether a trace has them, and the formula of each number. A test compares it with the core.
 */
import type { Operations } from "./bare.js";
import type { LessonSpec, Trace } from "./types.js";
import type { LessonWeights } from "./weights/state_dict.js";

/** As a value of `weights` in an address, and of `toPyTorch`. */
export const READABLE = "readable";

/** The tensors to run a spec with; "readable" stands for those of the formula. */
export const tensorsFor = (
  hu: Pick<Operations, "readableWeights">,
  spec: LessonSpec,
  tensors: LessonWeights | typeof READABLE | undefined,
): LessonWeights | undefined => (tensors === READABLE ? hu.readableWeights(spec) : tensors);

export type HeadRole = "same_word" | "previous_token" | "as_drawn";

/** ρ, the real root of ρ³ = ρ + 1. */
export const RHO = 1.324717957244746;
/** j of ρʲ goes from 1 to this and begins again. */
const FREQUENCIES = 16;
export const LENGTH_BESIDE_POSITIONS = 4;

export type Sizes = Pick<Required<LessonSpec>, "dModel" | "dAttention" | "numHeads" | "positionalEncoding">;

/** Pairs of columns: the first are those of the positions, the others those of the words. */
export interface ReadablePairs {
  readonly positions: number;
  /** Where the words' pairs end; a last column without a partner belongs to none. */
  readonly end: number;
  /** How many pairs a head reads in each role. */
  readonly sameWord: number;
  readonly previousToken: number;
}

export function readablePairs({ dModel, dAttention, numHeads, positionalEncoding }: Sizes): ReadablePairs {
  const positions = positionalEncoding ? Math.floor(dModel / 4) : 0;
  const end = Math.floor(dModel / 2);
  const ofHead = Math.floor((dAttention ?? dModel) / numHeads / 2);
  return {
    positions,
    end,
    sameWord: Math.min(end - positions, ofHead),
    previousToken: Math.min(positions, ofHead),
  };
}

export function roleOfHead(sizes: Sizes, head: number): HeadRole {
  const { sameWord, previousToken } = readablePairs(sizes);
  if (sameWord === 0) return "as_drawn";
  if (head % 2 === 0) return "same_word";
  return previousToken > 0 ? "previous_token" : "as_drawn";
}

/** Where a number of the embedding table comes from; undefined in the columns that are 0. */
export interface CodeOfWord {
  /** j of ρʲ. */
  readonly power: number;
  readonly part: "sin" | "cos";
  /** 1, or longer beside positions. */
  readonly length: number;
  /** What is taken from a cosine, beside positions. */
  readonly less: number;
}

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

/** Of the sum and the root; float32 keeps less. */
const CLOSE = 1e-5;
const known = new WeakMap<Trace, boolean>();

/** Whether a trace was made with readable weights: its embedding table is given, and a row of it follows the formula. */
export function isReadable(trace: Trace): boolean {
  const before = known.get(trace);
  if (before !== undefined) return before;
  const named = (name: string) => trace.steps.find((step) => step.name === name);
  const [table, query, value] = ["embedding.weight", "w_q.weight", "w_v.weight"].map(named);
  const { dModel, vocabSize } = trace.spec;
  const id = vocabSize - 1;
  const found =
    table?.op === "given" &&
    query?.op === "given" &&
    value?.op !== "given" &&
    Array.from({ length: dModel }, (_, column) => column).every(
      (column) =>
        Math.abs((table.data[id * dModel + column] ?? 0) - numberOfWord(trace.spec, id, column)) < CLOSE,
    );
  known.set(trace, found);
  return found;
}
