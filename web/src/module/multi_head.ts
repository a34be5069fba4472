/** A multi-head attention layer whose weights live in the module: they cross once, each forward pass is one call. */
import { fillOf, type MaskFill, read } from "./answer.js";
import { HeadsUpError } from "./errors.js";
import type { Glue } from "./glue.js";
import { float32In, optionalTensorIn, type TensorLike } from "./tensor_input.js";
import type { Tensor } from "./types.js";
import type { LessonWeights } from "./weights/state_dict.js";
import { type WeightsInput, weightFields } from "./weights/weights_input.js";

export interface MultiHeadOptions {
  /** D, the width of queries, keys, values and output. */
  readonly dModel: number;
  /** H; divides dModel. */
  readonly numHeads: number;
  /** Weights drawn as `torch.manual_seed(seed)` and four `nn.Linear(dModel, dModel)` draw them: w_q, w_k, w_v, w_0. Default 42. */
  readonly seed?: number;
  /** Or given: `w_q.weight` (D, D) … `w_0.weight` (D, D), and `w_q.bias` (D) … where there is one; see docs/weights.md. */
  readonly weights?: WeightsInput;
}

export interface ForwardOptions {
  /** 1 = attend; (B, T, S), (B, 1, S) or (1, T, S). */
  readonly mask?: TensorLike | null;
  /** Also mask every key after the query. */
  readonly causal?: boolean;
  /** What a masked score becomes; default −1e12. */
  readonly maskFill?: MaskFill;
}

/** Where layers that were forgotten rather than disposed of are given back. */
export type Reclaim = FinalizationRegistry<number>;

export class MultiHeadAttention {
  readonly dModel: number;
  readonly numHeads: number;
  readonly #glue: Glue;
  readonly #reclaim: Reclaim;
  #handle: number | null;

  constructor(glue: Glue, reclaim: Reclaim, options: MultiHeadOptions, weights?: LessonWeights) {
    const { dModel, numHeads, seed = 42 } = options;
    this.#glue = glue;
    this.#reclaim = reclaim;
    this.#handle = read<number>(
      glue.createMultiHead({
        ...weightFields(weights ?? {}),
        ...{ dModel, numHeads, seed, given: weights !== undefined },
      }),
    );
    this.dModel = dModel;
    this.numHeads = numHeads;
    reclaim.register(this, this.#handle, this);
  }

  /**
   * output (B, T, D) from query (B, T, D), key and value (B, S, D). Without a key the query is the key (self-attention);
   * without a value the key is the value.
   */
  forward(
    query: TensorLike,
    key: TensorLike = query,
    value: TensorLike = key,
    options: ForwardOptions = {},
  ): Tensor {
    if (this.#handle === null) {
      throw new HeadsUpError("disposed", "forward: got a layer that was disposed of, wants a live one");
    }
    return read<Tensor>(
      this.#glue.multiHeadForward({
        handle: this.#handle,
        query: float32In(query, "query"),
        // What is the same crosses once.
        key: key === query ? null : float32In(key, "key"),
        value: value === key ? null : float32In(value, "value"),
        mask: optionalTensorIn(options.mask, "mask"),
        causal: options.causal ?? false,
        maskFill: fillOf(options.maskFill),
      }),
    );
  }

  /** Gives the weights' memory back. Calling it again does nothing; not calling it is no leak. */
  dispose(): void {
    if (this.#handle === null) return;
    this.#reclaim.unregister(this);
    this.#glue.disposeMultiHead({ handle: this.#handle });
    this.#handle = null;
  }

  /** For `using`; engines without Symbol.dispose get a method that nobody calls. */
  [Symbol.dispose ?? Symbol.for("Symbol.dispose")](): void {
    this.dispose();
  }
}
