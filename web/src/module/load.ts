/** Loads the lessons' module; the training module is started in the same way (training/load_training.ts). */
import createModule from "#glue";
import type { BareModule } from "./bare.js";
import { HeadsUpError, messageOf, refuse } from "./errors.js";

/** Where a .wasm file is. */
export type WasmSource = () => Promise<{ wasmBinary: ArrayBuffer | Uint8Array } | { url: string }>;

/** A module's generated glue. */
type CreateModule = (options: object) => Promise<unknown>;

export const loadFrom = async (source: WasmSource): Promise<BareModule> =>
  (await startModule(createModule, "heads-up.wasm", source, "settle")) as BareModule;

/** Starts the module of the .wasm file `name`, which must export a function `own`. Rejects with a HeadsUpError. */
export async function startModule(
  create: CreateModule,
  name: string,
  source: WasmSource,
  own: string,
): Promise<unknown> {
  refuseWithoutWasm();
  const from = await source();
  const wasmBinary = "url" in from ? await fetchModule(name, from.url) : from.wasmBinary;
  try {
    const module = await create({ wasmBinary, HeadsUpError });
    // The glue would also start our other module, if the caller passes the wrong file.
    if (own in Object(module)) return module;
    throw new Error(`a module without ${own}`);
  } catch (cause) {
    throw startFailure(cause, name);
  }
}

/** Ignores the MIME type, because many servers have none for .wasm. The single-file build has the module as a data URL. */
async function fetchModule(name: string, url: string): Promise<ArrayBuffer | Uint8Array> {
  if (url.startsWith("data:")) return decodeBase64(url.slice(url.indexOf(",") + 1));
  let got: string;
  try {
    const response = await fetch(url);
    const bytes = await response.arrayBuffer();
    if (response.ok && isWasm(bytes)) return bytes;
    got = response.ok
      ? (response.headers.get("content-type") ?? "no WebAssembly")
      : `HTTP ${response.status}`;
  } catch (cause) {
    got = messageOf(cause);
  }
  throw notLoaded(name, got, url);
}

/** The refusal of a .wasm file that could not be read, or is something else. */
export const notLoaded = (name: string, got: string, from: string): HeadsUpError =>
  new HeadsUpError("module-failed", `${name}: got ${got} from ${from}, wants the module's bytes`, {
    got: `${got} (${from})`,
  });

/** Decodes base64 instead of fetching it, because a content security policy may forbid fetching data URLs. */
const decodeBase64 = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

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
  const got = (cause instanceof HeadsUpError && cause.details["got"]) || messageOf(cause);
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
