/** The interpreter as the page loads it: separately, when the notebook is opened. */
import type { BarePython } from "./bare.js";
import { loadPythonFrom } from "./load_python.js";
import { pythonWasmUrl } from "./page_wasm.js";

let loading: Promise<BarePython> | undefined;

/** One interpreter for all programs of a page. Rejects with a HeadsUpError; the next call then tries again. */
export function loadInterpreter(): Promise<BarePython> {
  loading ??= loadPythonFrom(async () => ({ url: pythonWasmUrl })).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
