/** Where the page's module lies. Apart from what loads it, so that boot.ts can ask for it before any other script. */
import wasmUrl from "../../../build/module/heads-up.wasm?url";

export { wasmUrl };
