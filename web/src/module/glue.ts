/** The one place that names what the WASM module exports; a test compares this list with the module itself. */
import type { Answer } from "./answer.js";

/** A tensor on its way in: any array of numbers will do, the core checks what it needs. */
export interface TensorIn {
  readonly shape: readonly number[];
  readonly data: ArrayLike<number>;
}

type Maybe<T> = T | null;

/** Every function takes one object, whose fields are called as the arguments that messages name, and gives an answer. */
export interface Glue {
  pad(args: { sequences: readonly (readonly number[])[]; padId: number }): Answer;
  paddingMask(args: { ids: TensorIn; padId: number }): Answer;
  causalMask(args: { length: number }): Answer;
  combineMasks(args: { a: TensorIn; b: TensorIn }): Answer;
  softmax(args: { x: TensorIn }): Answer;
  embedding(args: { ids: TensorIn; table: TensorIn }): Answer;
  linear(args: { x: TensorIn; weight: TensorIn; bias: Maybe<TensorIn> }): Answer;
  scaledDotProductAttention(args: {
    q: TensorIn;
    k: TensorIn;
    v: TensorIn;
    mask: Maybe<TensorIn>;
    maskFill: number;
  }): Answer;
  randn(args: { seed: number; shape: readonly number[] }): Answer;
  /** Weights are drawn from the seed, or given: then they are fields of their own, "weights.w_q.weight" … */
  createMultiHead(args: {
    dModel: number;
    numHeads: number;
    seed: number;
    given: boolean;
    [weight: `weights.${string}`]: TensorIn;
  }): Answer;
  multiHeadForward(args: {
    handle: number;
    query: TensorIn;
    key: TensorIn;
    value: TensorIn;
    mask: Maybe<TensorIn>;
    causal: boolean;
    maskFill: number;
  }): Answer;
  disposeMultiHead(args: { handle: number }): Answer;
  /** The fields of the spec that are given. */
  runLesson(args: Readonly<Record<string, unknown>>): Answer;
  /** Reads as null where the trace is no longer kept. */
  explain(args: { handle: number; name: string; index: readonly number[] }): Answer;
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
