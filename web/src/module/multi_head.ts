/** A multi-head attention layer whose weights live in the module: copied in once, then one call per forward pass. */
import type {
  BareModule,
  BareMultiHeadAttention,
  MultiHeadOptions as BareMultiHeadOptions,
  Forward,
  ForwardOptions,
} from "./bare.js";
import { HeadsUpError } from "./errors.js";
import type { TensorLike } from "./tensor_input.js";
import type { WeightsInput } from "./weights/weights_input.js";

/** `weights` may have any of the names of docs/weights.md, or be a file. */
export type MultiHeadOptions = BareMultiHeadOptions<WeightsInput>;

/** What `createMultiHeadAttention` gives. */
export interface MultiHeadAttention {
  readonly dModel: number;
  readonly numHeads: number;
  readonly forward: Forward;
  /** Frees the weights' memory. Calling it again does nothing; without it, garbage collection frees the memory. */
  dispose(): void;
}

export class ModuleLayer implements MultiHeadAttention {
  readonly dModel: number;
  readonly numHeads: number;
  readonly #forgotten: FinalizationRegistry<BareMultiHeadAttention>;
  #layer: BareMultiHeadAttention | undefined;

  /** `forgotten` deletes layers that are garbage-collected without having been disposed of. */
  constructor(
    module: BareModule,
    forgotten: FinalizationRegistry<BareMultiHeadAttention>,
    options: BareMultiHeadOptions,
  ) {
    this.#layer = module.createMultiHeadAttention(options);
    this.#forgotten = forgotten;
    forgotten.register(this, this.#layer, this);
    this.dModel = options.dModel;
    this.numHeads = options.numHeads;
  }

  readonly forward = ((query: TensorLike, key?: TensorLike, value?: TensorLike, options?: ForwardOptions) => {
    if (!this.#layer) {
      const message = "forward: got a layer that was disposed of, wants a live one";
      throw new HeadsUpError("disposed", message, { field: "forward" });
    }
    return this.#layer.forward(query, key, value, options);
  }) as Forward;

  dispose(): void {
    if (!this.#layer) return;
    this.#forgotten.unregister(this);
    this.#layer.delete();
    this.#layer = undefined;
  }

  /** For `using`; in engines without Symbol.dispose this method is unused. */
  [Symbol.dispose ?? Symbol.for("Symbol.dispose")](): void {
    this.dispose();
  }
}
