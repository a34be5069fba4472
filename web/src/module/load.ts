/** Loading the lessons' module, and what it shares with that of training (training/load_training.ts). */
import createModule from "#glue";
import type { BareModule } from "./bare.js";
import { cannotStart, refuseWithoutWasm, startsAsWasm } from "./cannot_start.js";
import { HeadsUpError, reason } from "./errors.js";

export interface LoadOptions {
  /** The bytes of heads-up.wasm, if the caller already has them. */
  readonly wasmBinary?: ArrayBuffer | Uint8Array;
  /** The bytes of heads-up-training.wasm, or false to do without training: `createTrainer` then refuses. */
  readonly training?: ArrayBuffer | Uint8Array | false;
  /** Returns the location of a module file, given its name; for hosts that move assets. */
  readonly locateFile?: (name: string) => string;
}

/** How this build finds a .wasm file if the caller does not provide it. */
export type WasmSource = () => Promise<{ wasmBinary: ArrayBuffer | Uint8Array } | { url: string }>;

/** A module's generated glue. */
type CreateModule = (options: object) => Promise<unknown>;

export const loadFrom = async (source: WasmSource, options: LoadOptions = {}): Promise<BareModule> =>
  (await started(createModule, "heads-up.wasm", source, options.wasmBinary, options, "settle")) as BareModule;

/** Starts the module of the .wasm file `name`, which has a function `own`. Rejects with a HeadsUpError. */
export async function started(
  create: CreateModule,
  name: string,
  source: WasmSource,
  given: ArrayBuffer | Uint8Array | undefined,
  { locateFile }: LoadOptions,
  own: string,
): Promise<unknown> {
  refuseWithoutWasm();
  const from = given ? { wasmBinary: given } : locateFile ? { url: locateFile(name) } : await source();
  const wasmBinary = "url" in from ? await fetched(name, from.url) : from.wasmBinary;
  try {
    const module = await create({ wasmBinary, HeadsUpError });
    // The glue starts our other module as well.
    if (own in Object(module)) return module;
    throw new Error(`a module without ${own}`);
  } catch (cause) {
    throw cannotStart(cause, name);
  }
}

/** Ignores the MIME type: many servers have none for .wasm. The single-file build has the module as a data URL. */
async function fetched(name: string, url: string): Promise<ArrayBuffer | Uint8Array> {
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
  throw new HeadsUpError("module-failed", `${name}: got ${got} from ${url}, wants the module's bytes`, {
    got: `${got} (${url})`,
  });
}

/** Decodes instead of fetching: a content security policy may forbid fetching data URLs. */
export const decoded = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
