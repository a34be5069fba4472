/** The shapes of everything the module takes and returns. Units: plain numbers; sizes count elements. */

export type DType = "float32" | "int32" | "bool";

interface DataOf {
  float32: Float32Array;
  int32: Int32Array;
  bool: Uint8Array;
}

/**
 * A row-major tensor. `bool` stores 0 and 1, where 1 = attend unless its step says otherwise. Checking `dtype` narrows the
 * type of `data`.
 */
export type Tensor<D extends DType = DType> = {
  [K in D]: { readonly shape: readonly number[]; readonly dtype: K; readonly data: DataOf[K] };
}[D];

/** What a masked score becomes: a finite number, or minus infinity, which may also be written "-inf". */
export type MaskFill = number | "-inf";

/** The operation that computed a step, by its PyTorch name where there is one. */
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
 * One named tensor of a lesson. `axes` names each axis by its letter: B batch, L length, S source,
 * T target, H heads, D d_model, K d_k, A d_attention, F d_ff, V vocabulary, P positions, and "1" for an axis that
 * broadcasts or has size 1.
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
  maskFill?: MaskFill;
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

/** The type of a step's numbers, by its name. */
type DTypeOf<N extends StepName> = N extends "ids" | "target_ids" | "positions" | "attn_dec_mask"
  ? "int32"
  : N extends `${string}mask`
    ? "bool"
    : "float32";

/** The step of that name. */
export type StepOf<N extends StepName> = Step & { readonly name: N } & Tensor<DTypeOf<N>>;

/** What `run` of the package gives. The trace is plain data besides: it may be copied to a worker or written as JSON. */
export interface LessonTrace extends Trace {
  /** The step of that name. Refuses `unknown-step` where this lesson has no such step. */
  step<N extends StepName>(name: N): StepOf<N>;
}

/** One cell (or constant, or random draw) that a number was computed from. */
export interface Term {
  readonly name: string;
  readonly index: readonly number[];
  readonly value: number;
  readonly weight?: number;
}

/** How one number was computed; `docs/explain.md` says for each op how its terms give the value. */
export interface Explanation {
  readonly name: string;
  readonly index: readonly number[];
  readonly value: number;
  readonly op: Op;
  readonly terms: readonly Term[];
  readonly detail: Readonly<Record<string, number | string>>;
}
