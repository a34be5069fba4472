/**
 * The types of the bare module, which is what Embind exports (cpp/bindings/bindings.cpp). `heads-up-attention/heads-up.js`
 * exports it unchanged; `load()` returns the same functions and a few more (heads_up.ts). A test compares these declarations
 * with the module itself.
 */
import type { HeadsUpError } from "./errors.js";
import type { TensorLike } from "./tensor_input.js";
import type {
  CacheCounts,
  Explanation,
  LayerNormRow,
  LessonSpec,
  Mask,
  MaskFill,
  MemoryUse,
  RunOptions,
  SinusoidCell,
  SoftmaxRow,
  StepName,
  SumOfProducts,
  Tensor,
  Trace,
} from "./types.js";

export interface AttentionOptions {
  /** 1 = attend. (T, S), or as many axes as the scores, each of the scores' size or 1. */
  readonly mask?: TensorLike | null;
  /** The value of masked scores. Default −1e12. */
  readonly maskFill?: MaskFill;
}

/** Every intermediate of scaled dot-product attention. */
export interface AttentionResult {
  /** (…, T, S): q kᵀ / √K */
  readonly scores: Tensor<"float32">;
  /** (…, T, S); missing without a mask. */
  readonly maskedScores?: Tensor<"float32">;
  /** (…, T, S): the attention weights, whose rows sum to 1. */
  readonly attention: Tensor<"float32">;
  /** (…, T, K): attention v */
  readonly values: Tensor<"float32">;
}

/**
 * Tensors by name: `w_q.weight`, `w_k.weight`, `w_v.weight`, `w_0.weight` (D, D), and optionally the biases `w_q.bias` … (D).
 */
export type AttentionWeights = Readonly<Record<string, TensorLike>>;

export interface MultiHeadCall {
  /** (B, T, D) */
  readonly query: TensorLike;
  /** (B, S, D). Default: the query. */
  readonly key?: TensorLike | null;
  /** (B, S, D). Default: the key. */
  readonly value?: TensorLike | null;
  /** H, at most 128, which must divide D. */
  readonly numHeads: number;
  /** 1 = attend. (T, S), (B, T, S) or (B, H, T, S), where B, H and T may be 1. */
  readonly mask?: TensorLike | null;
  /** Whether to mask every key after the query as well. Default false. */
  readonly causal?: boolean;
  /** The value of masked scores. Default −1e12. */
  readonly maskFill?: MaskFill;
}

/** Every intermediate of multi-head attention. */
export interface MultiHeadResult extends AttentionResult {
  /** (B, T, D): w_q applied to the query. */
  readonly q: Tensor<"float32">;
  /** (B, S, D): w_k applied to the key. */
  readonly k: Tensor<"float32">;
  /** (B, S, D): w_v applied to the value. */
  readonly v: Tensor<"float32">;
  /** (B, H, T, K) */
  readonly qHeads: Tensor<"float32">;
  /** (B, H, S, K) */
  readonly kHeads: Tensor<"float32">;
  /** (B, H, S, K) */
  readonly vHeads: Tensor<"float32">;
  /** (B, T, D): the values of all heads, concatenated. */
  readonly concat: Tensor<"float32">;
  /** (B, T, D): w_0 applied to concat. */
  readonly output: Tensor<"float32">;
}

export interface MultiHeadOptions<Weights = AttentionWeights> {
  /** D, the width of queries, keys, values and output, at most 2048. */
  readonly dModel: number;
  /** H, at most 128, which must divide dModel. */
  readonly numHeads: number;
  /**
   * The seed of the weights, which are those of four `nn.Linear(dModel, dModel)` after `torch.manual_seed(seed)`: w_q, w_k,
   * w_v, w_0. Default 42.
   */
  readonly seed?: number;
  /** Weights to use instead of drawn ones. */
  readonly weights?: Weights;
}

export interface ForwardOptions {
  /** 1 = attend. (T, S), (B, T, S) or (B, H, T, S), where B, H and T may be 1. */
  readonly mask?: TensorLike | null;
  /** Whether to mask every key after the query as well. Default false. */
  readonly causal?: boolean;
  /** The value of masked scores. Default −1e12. */
  readonly maskFill?: MaskFill;
  /** Whether to return the attention weights (B, H, T, S) too. A pass for the output alone never holds all of them. */
  readonly returnAttention?: boolean;
}

/** The result of `forward` with `returnAttention`. */
export interface OutputAndAttention {
  /** (B, T, D) */
  readonly output: Tensor<"float32">;
  /** (B, H, T, S): the attention weights, whose rows sum to 1. */
  readonly attention: Tensor<"float32">;
}

