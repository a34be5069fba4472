/** The one place that names what the WASM module exports; a test compares this list with the module itself. */
import type { Answer } from "./answer.js";

/** A tensor on its way in: any array of numbers will do, the core checks what it needs. */
export interface TensorIn {
  readonly shape: readonly number[];
  readonly data: ArrayLike<number>;
}

type Maybe<T> = T | null;

export interface Glue {
  pad(sequences: readonly (readonly number[])[], padId: number): Answer;
  paddingMask(ids: TensorIn, padId: number): Answer;
  causalMask(length: number): Answer;
  combineMasks(a: TensorIn, b: TensorIn): Answer;
  softmax(x: TensorIn): Answer;
  embedding(ids: TensorIn, table: TensorIn): Answer;
  linear(x: TensorIn, weight: TensorIn, bias: Maybe<TensorIn>): Answer;
  scaledDotProductAttention(
    q: TensorIn,
    k: TensorIn,
    v: TensorIn,
    mask: Maybe<TensorIn>,
    maskFill: number,
  ): Answer;
  randn(seed: number, shape: readonly number[]): Answer;
  createMultiHead(
    dModel: number,
    numHeads: number,
    seed: number,
    weights: Maybe<Readonly<Record<string, TensorIn>>>,
  ): Answer;
  multiHeadForward(
    handle: number,
    query: TensorIn,
    key: TensorIn,
    value: TensorIn,
    mask: Maybe<TensorIn>,
    causal: boolean,
    maskFill: number,
  ): Answer;
  disposeMultiHead(handle: number): void;
  runLesson(spec: Readonly<Record<string, unknown>>): Answer;
  /** Reads as null where the trace is no longer kept. */
  explain(handle: number, name: string, index: readonly number[]): Answer;
}

/** The exported functions by name, for the test that compares them with the module. */
export const glueFunctions = [
  "pad",
  "paddingMask",
  "causalMask",
  "combineMasks",
  "softmax",
  "embedding",
  "linear",
  "scaledDotProductAttention",
  "randn",
  "createMultiHead",
  "multiHeadForward",
  "disposeMultiHead",
  "runLesson",
  "explain",
] as const satisfies readonly (keyof Glue)[];
