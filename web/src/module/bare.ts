/**
 * The bare module: what Embind exports (cpp/bindings/bindings.cpp), with types. `heads-up-attention/heads-up.js` exports it
 * unchanged; `load()` gives the same functions and a few more (heads_up.ts). A test compares these declarations with the
 * module itself.
 */
import type { HeadsUpError } from "./errors.js";
import type { TensorLike } from "./tensor_input.js";
import type { Explanation, LessonSpec, MaskFill, StepName, Tensor, Trace } from "./types.js";

export interface AttentionOptions {
  /** 1 = attend; (T, S), or as many axes as the scores, each of their size or 1. */
  readonly mask?: TensorLike | null;
  /** What a masked score becomes; default −1e12. */
  readonly maskFill?: MaskFill;
}

/** Every intermediate of scaled dot-product attention. */
export interface AttentionResult {
  /** (…, T, S): q kᵀ / √K */
  readonly scores: Tensor<"float32">;
  /** (…, T, S), where there was a mask. */
  readonly maskedScores?: Tensor<"float32">;
  /** (…, T, S): rows sum to 1. */
  readonly attention: Tensor<"float32">;
  /** (…, T, K) */
  readonly values: Tensor<"float32">;
}

/** Tensors by name: `w_q.weight`, `w_k.weight`, `w_v.weight`, `w_0.weight` (D, D), and the biases `w_q.bias` … (D), if any. */
export type AttentionWeights = Readonly<Record<string, TensorLike>>;

export interface MultiHeadCall {
  /** (B, T, D) */
  readonly query: TensorLike;
  /** (B, S, D); default: the query. */
  readonly key?: TensorLike | null;
  /** (B, S, D); default: the key. */
  readonly value?: TensorLike | null;
  /** H; divides D. */
  readonly numHeads: number;
  /** 1 = attend; (T, S), (B, T, S) or (B, H, T, S), where B, H and T may be 1. */
  readonly mask?: TensorLike | null;
  /** Also mask every key after the query. */
  readonly causal?: boolean;
  /** What a masked score becomes; default −1e12. */
  readonly maskFill?: MaskFill;
}

/** Every intermediate of multi-head attention. */
export interface MultiHeadResult extends AttentionResult {
  /** (B, T, D): the query through w_q. */
  readonly q: Tensor<"float32">;
  /** (B, S, D): the key through w_k. */
  readonly k: Tensor<"float32">;
  /** (B, S, D): the value through w_v. */
  readonly v: Tensor<"float32">;
  /** (B, H, T, K) */
  readonly qHeads: Tensor<"float32">;
  /** (B, H, S, K) */
  readonly kHeads: Tensor<"float32">;
  /** (B, H, S, K) */
  readonly vHeads: Tensor<"float32">;
  /** (B, T, D): the heads' values side by side. */
  readonly concat: Tensor<"float32">;
  /** (B, T, D): concat through w_0. */
  readonly output: Tensor<"float32">;
}

export interface MultiHeadOptions<Weights = AttentionWeights> {
  /** D, the width of queries, keys, values and output. */
  readonly dModel: number;
  /** H; divides dModel. */
  readonly numHeads: number;
  /** Weights drawn as `torch.manual_seed(seed)` and four `nn.Linear(dModel, dModel)` draw them: w_q, w_k, w_v, w_0. Default 42. */
  readonly seed?: number;
  /** Weights to use instead of drawn ones. */
  readonly weights?: Weights;
}

export interface ForwardOptions {
  /** 1 = attend; (T, S), (B, T, S) or (B, H, T, S), where B, H and T may be 1. */
  readonly mask?: TensorLike | null;
  /** Also mask every key after the query. */
  readonly causal?: boolean;
  /** What a masked score becomes; default −1e12. */
  readonly maskFill?: MaskFill;
  /** Also return the attention weights (B, H, T, S), which a pass for the output alone never holds all at once. */
  readonly returnAttention?: boolean;
}

/** What `forward` gives with `returnAttention`. */
export interface OutputAndAttention {
  /** (B, T, D) */
  readonly output: Tensor<"float32">;
  /** (B, H, T, S): rows sum to 1. */
  readonly attention: Tensor<"float32">;
}

export interface Forward {
  /**
   * output (B, T, D) from query (B, T, D), key and value (B, S, D). Without a key, the query is the key (self-attention);
   * without a value, the key is the value.
   */
  (
    query: TensorLike,
    key: TensorLike | undefined,
    value: TensorLike | undefined,
    options: ForwardOptions & { readonly returnAttention: true },
  ): OutputAndAttention;
  (query: TensorLike, key?: TensorLike, value?: TensorLike, options?: ForwardOptions): Tensor<"float32">;
}

/** A layer as Embind gives it: its weights stay in the module until `delete()` is called. */
export interface BareMultiHeadAttention {
  readonly forward: Forward;
  delete(): void;
}

export interface PadOptions {
  /** Default 0. */
  readonly padId?: number;
  /** L; default: the longest sequence's. A longer sequence is refused, not cut off. */
  readonly length?: number;
  /** The end that is filled; "left" for a decoder that continues its prompts. Default "right". */
  readonly side?: "right" | "left";
}