export interface Forward {
  /**
   * Returns the output (B, T, D) for query (B, T, D), key and value (B, S, D). The key defaults to the query
   * (self-attention), the value to the key.
   */
  (
    query: TensorLike,
    key: TensorLike | null | undefined,
    value: TensorLike | null | undefined,
    options: ForwardOptions & { readonly returnAttention: true },
  ): OutputAndAttention;
  (
    query: TensorLike,
    key?: TensorLike | null,
    value?: TensorLike | null,
    options?: ForwardOptions & { readonly returnAttention?: false },
  ): Tensor<"float32">;
  (
    query: TensorLike,
    key?: TensorLike | null,
    value?: TensorLike | null,
    options?: ForwardOptions,
  ): Tensor<"float32"> | OutputAndAttention;
}

/** A layer as Embind exports it: its weights stay in the module until `delete()` is called. */
export interface BareMultiHeadAttention {
  readonly forward: Forward;
  delete(): void;
}

export interface PadOptions {
  /** The id that fills shorter sequences. Default 0. */
  readonly padId?: number;
  /** L. Default: the length of the longest sequence. A longer sequence is refused, not truncated. B · L ≤ 32 million. */
  readonly length?: number;
  /** The side that is padded; "left" suits a decoder that continues its prompts. Default "right". */
  readonly side?: "right" | "left";
}

/** The operations. They copy their arguments and their results; every refusal is a HeadsUpError. */
export interface Operations {
  /** ids (B, L): ragged sequences padded with padId (default 0), by default at their end and to the length of the longest. */
  pad(sequences: readonly ArrayLike<number>[], padIdOrOptions?: number | PadOptions): Tensor<"int32">;
  /** (B, 1, L) from ids (B, L), 1 = attend: 1 where the id is not padId (default 0). */
  paddingMask(ids: TensorLike, padId?: number): Mask<"attend">;
  /**
   * (1, T, S), 1 = attend: the lower triangle, so query t attends to keys 0 … t. S defaults to T. Like every tensor, a mask has
   * at most 32 million cells: T = S = 5656.
   */
  causalMask(targetLength: number, sourceLength?: number): Mask<"attend">;
  /** a AND b with broadcasting: (B, 1, L) and (1, L, L) give (B, L, L). */
  combineMasks(a: TensorLike, b: TensorLike): Mask<"attend">;
  /**
   * The scores with `fill` (default −1e12) where the mask is 0. The mask is (T, S), or has the scores' axes, each of their
   * size or 1.
   */
  maskedFill(scores: TensorLike, mask: TensorLike, fill?: MaskFill): Tensor<"float32">;
  /** (B, L) from ids (B, L), 1 = ignore: the key_padding_mask of `nn.MultiheadAttention`. */
  keyPaddingMask(ids: TensorLike, padId?: number): Mask<"ignore">;
  /**
   * (T, S), 1 = ignore above the diagonal: a decoder's attn_mask for `nn.MultiheadAttention`, as large as a causalMask. S
   * defaults to T.
   */
  subsequentMask(targetLength: number, sourceLength?: number): Mask<"ignore">;
  /** Converts 1 = attend (`scaled_dot_product_attention`) to 1 = ignore (`nn.MultiheadAttention`), or back, and so what the mask says of its meaning. */
  invertMask(mask: TensorLike): Mask;
  /** (…, D) from ids (…) and table (V, D). */
  embedding(ids: TensorLike, table: TensorLike): Tensor<"float32">;
  /**
   * (length, dModel): row p alternates sin and cos of p / 10000^(2i / dModel). At most 2²⁰ positions, a dModel of 2048 and 32
   * million cells.
   */
  positionalEncoding(length: number, dModel: number): Tensor<"float32">;
  /** (…, N) = x (…, K) weightᵀ + bias, weight (N, K), bias (N). */
  linear(x: TensorLike, weight: TensorLike, bias?: TensorLike | null): Tensor<"float32">;
  /** (B, H, L, K) from x (B, L, D): `x.view(B, L, H, K).transpose(1, 2)`, K = D / H, H at most 128. */
  splitHeads(x: TensorLike, numHeads: number): Tensor<"float32">;
  /** (B, L, D) from x (B, H, L, K): the inverse of splitHeads. */
  mergeHeads(x: TensorLike): Tensor<"float32">;
  /**
   * The same numbers with an axis of size 1 inserted at index `axis`, or counted from the end if negative. Masks and ids keep
   * their dtype.
   */
  unsqueeze<T extends TensorLike>(
    x: T,
    axis: number,
  ): T extends { readonly dtype: infer D extends "bool" | "int32" } ? Tensor<D> : Tensor<"float32">;
  /** Softmax over the last axis. */
  softmax(x: TensorLike): Tensor<"float32">;
  /** a + b with broadcasting, in float32 whatever the dtypes; a residual sum is add(x, sublayer(x)). */
  add(a: TensorLike, b: TensorLike): Tensor<"float32">;
  /** a − b with broadcasting, in float32. */
  sub(a: TensorLike, b: TensorLike): Tensor<"float32">;
  /** a · b with broadcasting, in float32. */
  mul(a: TensorLike, b: TensorLike): Tensor<"float32">;
  /** a / b with broadcasting, in float32. */
  div(a: TensorLike, b: TensorLike): Tensor<"float32">;
  /** √x */
  sqrt(x: TensorLike): Tensor<"float32">;
  /** (…) from x (…, N): the sum over the last axis, in float64 and rounded once. */
  sum(x: TensorLike): Tensor<"float32">;
  /** Rounded to float16 (`x.half().float()`), ties to even. */
  half(x: TensorLike): Tensor<"float32">;
  /** Φ(x), the cumulative normal distribution (`torch.special.ndtr`). */
  ndtr(x: TensorLike): Tensor<"float32">;
  /** x Φ(x), computed with erf. */
  gelu(x: TensorLike): Tensor<"float32">;
  /** max(x, 0) */
  relu(x: TensorLike): Tensor<"float32">;
  /**
   * (x − mean) / √(variance + eps) · weight + bias over the last axis, whose size is that of weight and bias. eps, at least
   * 0, defaults to 1e-5.
   */
  layerNorm(x: TensorLike, weight: TensorLike, bias: TensorLike, eps?: number): Tensor<"float32">;
  /** softmax(q kᵀ / √K) v for q (…, T, K), k (…, S, K), v (…, S, K); returns every intermediate. */
  scaledDotProductAttention(
    q: TensorLike,
    k: TensorLike,
    v: TensorLike,
    options?: AttentionOptions,
  ): AttentionResult;
  /** torch.manual_seed(seed); torch.randn(shape) */
  randn(seed: number, shape: readonly number[]): Tensor<"float32">;
  /** Every number on the way to the softmax of a row (N) of at least one number. */
  softmaxRow(x: TensorLike): SoftmaxRow;
  /** Every number on the way to the layer norm of a row (N) of at least one number. eps defaults to 1e-5. */
  layerNormRow(x: TensorLike, eps?: number): LayerNormRow;
  /** The products of two rows (N) of at least one number, and their sum. */
  dotProduct(a: TensorLike, b: TensorLike): SumOfProducts;
  /** The cell [position, column] of `positionalEncoding(…, dModel)`. */
  sinusoid(index: readonly [position: number, column: number], dModel: number): SinusoidCell;
  /**
   * The multiplications of generating `tokens` tokens, of which the newest has done the first `parts` of projections, scores and
   * values. `width` is that of a query, key or value.
   */
  cacheCounts(dModel: number, width: number, tokens: number, parts: number): CacheCounts;
  /** The spec with every default filled in and every value checked, as `run` does first; computes no tensors. */
  settle(spec: LessonSpec): Trace["spec"];
  /**
   * Weights written by hand, for `run`: the columns of the model have meanings (noun, adjective, verb …), each number of a
   * query says what a word looks for, and the same number of a key what it offers. All parameters of the lesson. Not for a
   * transformer block (`not-supported`).
   */
  designedWeights(spec: LessonSpec): Readonly<Record<string, Tensor<"float32">>>;
  /** Explains how one number was computed: the cell at `index` of the step `name`. */
  explain(trace: Trace, name: StepName | (string & {}), index: readonly number[]): Explanation;
}

