/** The core's answers: one JSON text and two blocks of numbers, as cpp/bindings/answer.h writes them. */
import { HeadsUpError, refuseType } from "./errors.js";
import type { DType, Tensor } from "./types.js";

/** [text, tensors, float64 numbers], or a tensor that is the whole answer. */
export type Answer = readonly [string, Uint8Array<ArrayBuffer>, Float64Array<ArrayBuffer>] | Tensor;

const views = { float32: Float32Array, int32: Int32Array, bool: Uint8Array } as const;
const DTYPES = ["float32", "int32", "bool"] as const;

const decoder = new TextDecoder();

/** The module's memory as words and as each kind of numbers: for a small layer a view a call would be a twentieth of it. */
export class Memory {
  readonly buffer: ArrayBuffer;
  readonly words: Uint32Array<ArrayBuffer>;
  readonly float32: Float32Array<ArrayBuffer>;
  readonly int32: Int32Array<ArrayBuffer>;
  readonly bool: Uint8Array<ArrayBuffer>;

  constructor(buffer: ArrayBuffer) {
    this.buffer = buffer;
    this.words = new Uint32Array(buffer);
    this.float32 = new Float32Array(buffer);
    this.int32 = new Int32Array(buffer);
    this.bool = new Uint8Array(buffer);
  }
}

/** A copy of the answer at this address; it is gone with the next call. */
export function copied(memory: Memory, address: number): Answer {
  const at = address / 4;
  return memory.words[at + 1] === 0 ? copiedTensor(memory, at) : copiedText(memory.buffer, address);
}

function copiedTensor(memory: Memory, at: number): Tensor {
  const { words } = memory;
  const word = (i: number): number => words[i] as number;
  const shape: number[] = [];
  let count = 1;
  for (let i = 0; i < word(at + 8); i++) {
    const size = word(word(at + 7) / 4 + i);
    shape.push(size);
    count *= size;
  }
  const dtype = DTYPES[word(at + 9)] as DType;
  const numbers = memory[dtype];
  const first = word(word(at + 4) / 4) / numbers.BYTES_PER_ELEMENT;
  return { shape, dtype, data: numbers.slice(first, first + count) };
}

function copiedText(memory: ArrayBuffer, address: number): Answer {
  const [text = 0, textSize, numbers = 0, numberCount, tensors = 0, tensorCount = 0, tensorBytes = 0] =
    new Uint32Array(memory, address, 7);
  const block = new Uint8Array(tensorBytes);
  const places = new Uint32Array(memory, tensors, 2 * tensorCount);
  let at = 0;
  for (let i = 0; i < places.length; i += 2) {
    const bytes = new Uint8Array(memory, places[i], places[i + 1]);
    block.set(bytes, at);
    // Every tensor starts at a multiple of 4, so that a Float32Array may look at it.
    at += Math.ceil(bytes.length / 4) * 4;
  }
  return [
    decoder.decode(new Uint8Array(memory, text, textSize)),
    block,
    new Float64Array(memory, numbers, numberCount).slice(),
  ];
}

interface Refusal {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: Readonly<Record<string, string>>;
  };
}
/** A tensor as it stands in the text: its numbers begin at byte `at` of the block of tensors. */
interface PlacedTensor {
  readonly shape: readonly number[];
  readonly dtype: DType;
  readonly at: number;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const isNumberPlace = (value: object): value is { n: number } => Object.hasOwn(value, "n");
const isPlacedTensor = (value: object): value is PlacedTensor => Object.hasOwn(value, "at");
const isRefusal = (value: unknown): value is Refusal => isObject(value) && Object.hasOwn(value, "error");

/** The value of an answer; a refusal is thrown as the HeadsUpError that it is. */
export function read<T>(answer: Answer): T {
  if ("shape" in answer) return answer as T;
  const [text, tensors, numbers] = answer;
  const value = filledIn(JSON.parse(text), tensors, numbers);
  if (isRefusal(value)) throw new HeadsUpError(value.error.code, value.error.message, value.error.details);
  return value as T;
}

/** The parsed text with its numbers and tensors. JSON.parse could do it on the way, at three times the time. */
function filledIn(
  value: unknown,
  tensors: Uint8Array<ArrayBuffer>,
  numbers: Float64Array<ArrayBuffer>,
): unknown {
  if (!isObject(value)) return value;
  if (Array.isArray(value)) {
    // A list is of one kind: most are shapes and ids, which are left as they are.
    return isObject(value[0]) ? value.map((item) => filledIn(item, tensors, numbers)) : value;
  }
  if (isNumberPlace(value)) return numbers[value.n];
  if (isPlacedTensor(value)) return withData(value, tensors);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, filledIn(item, tensors, numbers)]),
  );
}

function withData<T extends PlacedTensor>({ at, ...tensor }: T, tensors: Uint8Array<ArrayBuffer>) {
  const count = tensor.shape.reduce((product, size) => product * size, 1);
  return { ...tensor, data: new views[tensor.dtype](tensors.buffer, at, count) };
}

/** What a masked score becomes: a finite number, or minus infinity, which may also be written "-inf". */
export type MaskFill = number | "-inf";
const DEFAULT_FILL = -1e12;

export function fillOf(fill: unknown = DEFAULT_FILL): number {
  if (fill === "-inf") return Number.NEGATIVE_INFINITY;
  return typeof fill === "number" ? fill : refuseType("maskFill", fill, 'number or "-inf"');
}
