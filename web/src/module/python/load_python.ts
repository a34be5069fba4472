/** Loads the interpreter's module. */
import createModule from "#python-glue";
import { startModule, type WasmSource } from "../load.js";
import type { BarePython } from "./bare.js";

/** Rejects with a HeadsUpError. */
export const loadPythonFrom = async (source: WasmSource): Promise<BarePython> =>
  (await startModule(createModule, "heads-up-python.wasm", source, "runPython")) as BarePython;
