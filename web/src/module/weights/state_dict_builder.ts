/** What the readers of weight files share: a state dict that is built within limits, and the refusal of a file. */
import { clipped, refuse, shownValue } from "../errors.js";
import { cellCount, shapeText } from "../shape.js";

/** A parameter as float32, row-major. */
export interface WeightTensor {
  readonly shape: readonly number[];
  readonly dtype: "float32";
  readonly data: Float32Array<ArrayBuffer>;
}

/** Tensors by name, in the order of the file, like the result of `torch.nn.Module.state_dict()`. */
export type StateDict = Readonly<Record<string, WeightTensor>>;

export interface CountedShape {
  readonly shape: readonly number[];
  readonly count: number;
}

/** The limit for all tensors of a file together: `Limits::cells` of cpp/include/headsup/lesson/spec.h. */
export const MOST_NUMBERS = 32_000_000;
export const BYTES_PER_NUMBER = 4;
/** NumPy's limit. */
export const MOST_AXES = 32;

/** Replaces control characters by "?", because text from an untrusted file may end up in a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const printable = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e]/g, "?");
const short = (text: string): string => printable(clipped(text));

/** What is wrong with a file, where the reader can do something about it. */
export type BadFileKind = "dtype" | "notWeights" | "tooLarge" | "torchSave";

export class StateDictBuilder {
  readonly #file: string;
  // A Map, because a tensor may be called "__proto__".
  readonly #tensors = new Map<string, WeightTensor>();
  #numbersLeft = MOST_NUMBERS;

  constructor(file: string) {
    this.#file = file;
  }

  /** Throws a HeadsUpError. `field` is the name of a tensor, or of a part of the file. */
  refuse(field: string, got: string, wants: string, kind?: BadFileKind): never {
    const facts = {
      file: short(this.#file),
      field: short(field),
      got: short(got),
      wants,
      ...(kind && { kind }),
    };
    return refuse("bad-file", facts, "{file}, {field}: got {got}, wants {wants}");
  }

  refuseDtype(name: string, dtype: string): never {
    return this.refuse(name, dtype, "float32; in PyTorch, w.float() makes it so", "dtype");
  }

  /** Checks a shape and counts its numbers. Call this before allocating anything of that size. */
  checkedShape(name: string, shape: unknown): CountedShape {
    if (!isShape(shape))
      return this.refuse(name, `shape ${shownValue(shape)}`, "a list of whole numbers from 0");
    if (shape.length > MOST_AXES) this.refuse(name, `${shape.length} axes`, `at most ${MOST_AXES}`);
    const count = shape.includes(0) ? 0 : cellCount(shape); // infinity · 0 would be NaN
    if (count > this.#numbersLeft) {
      const wants = `at most ${MOST_NUMBERS} numbers in the whole file`;
      this.refuse(name, `shape ${shapeText(shape)}`, wants, "tooLarge");
    }
    return { shape, count };
  }

  /** Adds a tensor; `shape` must have been checked, and `data` must fill it. */
  add(name: string, shape: readonly number[], data: Float32Array<ArrayBuffer>): void {
    if (this.#tensors.has(name)) this.refuse(name, "the name twice", "every name once");
    this.#numbersLeft -= data.length;
    this.#tensors.set(name, { shape, dtype: "float32", data });
  }

  build(): StateDict {
    if (this.#tensors.size === 0) this.refuse("tensors", "none", "at least one");
    return Object.fromEntries(this.#tensors);
  }
}

const isShape = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((size) => Number.isSafeInteger(size) && size >= 0);
