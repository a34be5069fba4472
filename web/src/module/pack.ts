/** Arguments on their way in: named fields as bytes, in the form that cpp/bindings/arguments.h describes. */
import type { TensorIn } from "./glue.js";

/** Arguments that only need a place. */
export interface Packed {
  readonly size: number;
  /** Writes them to memory, from `at` on, a multiple of 4; once, and before the next call of `pack`. */
  writeTo(memory: Uint8Array, at: number): void;
}

const encoder = new TextEncoder();
/** From this many bytes on, numbers are copied once, to where they belong. */
const LARGE = 512;

const bytesOf = (array: ArrayBufferView): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

const isTensor = (value: object): value is TensorIn => "shape" in value && "data" in value;

/** Small bytes stand in a buffer, large arrays between them are looked at. */
class Writer {
  #bytes = new Uint8Array(4096);
  #view = new DataView(this.#bytes.buffer);
  #end = 0;
  #large: { readonly before: number; readonly bytes: Uint8Array }[] = [];
  #largeBytes = 0;

  /** How many bytes there are so far. */
  get size(): number {
    return this.#end + this.#largeBytes;
  }

  clear(): void {
    this.#end = 0;
    this.#large = [];
    this.#largeBytes = 0;
  }

  writeTo(memory: Uint8Array, at: number): void {
    let from = 0;
    let to = at;
    for (const { before, bytes } of this.#large) {
      memory.set(this.#bytes.subarray(from, before), to);
      to += before - from;
      memory.set(bytes, to);
      to += bytes.length;
      from = before;
    }
    memory.set(this.#bytes.subarray(from, this.#end), to);
    this.clear();
  }

  fields(object: object): void {
    for (const name of Object.keys(object)) {
      const value = (object as Record<string, unknown>)[name];
      if (value === undefined) continue;
      const at = this.#room(2);
      const length = this.#text(name);
      this.#view.setUint16(at, length, true);
      this.#value(value);
    }
  }

  /** The place of this many more bytes. */
  #room(count: number): number {
    const at = this.#end;
    this.#end += count;
    if (this.#end > this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#end);
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    return at;
  }

  /** Returns how many bytes it takes. */
  #text(text: string): number {
    const at = this.#room(text.length);
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code < 128) {
        this.#bytes[at + i] = code;
        continue;
      }
      this.#end = at;
      const bytes = encoder.encode(text);
      this.#bytes.set(bytes, this.#room(bytes.length));
      return bytes.length;
    }
    return text.length;
  }

  /** The letter of the value's kind, its size, and the value. */
  #value(value: unknown): void {
    const at = this.#room(5);
    const start = this.size;
    const kind = this.#write(value);
    this.#bytes[at] = kind.charCodeAt(0);
    this.#view.setUint32(at + 1, this.size - start, true);
  }

  #u8(value: number): void {
    const at = this.#room(1);
    this.#bytes[at] = value;
  }

  #u32(value: number): void {
    const at = this.#room(4);
    this.#view.setUint32(at, value, true);
  }

  #f64(values: ArrayLike<number>): void {
    const at = this.#room(8 * values.length);
    for (let i = 0; i < values.length; i++) this.#view.setFloat64(at + 8 * i, values[i] as number, true);
  }

  /** Returns the letter of the value's kind. */
  #write(value: unknown): string {
    if (value === null) return "z";
    if (typeof value === "number") this.#f64([value]);
    else if (typeof value === "boolean") this.#u8(Number(value));
    else if (typeof value === "string") this.#text(value);
    else if (Array.isArray(value)) return this.#list(value);
    else if (isTensor(value as object)) return this.#tensor(value as TensorIn);
    else {
      this.fields(value as object);
      return "o";
    }
    return typeof value === "number" ? "d" : typeof value === "boolean" ? "b" : "t";
  }

  /** A list is of one kind. */
  #list(values: readonly unknown[]): string {
    if (typeof values[0] === "string") {
      for (const text of values as readonly string[]) {
        const at = this.#room(4);
        const length = this.#text(text);
        this.#view.setUint32(at, length, true);
      }
      return "w";
    }
    if (!Array.isArray(values[0])) {
      this.#f64(values as readonly number[]);
      return "l";
    }
    for (const row of values as readonly number[][]) {
      this.#u32(row.length);
      this.#f64(row);
    }
    return "s";
  }

  #tensor({ shape, data }: TensorIn): string {
    this.#u32(shape.length);
    this.#f64(shape);
    while (this.size % 4 !== 0) this.#u8(0);
    if (data instanceof Float32Array || data instanceof Float64Array) this.#numbers(data);
    else this.#f64(data);
    return data instanceof Float32Array ? "f" : "g";
  }

  // WebAssembly's memory is little-endian, and so is every machine that browsers run on.
  #numbers(numbers: Float32Array | Float64Array): void {
    const bytes = bytesOf(numbers);
    if (bytes.length < LARGE) {
      const at = this.#room(bytes.length);
      this.#bytes.set(bytes, at);
      return;
    }
    this.#large.push({ before: this.#end, bytes });
    this.#largeBytes += bytes.length;
  }
}

const writer = new Writer();

/** The fields of an object; those that are undefined are left out. */
export function pack(fields: object): Packed {
  writer.clear();
  writer.fields(fields);
  return writer;
}
