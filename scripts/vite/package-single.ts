/** The package's `single`: the module in one file, with the .wasm inside. */
import { inlined } from "./package_parts.js";

export default inlined("single", "web/src/module/index.ts", false);
