/** Loading the module: the one file that imports the generated glue. */
import createModule from "#glue";
import { HeadsUpError } from "./errors.js";
import { glueOf, type RawModule } from "./glue.js";
import { HeadsUp } from "./heads_up.js";
import type { WeightsReader } from "./weights/weights_input.js";

export interface LoadOptions {
  /** The bytes of heads-up.wasm, where the caller has them already. */
  readonly wasmBinary?: ArrayBuffer | Uint8Array;
  /** Where a file of the module is, from its name; for hosts that move assets. */
  readonly locateFile?: (name: string) => string;
}

/** How this build finds heads-up.wasm when the caller does not say. */
export type WasmSource = () => Promise<{ wasmBinary: ArrayBuffer | Uint8Array } | { url: string }>;

export async function loadFrom(
  source: WasmSource,
  options: LoadOptions = {},
  readFile?: WeightsReader,
): Promise<HeadsUp> {
  const from = options.wasmBinary
    ? { wasmBinary: options.wasmBinary }
    : options.locateFile
      ? { url: options.locateFile("heads-up.wasm") }
      : await source();
  const wasmBinary = "url" in from ? await fetched(from.url) : from.wasmBinary;
  try {
    return new HeadsUp(glueOf((await createModule({ wasmBinary })) as RawModule), readFile);
  } catch (cause) {
    throw new HeadsUpError(
      "module-failed",
      `heads-up.wasm: got ${reason(cause)}, wants WebAssembly with SIMD`,
      {
        got: reason(cause),
      },
    );
  }
}

const INLINED = /^data:[^,]*;base64,/;

async function fetched(url: string): Promise<ArrayBuffer | Uint8Array> {
  // A strict policy lets nobody fetch what stands in the script already.
  const [inlined] = INLINED.exec(url) ?? [];
  if (inlined) return Uint8Array.from(atob(url.slice(inlined.length)), (byte) => byte.charCodeAt(0));
  let got: string;
  try {
    const response = await fetch(url);
    if (response.ok) return await response.arrayBuffer();
    got = `HTTP ${response.status}`;
  } catch (cause) {
    got = reason(cause);
  }
  throw new HeadsUpError("module-failed", `heads-up.wasm: got ${got} from ${url}, wants the module's bytes`, {
    got,
  });
}

const reason = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
