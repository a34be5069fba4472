/** Loading the module: the one file that imports the generated glue. */
import createModule from "#glue";
import type { BareModule } from "./bare.js";
import { cannotStart, refuseWithoutWasm, startsAsWasm } from "./cannot_start.js";
import { HeadsUpError, reason } from "./errors.js";

export interface LoadOptions {
  /** The bytes of heads-up.wasm, if the caller already has them. */
  readonly wasmBinary?: ArrayBuffer | Uint8Array;
  /** Returns the location of a module file, given its name; for hosts that move assets. */
  readonly locateFile?: (name: string) => string;
}

/** How this build finds heads-up.wasm if the caller does not provide it. */
export type WasmSource = () => Promise<{ wasmBinary: ArrayBuffer | Uint8Array } | { url: string }>;

export async function loadFrom(source: WasmSource, options: LoadOptions = {}): Promise<BareModule> {
  refuseWithoutWasm();
  const from = options.wasmBinary
    ? { wasmBinary: options.wasmBinary }
    : options.locateFile
      ? { url: options.locateFile("heads-up.wasm") }
      : await source();
  const wasmBinary = "url" in from ? await fetched(from.url) : from.wasmBinary;
  try {
    return (await createModule({ wasmBinary, HeadsUpError })) as BareModule;
  } catch (cause) {
    throw cannotStart(cause);
  }
}

/** Ignores the MIME type: many servers have none for .wasm. The single-file build has the module as a data URL. */
async function fetched(url: string): Promise<ArrayBuffer | Uint8Array> {
  if (url.startsWith("data:")) return decoded(url.slice(url.indexOf(",") + 1));
  let got: string;
  try {
    const response = await fetch(url);
    const bytes = await response.arrayBuffer();
    if (response.ok && startsAsWasm(bytes)) return bytes;
    got = response.ok
      ? (response.headers.get("content-type") ?? "no WebAssembly")
      : `HTTP ${response.status}`;
  } catch (cause) {
    got = reason(cause);
  }
  throw new HeadsUpError("module-failed", `heads-up.wasm: got ${got} from ${url}, wants the module's bytes`, {
    got: `${got} (${url})`,
  });
}

/** Decodes instead of fetching: a content security policy may forbid fetching data URLs. */
export const decoded = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
