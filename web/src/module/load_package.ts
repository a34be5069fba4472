/** The package's `load`. The page has no options, so what reads and checks them stays out of its first load. */

import { MISSING, messageOf, refuse, refuseType, shownValue } from "./errors.js";
import { type HeadsUp, headsUp } from "./heads_up.js";
import { isWasm, loadFrom, notLoaded, type WasmSource } from "./load.js";
import { loadPythonFrom } from "./python/load_python.js";
import { loadTrainingFrom } from "./training/load_training.js";

export interface LoadOptions {
  /** The bytes of heads-up.wasm, if the caller already has them. */
  readonly wasmBinary?: ArrayBuffer | Uint8Array;
  /** The bytes of heads-up-training.wasm, or false to leave out training: `createTrainer` then refuses. */
  readonly training?: ArrayBuffer | Uint8Array | false;
  /** The bytes of heads-up-python.wasm, or false to leave out the interpreter: `runPython` then refuses. */
  readonly python?: ArrayBuffer | Uint8Array | false;
  /**
   * Returns the URL of a module file, as text or as a `URL`, given its name; for hosts that move assets. Node also reads
   * `file:` URLs, such as those of `import.meta.resolve`.
   */
  readonly locateFile?: (name: string) => string | { readonly href: string };
}

type Bytes = ArrayBuffer | Uint8Array;
type UrlLike = ReturnType<NonNullable<LoadOptions["locateFile"]>>;

// By their tags, because in Jest the arrays of Node are of other classes than those of a test.
const isBytes = (value: unknown): boolean =>
  /^\[object (ArrayBuffer|Uint8Array)\]$/.test(Object.prototype.toString.call(value));

const bytesOrFalse = {
  wants: "ArrayBuffer, Uint8Array or false",
  isOne: (value: unknown) => value === false || isBytes(value),
};
const OPTIONS = {
  wasmBinary: { wants: "ArrayBuffer or Uint8Array", isOne: isBytes },
  ...{ training: bytesOrFalse, python: bytesOrFalse },
  locateFile: { wants: "function", isOne: (value: unknown) => typeof value === "function" },
};

function checkOptions(options: LoadOptions): void {
  if (typeof options !== "object" || options === null || Array.isArray(options))
    refuseType("options", options, "object");
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(OPTIONS, name)) {
      const facts = { field: shownValue(name), wants: Object.keys(OPTIONS).join(", ") };
      refuse("unknown-field", facts, "{field}: not a field, wants one of {wants}");
    }
    const { wants, isOne } = OPTIONS[name as keyof LoadOptions];
    if (value !== undefined && !isOne(value)) refuseType(name, value, wants);
  }
}

/** The glue would print why it cannot compile other bytes, and advise to build it with other settings. */
function checkedBytes(name: string, wasmBinary: Bytes, from: string): { wasmBinary: Bytes } {
  // No array can be made of a buffer that was transferred to a worker; its length is 0.
  if (wasmBinary.byteLength > 0 && isWasm(new Uint8Array(wasmBinary as ArrayBuffer).buffer))
    return { wasmBinary };
  throw notLoaded(name, `${wasmBinary.byteLength} bytes that are not WebAssembly`, from);
}

function urlText(located: UrlLike): string {
  const url = typeof located === "object" ? located?.href : located;
  return typeof url === "string" ? url : refuseType("locateFile", located, "function that returns a URL");
}

/** Reads bytes from a URL if `fetch` cannot; returns undefined for all other URLs. */
type Read = (url: string) => Promise<Bytes | undefined>;

const fileSource =
  (name: string, locate: (name: string) => UrlLike, read?: Read): WasmSource =>
  async () => {
    const url = urlText(locate(name));
    const bytes = await read?.(url)?.catch((cause: unknown) => {
      throw notLoaded(name, messageOf(cause), url);
    });
    return bytes ? checkedBytes(name, bytes, url) : { url };
  };

/** Reports a failure only when the returned function is called. */
async function tried<Module>(loading: Promise<Module>): Promise<() => Module> {
  try {
    const module = await loading;
    return () => module;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/** Loads all modules; `own` returns the URLs of this build's own files, by their names. */
export async function loadPackage(
  options: LoadOptions = {},
  own: (name: string) => UrlLike,
  read?: Read,
): Promise<HeadsUp> {
  checkOptions(options);
  const { wasmBinary, locateFile = own } = options;
  const source = (name: string, option: string, bytes: Bytes | undefined): WasmSource =>
    bytes ? async () => checkedBytes(name, bytes, option) : fileSource(name, locateFile, read);
  const optional = (option: "training" | "python"): WasmSource => {
    const bytes = options[option];
    if (bytes !== false) return source(`heads-up-${option}.wasm`, option, bytes);
    const facts = { field: option, wants: `a module loaded without { ${option}: false }` };
    return async () => refuse("missing", facts, MISSING);
  };
  return headsUp(
    ...(await Promise.all([
      loadFrom(source("heads-up.wasm", "wasmBinary", wasmBinary)),
      tried(loadTrainingFrom(optional("training"))),
      tried(loadPythonFrom(optional("python"))),
    ])),
  );
}
