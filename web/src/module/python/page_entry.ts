/** The interpreter as the page loads it: separately, when the notebook is opened. */
import type { BarePython } from "./bare.js";
import { loadPythonFrom } from "./load_python.js";
import { pythonWasmUrl } from "./page_wasm.js";

/** Rejects with a HeadsUpError. */
export const loadInterpreter = (): Promise<BarePython> =>
  loadPythonFrom(async () => ({ url: pythonWasmUrl }));
