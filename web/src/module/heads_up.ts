/** The module's face: the contract's functions with their types. The arithmetic is all in the core. */
import { fillOf, type MaskFill, read } from "./answer.js";
import { refuseType } from "./errors.js";
import type { Glue } from "./glue.js";
import { MultiHeadAttention, type MultiHeadOptions, type Reclaim } from "./multi_head.js";
import { scriptOf } from "./py_torch/script.js";
import { checkedSpec } from "./spec.js";
import { optionalTensorIn, type TensorLike, tensorIn } from "./tensor_input.js";
import { checkTrace } from "./trace_input.js";
import type { Explanation, LessonSpec, Step, Tensor, Trace } from "./types.js";
import { attentionWeights, type NamedTensors } from "./weights/state_dict.js";
import {
  lessonFields,
  namedTensors,
  type WeightsInput,
  type WeightsReader,
} from "./weights/weights_input.js";

export interface AttentionOptions {
  /** 1 = attend; broadcast to (…, T, S) from the last axis. */
  readonly mask?: TensorLike | null;
  /** What a masked score becomes; default −1e12. */
  readonly maskFill?: MaskFill;
}

export interface AttentionResult {
  /** (…, T, S): q kᵀ / √K */
  readonly scores: Tensor;
  /** (…, T, S), where a mask was given. */
  readonly maskedScores?: Tensor;
  /** (…, T, S): rows sum to 1. */
  readonly attention: Tensor;
  /** (…, T, K) */
  readonly values: Tensor;
}

export class HeadsUp {
  readonly #glue: Glue;
  readonly #reclaim: Reclaim;
  readonly #readFile: WeightsReader | undefined;
  /** Which kept trace of the core a trace is a copy of, and what it was drawn in. */
  readonly #kept = new WeakMap<Trace, Kept>();

  constructor(glue: Glue, readFile?: WeightsReader) {
    this.#glue = glue;
    this.#readFile = readFile;
    this.#reclaim = new FinalizationRegistry((handle) => glue.disposeMultiHead({ handle }));
  }

