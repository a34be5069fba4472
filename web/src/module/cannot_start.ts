/** Finds out why the module cannot start, because browsers give the same error for causes with different remedies. */
import { HeadsUpError, messageOf, refuse } from "./errors.js";

const EMPTY = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
/** A module with one function that returns a vector: (func (result v128) i32.const 0, i8x16.splat, i8x16.popcnt). */
const WITH_SIMD = [
  ...EMPTY,
  ...[1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11],
];

/** Whether the bytes are WebAssembly; some servers send an HTML page in place of a missing file. */
export function isWasm(bytes: ArrayBuffer): boolean {
  const first = new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength));
  return first.length === 4 && first.every((byte, i) => byte === EMPTY[i]);
}

export function refuseWithoutWasm(): void {
  if (typeof WebAssembly === "undefined")
    refuse("no-wasm", {}, "WebAssembly: got none, wants a browser that has it and has it turned on");
}

/** The error that names the cause; `name` is the name of the .wasm file. */
export function startFailure(cause: unknown, name: string): HeadsUpError {
  const got = messageOf(cause);
  if (!WebAssembly.validate(Uint8Array.from(WITH_SIMD)))
    return new HeadsUpError("no-simd", "WebAssembly: got one without SIMD, wants SIMD", { got });
  if (!mayCompile()) {
    const wants = "script-src 'wasm-unsafe-eval'";
    const message = `WebAssembly: got ${got}, wants ${wants} in the page's content security policy`;
    return new HeadsUpError("wasm-forbidden", message, { got, wants });
  }
  return new HeadsUpError("module-failed", `${name}: got ${got}, wants the module's bytes`, { got });
}

/** A content security policy without WebAssembly forbids even an empty module. */
function mayCompile(): boolean {
  try {
    return Boolean(new WebAssembly.Module(Uint8Array.from(EMPTY)));
  } catch {
    return false;
  }
}
