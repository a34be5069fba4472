/** The URL of the interpreter's module, separate from the loader so that boot.ts can request it before any other script. */
import pythonWasmUrl from "../../../../build/module/heads-up-python.wasm?url";

export { pythonWasmUrl };
