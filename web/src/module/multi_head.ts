/** A multi-head attention layer whose weights are copied into the module once; each forward pass is then one call. */
import type {
  BareModule,
  BareMultiHeadAttention,
  MultiHeadOptions as BareMultiHeadOptions,
  Forward,
  ForwardOptions,
} from "./bare.js";
import { refuse } from "./errors.js";
import type { TensorLike } from "./tensor_input.js";
import type { WeightsInput } from "./weights/read_weights.js";

/** Options of a layer; `weights` may use any of the names in docs/weights.md, or be a file. */
export type MultiHeadOptions = BareMultiHeadOptions<WeightsInput>;

/** A layer made by `createMultiHeadAttention`. */
export interface MultiHeadAttention {
  readonly dModel: number;
  readonly numHeads: number;
  readonly forward: Forward;
  /**
   * Frees the memory of the weights; calling it again does nothing. Garbage collection frees it too, but does not see how much a layer holds:
   * call this if you make many layers.
   */
  dispose(): void;
}

export class ModuleLayer implements MultiHeadAttention {
  readonly dModel: number;
  readonly numHeads: number;
  readonly #collected: FinalizationRegistry<BareMultiHeadAttention>;
  #layer: BareMultiHeadAttention | undefined;

  /** `collected` deletes layers that are garbage-collected without having been disposed of. */
  constructor(
    module: BareModule,
    collected: FinalizationRegistry<BareMultiHeadAttention>,
    options: BareMultiHeadOptions,
  ) {
    this.#layer = module.createMultiHeadAttention(options);
    this.#collected = collected;
    collected.register(this, this.#layer, this);
    this.dModel = options.dModel;
    this.numHeads = options.numHeads;
  }

  readonly forward = ((query: TensorLike, key?: TensorLike, value?: TensorLike, options?: ForwardOptions) => {
    if (!this.#layer)
      refuse("disposed", { field: "forward" }, "{field}: got a layer that was disposed of, wants a live one");
    return this.#layer.forward(query, key, value, options);
  }) as Forward;

  dispose(): void {
    if (!this.#layer) return;
    this.#collected.unregister(this);
    this.#layer.delete();
    this.#layer = undefined;
  }

  /** For `using`; in engines without Symbol.dispose this method is unused. */
  [Symbol.dispose ?? Symbol.for("Symbol.dispose")](): void {
    this.dispose();
  }
}