export interface BareModule extends Operations {
  /** Multi-head attention in one call; returns every intermediate. */
  multiHeadAttention(weights: AttentionWeights, options: MultiHeadCall): MultiHeadResult;
  /** The same as `new MultiHeadAttention(options)`. */
  createMultiHeadAttention(options: MultiHeadOptions): BareMultiHeadAttention;
  /** A layer that keeps its weights in the module until `delete()` is called. */
  readonly MultiHeadAttention: new (
    options: MultiHeadOptions,
  ) => BareMultiHeadAttention;
  /**
   * Runs a lesson and returns all its tensors by name. Weights that are not given are drawn from the seed. `changes` among the
   * options are numbers set by hand.
   */
  run(
    spec: LessonSpec,
    weights?: Readonly<Record<string, TensorLike>> | null,
    options?: RunOptions | null,
  ): Trace;
  /** How much memory the module uses. */
  memory(): MemoryUse;
  /** Frees every layer and trace of the module, which stays usable; what is called on them afterwards is refused with `disposed`. */
  dispose(): void;
  /** The version of the package. */
  readonly version: string;
  /** The error class of every refusal. `load()` does not return it: the package exports it. */
  readonly HeadsUpError: typeof HeadsUpError;
}

export interface BareOptions {
  /** The bytes of heads-up.wasm, if the caller already has them. */
  readonly wasmBinary?: ArrayBuffer | Uint8Array;
  /** Returns the URL of a module file, given its name; for hosts that move assets. */
  readonly locateFile?: (name: string) => string;
  /** The error class to throw, if the caller provides one. */
  readonly HeadsUpError?: typeof HeadsUpError;
}
