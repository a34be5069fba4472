/** What the page needs to know about the designed weights that the core makes (cpp/lesson/designed_weights.cpp). */
import type { Operations } from "./bare.js";
import type { LessonSpec, Step, Trace } from "./types.js";
import type { LessonWeights } from "./weights/state_dict.js";

/** The value of `weights` in a URL, and an argument of `toPyTorch`. */
export const DESIGNED = "designed";

/** The weights to run a spec with; "designed" stands for those that the core makes in its sizes. */
export const tensorsFor = (
  hu: Pick<Operations, "designedWeights">,
  spec: LessonSpec,
  tensors: LessonWeights | typeof DESIGNED | undefined,
): LessonWeights | undefined => (tensors === DESIGNED ? hu.designedWeights(spec) : tensors);

/** What a head looks for; undefined for the only head of a lesson, which looks for all of it. */
export type HeadRole = "describes" | "who" | "same" | "agrees";

export function roleOfHead(
  { lesson, numHeads }: Pick<Required<LessonSpec>, "lesson" | "numHeads">,
  head: number,
): HeadRole | undefined {
  if (lesson === "encoder-decoder") return head % 2 === 0 ? "same" : "agrees";
  if (numHeads === 1) return undefined;
  return head % 2 === 0 ? "describes" : "who";
}

/** A number of a matrix and its place. */
export interface WrittenNumber {
  readonly row: number;
  readonly column: number;
  readonly value: number;
}
/** The parameters of weights that were written by hand, by name: the numbers that are not 0. */
export type WrittenWeights = Readonly<Record<string, readonly WrittenNumber[]>>;

/** Weights with more numbers than this are not a person's. */
const MOST_WRITTEN = 200;
const cache = new WeakMap<Trace, WrittenWeights | undefined>();

/** The parameters of a trace whose table and layers were all given, and are small enough to be written out; else undefined. */
export function writtenWeights(trace: Trace): WrittenWeights | undefined {
  if (!cache.has(trace)) cache.set(trace, written(trace));
  return cache.get(trace);
}

function written({ steps }: Trace): WrittenWeights | undefined {
  const parameters = steps.filter(({ name }) => name.includes("."));
  const isAttention = ({ name, op }: Step): boolean => op === "given" && /^(embedding|w_.)\./.test(name);
  if (!parameters.every(isAttention)) return undefined;
  const numbers = writtenIn(Object.fromEntries(parameters.map((step) => [step.name, step])));
  const count = Object.values(numbers).reduce((sum, list) => sum + list.length, 0);
  return count > 0 && count <= MOST_WRITTEN ? numbers : undefined;
}

/** The numbers of each tensor that are not 0. */
export const writtenIn = (tensors: Readonly<Record<string, Matrix>>): WrittenWeights =>
  Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [name, numbersOf(tensor)]));

type Matrix = Pick<Step, "data" | "shape">;

function numbersOf({ data, shape }: Matrix): readonly WrittenNumber[] {
  const columns = shape.at(-1) ?? 1;
  return [...data].flatMap((value, at) =>
    value === 0 ? [] : { row: Math.floor(at / columns), column: at % columns, value },
  );
}
