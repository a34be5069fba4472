/** Loads the lessons' module; the training module is started in the same way (training/load_training.ts). */
import createModule from "#glue";
import type { BareModule } from "./bare.js";
import { isWasm, refuseWithoutWasm, startFailure } from "./cannot_start.js";
import { HeadsUpError, messageOf } from "./errors.js";

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
