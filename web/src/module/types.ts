/** The types of everything that the module takes and returns. Sizes count elements. */

export type DType = "float32" | "int32" | "bool";

interface DataOf {
  float32: Float32Array;
  int32: Int32Array;
  bool: Uint8Array;
}

/**
 * A row-major tensor. `bool` is stored as 0 and 1; in masks 1 = attend, unless the function or the step says otherwise.
 * Checking `dtype` narrows the type of `data`.
 */
export type Tensor<D extends DType = DType> = {
  [K in D]: { readonly shape: readonly number[]; readonly dtype: K; readonly data: DataOf[K] };
}[D];

/** What a mask's 1 means. A mask that is wanted with the other meaning is refused, and `invertMask` turns it. */
export type Meaning = "attend" | "ignore";

/** A mask that may say what its 1 means. Those that the module makes do. */
export type Mask<M extends Meaning = Meaning> = Tensor<"bool"> & { readonly meaning?: M };

/** The value of masked scores: a finite number, or minus infinity, which may also be written "-inf". */
export type MaskFill = number | "-inf";

/** The operation that computed a step, named as in PyTorch where possible. */
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

type ParameterName =
  `${"w_q" | "w_k" | "w_v" | "w_0" | "conv1" | "conv2" | "norm_1" | "norm_2"}.${"weight" | "bias"}`;
type AttentionStep = "scores" | "masked_scores" | "attention" | "values";

/** The names of steps; docs/lesson-spec.md says which lessons have which. */
export type StepName =
  | "embedding.weight"
  | ParameterName
  | "ids"
  | "embedding"
  | "target_ids"
  | "target_embedding"
  | "padding_mask"
  | "nopeak_mask"
  | "mask"
  | `${"q" | "k" | "v"}${"" | "_split" | "_heads"}`
  | AttentionStep
  | "values_merged"
  | "concat"
  | "output"
  | `demo_${Exclude<AttentionStep, "values"> | "mask"}`
  | "position_table"
  | "positions"
  | "position_embedding"
  | "input_sum"
  | "attn_pad_mask"
  | "attn_dec_mask"
  | "attn_mask"
  | `warmup_${AttentionStep}`
  | "ff_1"
  | "ff_2"
  | "ff_3"
  | "norm_1"
  | "norm_2"
  | "residual_1"
  | "residual_2";

/**
 * One named tensor of a lesson. `axes` has a letter for each axis: B batch, L length, S source, T target, H heads, D d_model,
 * K d_k, A d_attention, F d_ff, V vocabulary, P positions, and "1" for an axis that broadcasts or has size 1.
 */
export type Step = Tensor & {
  readonly name: StepName;
  readonly op: Op;
  readonly inputs: readonly StepName[];
  readonly axes: readonly string[];
};

export type LessonName =
  | "multi-head"
  | "masked-multi-head"
  | "encoder-decoder"
  | "masked-self-attention"
  | "transformer-block";

/** A lesson spec: see docs/lesson-spec.md. A missing field takes the default of its lesson. */
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
  maskFill?: MaskFill;
  bias?: boolean;
  outputProjection?: boolean;
  dAttention?: number | null;
  positionalEncoding?: boolean;
  /** transformer-block only, as is layerNorm. */
  feedForward?: { dFf?: number; activation?: "gelu" | "relu" } | null;
  layerNorm?: "pre" | "post" | null;
}

/**
 * Numbers of a step that are set by hand: the cell at `index`, or all places of an axis that is ":" or left out at the end, as in
 * NumPy. `{ name: "values", index: [":", 1], value: 0 }` switches head 1 off.
 */
export interface Change {
  readonly name: StepName | (string & {});
  readonly index: readonly (number | ":")[];
  /** "-inf" is for scores and masked scores. */
  readonly value: number | "-inf";
}

export interface RunOptions {
  /** At most 256, made in order. Each is made the moment its step is computed, so every later step is computed from it. */
  readonly changes?: readonly Change[] | undefined;
}

/** Bytes of WebAssembly memory. */
export interface MemoryUse {
  /** What layers, trainers, traces and caches hold. */
  readonly used: number;
  /** What the module has of the engine. It never becomes less, but is used again. */
  readonly reserved: number;
}

export interface Trace {
  /** The spec with every default filled in. */
  readonly spec: Required<LessonSpec>;
  readonly steps: readonly Step[];
  /** What was set by hand; missing if nothing was. */
  readonly changes?: readonly Change[];
}

/** The dtype of a step, by its name. */
type DTypeOf<N extends StepName> = N extends "ids" | "target_ids" | "positions" | "attn_dec_mask"
  ? "int32"
  : N extends `${string}mask`
    ? "bool"
    : "float32";

/** The type of the step with a given name. */
export type StepOf<N extends StepName> = Step & { readonly name: N } & Tensor<DTypeOf<N>>;

/** The result of the package's `run`. Apart from `step` it is plain data, which can be sent to a worker or written as JSON. */
export interface LessonTrace extends Trace {
  /** The step with this name. Refuses a step that this lesson does not have with `unknown-step`. */
  step<N extends StepName>(name: N): StepOf<N>;
}

/** One cell, constant or random draw from which a number was computed. */
export interface Term {
  readonly name: string;
  readonly index: readonly number[];
  readonly value: number;
  readonly weight?: number;
}

/** How one number was computed. docs/explain.md says for each op how the value follows from the terms. */
export interface Explanation {
  readonly name: string;
  readonly index: readonly number[];
  readonly value: number;
  readonly op: Op;
  readonly terms: readonly Term[];
  readonly detail: Readonly<Record<string, number | string | readonly number[]>>;
}

/** Every number on the way from a row to its softmax, whose weights are powers / sum. */
export interface SoftmaxRow {
  readonly maximum: number;
  /** x − maximum */
  readonly shifted: readonly number[];
  /** exp(x − maximum) */
  readonly powers: readonly number[];
  /** Σ powers */
  readonly sum: number;
}

/** Every number on the way from a row to its layer norm, before weight and bias. */
export interface LayerNormRow {
  readonly mean: number;
  /** x − mean */
  readonly deviations: readonly number[];
  readonly squares: readonly number[];
  /** The mean of the squares. */
  readonly variance: number;
  readonly eps: number;
  /** √(variance + eps) */
  readonly divisor: number;
  /** 1 / divisor */
  readonly rstd: number;
  /** (x − mean) · rstd */
  readonly normalized: readonly number[];
}

/** A sum of products, product by product, so that a long one can be shown as its largest products and a rest. */
export interface SumOfProducts {
  readonly products: readonly number[];
  readonly sum: number;
  /** The places of the products from the largest to the smallest, by magnitude. */
  readonly order: readonly number[];
  /** rest[n] is the sum of all products but the n largest. */
  readonly rest: readonly number[];
}

/** A cell of the table of positions: the sine or cosine of angle = position / period. */
export interface SinusoidCell {
  readonly period: number;
  readonly angle: number;
  readonly sine: number;
  readonly cosine: number;
  /** Which of the two the cell is. */
  readonly part: "sin" | "cos";
}

/** How many multiplications tokens take that are generated one by one, with a cache of keys and values and without it. */
export interface CacheCounts {
  /** Of the newest token, with the cache. */
  readonly projections: number;
  readonly scores: number;
  readonly values: number;
  /** Of these three, those that are done. */
  readonly newest: number;
  readonly newestUncached: number;
  /** Of all tokens so far. */
  readonly cached: number;
  readonly uncached: number;
  /** uncached − cached */
  readonly saved: number;
}
