/** The one place that names what the WASM module offers; a test compares the names with the module itself. */
import { type Answer, copied, Memory, read } from "./answer.js";
import { HeadsUpError } from "./errors.js";
import { pack } from "./pack.js";

/** A tensor on its way in: any array of numbers will do, the core checks what it needs. */
export interface TensorIn {
  readonly shape: readonly number[];
  readonly data: ArrayLike<number>;
}

type Maybe<T> = T | null;

/** Every function takes one object, whose fields are called as the arguments that messages name, and gives an answer. */
export interface Glue {
  /** The names of all of these. */
  functions(args: object): Answer;
  pad(args: { sequences: readonly (readonly number[])[]; padId: number }): Answer;
  paddingMask(args: { ids: TensorIn; padId: number }): Answer;
  causalMask(args: { length: number }): Answer;
  combineMasks(args: { a: TensorIn; b: TensorIn }): Answer;
  keyPaddingMask(args: { ids: TensorIn; padId: number }): Answer;
  subsequentMask(args: { length: number }): Answer;
  invertMask(args: { mask: TensorIn }): Answer;
  positionalEncoding(args: { length: number; dModel: number }): Answer;
  add(args: { a: TensorIn; b: TensorIn }): Answer;
  gelu(args: { x: TensorIn }): Answer;
  relu(args: { x: TensorIn }): Answer;
  layerNorm(args: { x: TensorIn; weight: TensorIn; bias: TensorIn; eps: number }): Answer;
  softmax(args: { x: TensorIn }): Answer;
  embedding(args: { ids: TensorIn; table: TensorIn }): Answer;
  linear(args: { x: TensorIn; weight: TensorIn; bias: Maybe<TensorIn> }): Answer;
  scaledDotProductAttention(args: {
    q: TensorIn;
    k: TensorIn;
    v: TensorIn;
    mask: Maybe<TensorIn>;
    maskFill: number;
  }): Answer;
  randn(args: { seed: number; shape: readonly number[] }): Answer;
  /** Weights are drawn from the seed, or given: then they are fields of their own, "weights.w_q.weight" … */
  createMultiHead(args: {
    dModel: number;
    numHeads: number;
    seed: number;
    given: boolean;
    [weight: `weights.${string}`]: TensorIn;
  }): Answer;
  multiHeadForward(args: {
    handle: number;
    query: TensorIn;
    /** Null where it is the query. */
    key: Maybe<TensorIn>;
    /** Null where it is the key. */
    value: Maybe<TensorIn>;
    mask: Maybe<TensorIn>;
    causal: boolean;
    maskFill: number;
  }): Answer;
  disposeMultiHead(args: { handle: number }): Answer;
  /**
   * The fields of the spec that are given; `weights`, the names that are given; each as "weights.w_q.weight" …; and
   * `drawing`, of an earlier answer whose draws are there still, or 0: where they are these, they come without numbers.
   */
  runLesson(args: Readonly<Record<string, unknown>>): Answer;
  /** The spec with every default filled in, without running it. */
  settleSpec(args: Readonly<Record<string, unknown>>): Answer;
  /** Reads as null where the trace is no longer kept. */
  explain(args: { handle: number; name: string; index: readonly number[] }): Answer;
}

/** The module itself: a function reads the arguments that stand in allocated memory and gives its answer's address. */
export interface RawModule {
  /** 0 where there is no memory. */
  _heads_up_allocate(bytes: number): number;
  /** Calls a function by its place; the one at 0 answers with the names of all. Traps where it refuses. */
  _heads_up_call(place: number): number;
  /** After a trap the address of the refusal, or 0 where it was another trap. */
  _heads_up_refusal(): number;
  /** The place in the table of functions for an engine's own tile, which layers use from now on. */
  _heads_up_tile(): number;
  /** What the .wasm exports, by names that each build gives anew. */
  readonly asm: WebAssembly.Exports;
  stackSave(): number;
  /** A trap leaves the stack as it is. */
  stackRestore(stack: number): void;
  /** Another one after each growth of the memory. */
  readonly HEAPU8: Uint8Array<ArrayBuffer>;
}

/** Calls a function by its place and copies its answer. */
function answering(module: RawModule): (place: number) => Answer {
  let memory = new Memory(module.HEAPU8.buffer);
  const stack = module.stackSave();
  const addressOf = (place: number): number => {
    try {
      return module._heads_up_call(place);
    } catch (trap) {
      module.stackRestore(stack);
      const refusal = module._heads_up_refusal();
      if (refusal === 0) throw trap;
      return refusal;
    }
  };
  return (place) => {
    const at = addressOf(place);
    const { buffer } = module.HEAPU8;
    if (memory.buffer !== buffer) memory = new Memory(buffer);
    return copied(memory, at);
  };
}

/** What the module's functions are called, in the order of their places. */
export const functionsOf = (module: RawModule): readonly string[] => read(answering(module)(0));

/** The functions of the module with arguments and answers of JavaScript's own. */
export function glueOf(module: RawModule): Glue {
  const answerOf = answering(module);
  const called = (place: number) => (args: object) => {
    const packed = pack(args);
    const { size } = packed;
    const at = size < 2 ** 32 ? module._heads_up_allocate(size) : 0;
    if (at === 0) {
      const got = `arguments of ${size} bytes`;
      throw new HeadsUpError("out-of-memory", `memory: got ${got}, wants smaller ones`, { got });
    }
    packed.writeTo(module.HEAPU8, at);
    return answerOf(place);
  };
  return Object.fromEntries(
    functionsOf(module).map((name, place) => [name, called(place)]),
  ) as unknown as Glue;
}
