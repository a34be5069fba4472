/** Weight files for tests: the committed fixtures, and malformed ones. */
import { readFileSync } from "node:fs";
import { zipSync } from "fflate";
import { expect } from "vitest";
import { HeadsUpError } from "../../web/src/module/errors.js";

const folder = new URL("../fixtures/weights/", import.meta.url);

/** A committed file, as a plain Uint8Array, because a Buffer would hide byte offset mistakes. */
export const fixture = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(name, folder)));

export const fixtureJson = <T>(name: string): T => JSON.parse(readFileSync(new URL(name, folder), "utf8"));

export const joined = (...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat(parts.map((part) => Uint8Array.from(part))));

export const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A safetensors file; `length` and `header` may be wrong. */
export function safetensors(header: unknown, numbers: Uint8Array, length?: bigint): Uint8Array<ArrayBuffer> {
  const text = ascii(typeof header === "string" ? header : JSON.stringify(header));
  const size = new DataView(new ArrayBuffer(8));
  size.setBigUint64(0, length ?? BigInt(text.length), true);
  return joined(new Uint8Array(size.buffer), text, numbers);
}

export const npyHeader = (shape: string, descr = "'<f4'", fortran = "False"): string =>
  `{'descr': ${descr}, 'fortran_order': ${fortran}, 'shape': ${shape}, }`;

export function npy(header: string, numbers: Uint8Array, version = [1, 0]): Uint8Array<ArrayBuffer> {
  const text = ascii(`${header}\n`);
  const length = [text.length & 255, text.length >> 8, ...(version[0] === 1 ? [] : [0, 0])];
  return joined([0x93], ascii("NUMPY"), version, length, text, numbers);
}

export const floats = (...numbers: readonly number[]): Uint8Array =>
  new Uint8Array(Float32Array.from(numbers).buffer);

export const zip = (
  members: Readonly<Record<string, Uint8Array>>,
  level: 0 | 6 = 0,
): Uint8Array<ArrayBuffer> => zipSync(members, { level });

/** The error of a call that must be refused; the packed module has its own error class. */
export function refusal(call: () => unknown, Refusal: typeof HeadsUpError = HeadsUpError): HeadsUpError {
  try {
    call();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  return expect.fail("it was not refused");
}
