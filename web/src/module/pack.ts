/** Arguments on their way in: named fields as bytes, in the form that cpp/bindings/arguments.h describes. */
import type { TensorIn } from "./glue.js";

/** Bytes that stand one after the other; large arrays are looked at, not copied. */
type Chunks = readonly Uint8Array[];

const encoder = new TextEncoder();

const bytesOf = (array: ArrayBufferView): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

// WebAssembly's memory is little-endian, and so is every machine that browsers run on.
const u16 = (value: number): Uint8Array => bytesOf(Uint16Array.of(value));
const u32 = (value: number): Uint8Array => bytesOf(Uint32Array.of(value));
const f64 = (values: ArrayLike<number>): Uint8Array =>
  bytesOf(values instanceof Float64Array ? values : Float64Array.from(values));

/** The letter of the kind, and the bytes. */
type Packed = readonly [kind: string, ...Chunks];

function packedTensor({ shape, data }: TensorIn): Packed {
  const head = [u32(shape.length), f64(shape)];
  return data instanceof Float32Array ? ["f", ...head, bytesOf(data)] : ["g", ...head, f64(data)];
}

/** A list is of one kind. */
function packedList(values: readonly unknown[]): Packed {
  if (typeof values[0] === "string") {
    const texts = (values as readonly string[]).map((text) => encoder.encode(text));
    return ["w", ...texts.flatMap((text) => [u32(text.length), text])];
  }
  if (Array.isArray(values[0])) {
    return ["s", ...(values as readonly number[][]).flatMap((row) => [u32(row.length), f64(row)])];
  }
  return ["l", f64(values as readonly number[])];
}

const isTensor = (value: object): value is TensorIn => "shape" in value && "data" in value;

function packedValue(value: unknown): Packed {
  if (value === null) return ["z"];
  if (typeof value === "number") return ["d", f64([value])];
  if (typeof value === "boolean") return ["b", Uint8Array.of(Number(value))];
  if (typeof value === "string") return ["t", encoder.encode(value)];
  if (Array.isArray(value)) return packedList(value);
  return isTensor(value as object) ? packedTensor(value as TensorIn) : ["o", ...pack(value as object)];
}

export const sizeOf = (chunks: Chunks): number => chunks.reduce((sum, { length }) => sum + length, 0);

/** The fields of an object; those that are undefined are left out. */
export function pack(fields: object): Chunks {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const key = encoder.encode(name);
    const [kind, ...bytes] = packedValue(value);
    return [u16(key.length), key, encoder.encode(kind), u32(sizeOf(bytes)), ...bytes];
  });
}

/** Writes the chunks one after the other. */
export function writeTo(memory: Uint8Array, at: number, chunks: Chunks): void {
  let end = at;
  for (const chunk of chunks) {
    memory.set(chunk, end);
    end += chunk.length;
  }
}
