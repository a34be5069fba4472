/** The module's face: the contract's functions with their types. The arithmetic is all in the core. */
import { fillOf, type MaskFill, read } from "./answer.js";
import { HeadsUpError, refuseType, shown } from "./errors.js";
import type { Glue } from "./glue.js";
import { MultiHeadAttention, type MultiHeadOptions, type Reclaim } from "./multi_head.js";
import { checkedSpec } from "./spec.js";
import { optionalTensorIn, type TensorLike, tensorIn } from "./tensor_input.js";
import type { Explanation, LessonSpec, Tensor, Trace } from "./types.js";

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
  /** Which kept trace of the core a trace is a copy of. */
  readonly #handles = new WeakMap<Trace, number>();

  constructor(glue: Glue) {
    this.#glue = glue;
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
    return new MultiHeadAttention(this.#glue, this.#reclaim, options);
  }

  /** torch.manual_seed(seed); torch.randn(shape) */
  randn(seed: number, shape: readonly number[]): Tensor {
    if (!Array.isArray(shape)) refuseType("shape", shape, "a list of sizes");
    shape.forEach((size, i) => {
      number(size, `shape[${i}]`);
    });
    return read(this.#glue.randn({ seed: number(seed, "seed"), shape }));
  }

  /** Every named tensor of a lesson, in one call into the core. */
  run(spec: LessonSpec): Trace {
    const { handle, ...trace } = this.#run(spec);
    this.#handles.set(trace, handle);
    return trace;
  }

  /** Where one number came from: the cell `index` of the step `name`. */
  explain(trace: Trace, name: string, index: readonly number[]): Explanation {
    if (typeof name !== "string") refuseType("name", name, "the name of a step of the trace");
    if (!Array.isArray(index)) refuseType("index", index, "a list of whole numbers");
    index.forEach((i, axis) => {
      number(i, `index[${axis}]`);
    });
    const kept = this.#handles.get(trace);
    const answer =
      kept === undefined ? null : read<Explanation | null>(this.#glue.explain({ handle: kept, name, index }));
    return answer ?? this.#explainAgain(trace, name, index);
  }

  #run(spec: LessonSpec): Trace & { handle: number } {
    const crossed = read<Trace & { handle: number }>(this.#glue.runLesson(checkedSpec(spec)));
    const { maskFill } = crossed.spec;
    return {
      ...crossed,
      spec: { ...crossed.spec, maskFill: maskFill === Number.NEGATIVE_INFINITY ? "-inf" : maskFill },
    };
  }

  /** The core keeps only a few traces, and a trace may come from a worker: a spec gives the same trace every time. */
  #explainAgain(trace: Trace, name: string, index: readonly number[]): Explanation {
    if (typeof trace !== "object" || trace === null || !("spec" in trace)) {
      throw new HeadsUpError("wrong-type", `trace: got ${shown(trace)}, wants what run() returned`, {
        field: "trace",
        got: shown(trace),
        wants: "object",
      });
    }
    const { handle } = this.#run(trace.spec);
    this.#handles.set(trace, handle);
    return read(this.#glue.explain({ handle, name, index }));
  }
}

function number(value: unknown, field: string): number {
  if (typeof value !== "number") refuseType(field, value, "integer");
  return value;
}