  /** ids (B, L): ragged sequences filled at their end with padId. */
  pad(sequences: readonly (readonly number[])[], padId = 0): Tensor {
    if (!Array.isArray(sequences)) refuseType("sequences", sequences, "a list of lists of token ids");
    sequences.forEach((sequence, b) => {
      if (!Array.isArray(sequence)) refuseType(`sequences[${b}]`, sequence, "a list of token ids");
      sequence.forEach((id, i) => {
        if (typeof id !== "number") refuseType(`sequences[${b}][${i}]`, id, "integer");
      });
    });
    return read(this.#glue.pad({ sequences, padId: number(padId, "padId") }));
  }

  /** (B, 1, L) from ids (B, L): 1 where the id is not padId. */
  paddingMask(ids: TensorLike, padId = 0): Tensor {
    return read(this.#glue.paddingMask({ ids: tensorIn(ids, "ids"), padId: number(padId, "padId") }));
  }

  /** (1, L, L), the lower triangle: query t attends to keys 0 … t. */
  causalMask(length: number): Tensor {
    return read(this.#glue.causalMask({ length: number(length, "length") }));
  }

  /** a AND b, broadcast: (B, 1, L) and (1, L, L) give (B, L, L). */
  combineMasks(a: TensorLike, b: TensorLike): Tensor {
    return read(this.#glue.combineMasks({ a: tensorIn(a, "a"), b: tensorIn(b, "b") }));
  }

  /** (B, L) from ids (B, L), 1 = ignore: `nn.MultiheadAttention`'s key_padding_mask. */
  keyPaddingMask(ids: TensorLike, padId = 0): Tensor {
    return read(this.#glue.keyPaddingMask({ ids: tensorIn(ids, "ids"), padId: number(padId, "padId") }));
  }

  /** (L, L), 1 = ignore, above the diagonal: a decoder's `nn.MultiheadAttention` attn_mask. */
  subsequentMask(length: number): Tensor {
    return read(this.#glue.subsequentMask({ length: number(length, "length") }));
  }

  /** From 1 = attend (`scaled_dot_product_attention`) to 1 = ignore (`nn.MultiheadAttention`), or back. */
  invertMask(mask: TensorLike): Tensor {
    return read(this.#glue.invertMask({ mask: tensorIn(mask, "mask") }));
  }

  /** (length, dModel): row p is sin and cos of p / 10000^(2i / dModel), by turns. */
  positionalEncoding(length: number, dModel: number): Tensor {
    return read(
      this.#glue.positionalEncoding({ length: number(length, "length"), dModel: number(dModel, "dModel") }),
    );
  }

  /** a + b, broadcast; a residual sum is add(x, sublayer(x)). */
  add(a: TensorLike, b: TensorLike): Tensor {
    return read(this.#glue.add({ a: tensorIn(a, "a"), b: tensorIn(b, "b") }));
  }

  /** x Φ(x), by erf. */
  gelu(x: TensorLike): Tensor {
    return read(this.#glue.gelu({ x: tensorIn(x, "x") }));
  }

  /** max(x, 0) */
  relu(x: TensorLike): Tensor {
    return read(this.#glue.relu({ x: tensorIn(x, "x") }));
  }

  /** (x − mean) / √(variance + eps) · weight + bias over the last axis; weight and bias are as long as it. */
  layerNorm(x: TensorLike, weight: TensorLike, bias: TensorLike, eps = 1e-5): Tensor {
    return read(
      this.#glue.layerNorm({
        x: tensorIn(x, "x"),
        weight: tensorIn(weight, "weight"),
        bias: tensorIn(bias, "bias"),
        eps: number(eps, "eps"),
      }),
    );
  }

  /** Softmax over the last axis. */
  softmax(x: TensorLike): Tensor {
    return read(this.#glue.softmax({ x: tensorIn(x, "x") }));
  }

  /** (…, D) from ids (…) and table (V, D). */
  embedding(ids: TensorLike, table: TensorLike): Tensor {
    return read(this.#glue.embedding({ ids: tensorIn(ids, "ids"), table: tensorIn(table, "table") }));
  }

  /** (…, N) = x (…, K) weightᵀ + bias, weight (N, K), bias (N). */
  linear(x: TensorLike, weight: TensorLike, bias?: TensorLike | null): Tensor {
    return read(
      this.#glue.linear({
        x: tensorIn(x, "x"),
        weight: tensorIn(weight, "weight"),
        bias: optionalTensorIn(bias, "bias"),
      }),
    );
  }

  /** q (…, T, K), k (…, S, K), v (…, S, K); every intermediate comes back. */
  scaledDotProductAttention(
    q: TensorLike,
    k: TensorLike,
    v: TensorLike,
    { mask, maskFill }: AttentionOptions = {},
  ): AttentionResult {
    return read(
      this.#glue.scaledDotProductAttention({
        q: tensorIn(q, "q"),
        k: tensorIn(k, "k"),
        v: tensorIn(v, "v"),
        mask: optionalTensorIn(mask, "mask"),
        maskFill: fillOf(maskFill),
      }),
    );
  }

  createMultiHeadAttention(options: MultiHeadOptions): MultiHeadAttention {
    number(options?.dModel, "dModel");
    number(options.numHeads, "numHeads");
    if (options.seed !== undefined) number(options.seed, "seed");
    const { weights } = options;
    const given = weights === undefined ? weights : attentionWeights(namedTensors(weights, this.#readFile));
    return new MultiHeadAttention(this.#glue, this.#reclaim, options, given);
  }

  /** torch.manual_seed(seed); torch.randn(shape) */
  randn(seed: number, shape: readonly number[]): Tensor {
    if (!Array.isArray(shape)) refuseType("shape", shape, "a list of sizes");
    shape.forEach((size, i) => {
      number(size, `shape[${i}]`);
    });
    return read(this.#glue.randn({ seed: number(seed, "seed"), shape }));
  }

  /**
   * Every named tensor of a lesson, in one call into the core. Weights that are not given are drawn from the seed; where
   * they are those of `like`, an earlier trace, they are its very arrays, which need not be copied anew.
   */
  run(spec: LessonSpec, weights: WeightsInput = {}, like?: Trace): Trace {
    return this.#run(spec, namedTensors(weights, this.#readFile), like);
  }

  /** The spec with every default filled in and every value checked, as `run` would have it; nothing is computed. */
  settle(spec: LessonSpec): Trace["spec"] {
    return specOf(read(this.#glue.settleSpec(checkedSpec(spec))));
  }

  /** A PyTorch script that makes the tensors of the lesson's trace and prints them by name. */
  toPyTorch(spec: LessonSpec): string {
    return scriptOf(this.settle(spec));
  }

  /** Where one number came from: the cell `index` of the step `name`. */
  explain(trace: Trace, name: string, index: readonly number[]): Explanation {
    if (typeof name !== "string") refuseType("name", name, "the name of a step of the trace");
    if (!Array.isArray(index)) refuseType("index", index, "a list of whole numbers");
    index.forEach((i, axis) => {
      number(i, `index[${axis}]`);
    });
    const handle = this.#kept.get(trace)?.handle;
    const answer =
      handle === undefined ? null : read<Explanation | null>(this.#glue.explain({ handle, name, index }));
    return answer ?? this.#explainAgain(trace, name, index);
  }

  #run(spec: LessonSpec, weights: NamedTensors, like?: Trace): Trace {
    const fields = lessonFields(spec, weights);
    const kept = like && this.#kept.get(like);
    const drawing = kept && like.spec.lesson === spec.lesson ? kept.drawing : 0;
    const {
      handle,
      drawing: drawn,
      ...crossed
    } = read<Crossed>(this.#glue.runLesson({ ...fields, drawing }));
    const had = new Map(drawing === 0 ? [] : like?.steps.map(({ name, data }) => [name, data]));
    const trace = {
      spec: specOf(crossed.spec),
      steps: crossed.steps.map((step) => ("data" in step ? step : { ...step, data: had.get(step.name) })),
    } as Trace;
    const isGiven = Object.keys(weights).length > 0;
    this.#kept.set(trace, { handle, drawing: isGiven ? 0 : drawn });
    return trace;
  }

  /** The core keeps only a few traces, and a trace may come from a worker: spec and weights give the same one again. */
  #explainAgain(trace: Trace, name: string, index: readonly number[]): Explanation {
    checkTrace(trace);
    const given = trace.steps.filter(({ op }) => op === "given");
    const again = this.#run(trace.spec, Object.fromEntries(given.map((step) => [step.name, step])));
    const { handle } = this.#kept.get(again) as Kept;
    this.#kept.set(trace, { handle, drawing: 0 });
    return read(this.#glue.explain({ handle, name, index }));
  }
}

/** A trace in the core. */
interface Kept {
  readonly handle: number;
  /** The same for traces with the same draws; 0 where not all of them are in the trace. */
  readonly drawing: number;
}

/** A trace as it crosses: what it shares with another has no numbers. */
interface Crossed extends Pick<Trace, "spec"> {
  readonly steps: readonly (Step | Omit<Step, "data">)[];
  readonly handle: number;
  readonly drawing: number;
}

/** A spec of the core's as it may be written in JSON, which has no infinity. */
function specOf(crossed: Trace["spec"]): Trace["spec"] {
  const { maskFill } = crossed;
  return { ...crossed, maskFill: maskFill === Number.NEGATIVE_INFINITY ? "-inf" : maskFill };
}

function number(value: unknown, field: string): number {
  if (typeof value !== "number") refuseType(field, value, "integer");
  return value;
}
