/** The shapes of everything the module takes and returns. Units: plain numbers; sizes count elements. */

export type DType = "float32" | "int32" | "bool";

/** A row-major tensor. `bool` stores 0 and 1, where 1 = attend unless its step says otherwise. */
export interface Tensor {
  readonly shape: readonly number[];
  readonly dtype: DType;
  readonly data: Float32Array | Int32Array | Uint8Array;
}

/** What made a step; every name is the operation's name in PyTorch where it has one. */
export type Op =
  | "normal"
  | "uniform"
  | "given"
  | "constant"
  | "pad"
  | "embedding"
  | "sinusoid"
  | "position_ids"
  | "add"
  | "not_equal"
  | "eq"
  | "tril"
  | "triu"
  | "logical_and"
  | "logical_or"
  | "linear"
  | "view"
  | "transpose"
  | "scaled_dot_product"
  | "masked_fill"
  | "softmax"
  | "weighted_sum"
  | "conv1d"
  | "gelu"
  | "relu"
  | "layer_norm";

/**
 * One named tensor of a lesson. `axes` names each axis by its letter: B batch, L length, S source,
 * T target, H heads, D d_model, K d_k, A d_attention, F d_ff, V vocabulary, P positions, and "1" for an axis that
 * broadcasts or is one number wide.
 */
export interface Step extends Tensor {
  readonly name: string;
  readonly op: Op;
  readonly inputs: readonly string[];
  readonly axes: readonly string[];
}

export type LessonName =
  | "multi-head"
  | "masked-multi-head"
  | "encoder-decoder"
  | "masked-self-attention"
  | "transformer-block";

/** The lesson spec: see docs/lesson-spec.md. A missing field takes its lesson's default. */
export interface LessonSpec {
  lesson: LessonName;
  sequences?: readonly (readonly number[])[];
  target?: readonly (readonly number[])[] | null;
  padId?: number;
  vocabSize?: number;
  dModel?: number;
  numHeads?: number;
  seed?: number;
  mask?: { padding?: boolean; causal?: boolean } | null;
  maskFill?: number | "-inf";
  bias?: boolean;
  outputProjection?: boolean;
  dAttention?: number | null;
  positionalEncoding?: boolean;
  /** transformer-block only, as is layerNorm. */
  feedForward?: { dFf?: number; activation?: "gelu" | "relu" } | null;
  layerNorm?: "pre" | "post" | null;
}

export interface Trace {
  /** The spec with every default filled in. */
  readonly spec: Required<LessonSpec>;
  readonly steps: readonly Step[];
}

/** One cell (or constant, or draw) that a number was made from. */
export interface Term {
  readonly name: string;
  readonly index: readonly number[];
  readonly value: number;
  readonly weight?: number;
}

/** Where one number came from; `docs/explain.md` says for each op how its terms give the value. */
export interface Explanation {
  readonly name: string;
  readonly index: readonly number[];
  readonly value: number;
  readonly op: Op;
  readonly terms: readonly Term[];
  readonly detail: Readonly<Record<string, number | string>>;
}
