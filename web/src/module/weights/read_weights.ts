/** Reads a file of weights in a format that is detected from its bytes. docs/weights.md lists the formats. */
import { refuseType } from "../errors.js";
import { readJson } from "./json.js";
import { isNpy, readNpz } from "./npy.js";
import { isSafetensors, readSafetensors } from "./safetensors.js";
import type { NamedTensors } from "./state_dict.js";
import { type StateDict, StateDictBuilder } from "./state_dict_builder.js";
import { decodedText } from "./text.js";
import { isZip } from "./zip.js";

export type WeightFile = Uint8Array | ArrayBuffer | string;

/**
 * The float32 tensors of a .safetensors, .npz or JSON file, in the file's order and under the file's names. A string is JSON
 * text. `name` is the file's name in error messages. Refuses a bad file as a whole with `bad-file`.
 */
export function readWeights(file: WeightFile, name = "weights"): StateDict {
  if (typeof name !== "string") refuseType("name", name, "string");
  const into = new StateDictBuilder(name);
  if (typeof file === "string") readJson(file, into);
  else readBytes(bytesOf(file), into);
  return into.build();
}

/** The length of a buffer; undefined for anything else, also for a proxy of a buffer, which cannot be read. */
function lengthOfBuffer(value: unknown): number | undefined {
  try {
    return Reflect.get(ArrayBuffer.prototype, "byteLength", value) as number;
  } catch {
    return undefined;
  }
}

/** The file as a plain Uint8Array, because slicing a Buffer gives a view instead of a copy. */
function bytesOf(file: unknown): Uint8Array<ArrayBuffer> {
  // A buffer that was transferred to a worker has length 0, and no view of it can be made.
  if (ArrayBuffer.isView(file) && file instanceof Uint8Array) {
    // Not `file.byteLength`, which may be a property of the file's own.
    const slot = (name: "buffer" | "byteOffset" | "byteLength"): unknown =>
      Reflect.get(Object.getPrototypeOf(Uint8Array.prototype) as object, name, file);
    const [buffer, length] = [slot("buffer"), slot("byteLength")];
    if (length === 0) return new Uint8Array();
    return buffer instanceof ArrayBuffer
      ? new Uint8Array(buffer, slot("byteOffset") as number, length as number)
      : new Uint8Array(file); // a copy, because shared memory could change while it is read
  }
  const length = lengthOfBuffer(file);
  if (length === undefined)
    return refuseType("file", file, "the bytes of a file (Uint8Array or ArrayBuffer), or JSON text");
  return length === 0 ? new Uint8Array() : new Uint8Array(file as ArrayBuffer);
}

function readBytes(bytes: Uint8Array<ArrayBuffer>, into: StateDictBuilder): void {
  // Safetensors comes first, because a header of 19,280 bytes begins like a zip archive.
  if (isSafetensors(bytes)) readSafetensors(bytes, into);
  else if (isZip(bytes)) readNpz(bytes, into);
  else if (isJson(bytes)) readJson(decodedText(bytes, "text", into), into);
  else {
    const kind = isPickle(bytes) ? "torchSave" : "notWeights";
    into.refuse("beginning", whatItIs(bytes), "safetensors, .npz or JSON", kind);
  }
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const SPACE = 0x20;
const BRACE = 0x7b;

const isJson = (bytes: Uint8Array): boolean =>
  bytes.find((byte) => byte > SPACE && !BYTE_ORDER_MARK.includes(byte)) === BRACE;

const isPickle = (bytes: Uint8Array): boolean => bytes[0] === 0x80 && bytes[1] === 0x02;

function whatItIs(bytes: Uint8Array): string {
  if (isNpy(bytes)) return "one array (.npy)";
  if (isPickle(bytes)) return "a pickle, as torch.save wrote it before PyTorch 1.6";
  if (bytes.length === 0) return "an empty file";
  return `bytes ${Array.from(bytes.subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join(" ")}`;
}

/** Tensors by name, like a state_dict, or a file of tensors: see docs/weights.md. */
export type WeightsInput = NamedTensors | WeightFile;

export function namedTensors(weights: WeightsInput): NamedTensors {
  const isFile = typeof weights === "string" || weights instanceof ArrayBuffer || ArrayBuffer.isView(weights);
  return isFile ? readWeights(weights) : weights;
}