/** The operations. Each takes copies and gives copies; every refusal is a HeadsUpError. */
export interface Operations {
  /** ids (B, L): ragged sequences filled with padId (default 0), at their end up to the longest unless the options say otherwise. */
  pad(sequences: readonly (readonly number[])[], padIdOrOptions?: number | PadOptions): Tensor<"int32">;
  /** (B, 1, L) from ids (B, L), 1 = attend: 1 where the id is not padId (default 0). */
  paddingMask(ids: TensorLike, padId?: number): Tensor<"bool">;
  /** (1, T, S), 1 = attend: the lower triangle; query t attends to keys 0 … t. S is T unless given. */
  causalMask(targetLength: number, sourceLength?: number): Tensor<"bool">;
  /** a AND b, broadcast: (B, 1, L) and (1, L, L) give (B, L, L). */
  combineMasks(a: TensorLike, b: TensorLike): Tensor<"bool">;
  /** scores with fill (default −1e12) wherever the mask is 0. The mask is (T, S), or has as many axes as the scores, of their size or 1. */
  maskedFill(scores: TensorLike, mask: TensorLike, fill?: MaskFill): Tensor<"float32">;
  /** (B, L) from ids (B, L), 1 = ignore: `nn.MultiheadAttention`'s key_padding_mask. */
  keyPaddingMask(ids: TensorLike, padId?: number): Tensor<"bool">;
  /** (T, S), 1 = ignore, above the diagonal: a decoder's `nn.MultiheadAttention` attn_mask. S is T unless given. */
  subsequentMask(targetLength: number, sourceLength?: number): Tensor<"bool">;
  /** From 1 = attend (`scaled_dot_product_attention`) to 1 = ignore (`nn.MultiheadAttention`), or back. */
  invertMask(mask: TensorLike): Tensor<"bool">;
  /** (…, D) from ids (…) and table (V, D). */
  embedding(ids: TensorLike, table: TensorLike): Tensor<"float32">;
  /** (length, dModel): row p is sin and cos of p / 10000^(2i / dModel), alternating. */
  positionalEncoding(length: number, dModel: number): Tensor<"float32">;
  /** (…, N) = x (…, K) weightᵀ + bias, weight (N, K), bias (N). */
  linear(x: TensorLike, weight: TensorLike, bias?: TensorLike | null): Tensor<"float32">;
  /** (B, H, L, K) from x (B, L, D): `x.view(B, L, H, K).transpose(1, 2)`, K = D / H. */
  splitHeads(x: TensorLike, numHeads: number): Tensor<"float32">;
  /** (B, L, D) from x (B, H, L, K): splitHeads undone. */
  mergeHeads(x: TensorLike): Tensor<"float32">;
  /** The same numbers with an axis of size 1 before the axis of this number; a mask stays a mask. */
  unsqueeze<T extends TensorLike>(
    x: T,
    axis: number,
  ): T extends { readonly dtype: "bool" } ? Tensor<"bool"> : Tensor<"float32">;
  /** Softmax over the last axis. */
  softmax(x: TensorLike): Tensor<"float32">;
  /** a + b, broadcast; a residual sum is add(x, sublayer(x)). */
  add(a: TensorLike, b: TensorLike): Tensor<"float32">;
  /** x Φ(x), by erf. */
  gelu(x: TensorLike): Tensor<"float32">;
  /** max(x, 0) */
  relu(x: TensorLike): Tensor<"float32">;
  /** (x − mean) / √(variance + eps) · weight + bias over the last axis; weight and bias are as long as it. eps is 1e-5 unless given. */
  layerNorm(x: TensorLike, weight: TensorLike, bias: TensorLike, eps?: number): Tensor<"float32">;
  /** From q (…, T, K), k (…, S, K), v (…, S, K); returns every intermediate. */
  scaledDotProductAttention(
    q: TensorLike,
    k: TensorLike,
    v: TensorLike,
    options?: AttentionOptions,
  ): AttentionResult;
  /** torch.manual_seed(seed); torch.randn(shape) */
  randn(seed: number, shape: readonly number[]): Tensor<"float32">;
  /** The spec with every default filled in and every value checked, as `run` would have it; nothing is computed. */
  settle(spec: LessonSpec): Trace["spec"];
  /**
   * Weights made by a formula, for `run`: head 0 attends to the same word, and where positions are added head 1 to the
   * previous token, and so on in turns. They are embedding.weight, w_q and w_k; what is left out is drawn from the seed.
   * Empty if the heads are of one number, for which no such formula exists.
   */
  readableWeights(spec: LessonSpec): Readonly<Record<string, Tensor<"float32">>>;
  /** How one number was computed: the cell `index` of the step `name`. */
  explain(trace: Trace, name: StepName | (string & {}), index: readonly number[]): Explanation;
}

export interface BareModule extends Operations {
  /** Multi-head attention in one call; returns every intermediate. */
  multiHeadAttention(weights: AttentionWeights, options: MultiHeadCall): MultiHeadResult;
  /** The same as `new MultiHeadAttention(options)`. */
  createMultiHeadAttention(options: MultiHeadOptions): BareMultiHeadAttention;
  /** A layer: it keeps its weights in the module until `delete()`. */
  readonly MultiHeadAttention: new (
    options: MultiHeadOptions,
  ) => BareMultiHeadAttention;
  /**
   * Every named tensor of a lesson. Weights that are not given are drawn from the seed; where they are those of `like`, an
   * earlier trace, its arrays are reused instead of copied.
   */
  run(spec: LessonSpec, weights?: Readonly<Record<string, TensorLike>> | null, like?: Trace): Trace;
  /** The error class of every refusal. */
  readonly HeadsUpError: typeof HeadsUpError;
}

export interface BareOptions {
  /** The bytes of heads-up.wasm, if the caller already has them. */
  readonly wasmBinary?: ArrayBuffer | Uint8Array;
  /** Returns the location of a module file, given its name; for hosts that move assets. */
  readonly locateFile?: (name: string) => string;
  /** The error class to throw, if the caller provides one. */
  readonly HeadsUpError?: typeof HeadsUpError;
}
