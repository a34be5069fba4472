/** The URL of the page's module, separate from the loader so that boot.ts can request it before any other script. */
import wasmUrl from "../../../build/module/heads-up.wasm?url";

export { wasmUrl };
