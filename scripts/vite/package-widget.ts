/** The package's `widget`: the element for notebooks in one file, with everything inside. */
import { licencesInScript } from "../lib/licences/licences.mjs";
import { inlined } from "./package_parts.js";
import { pageModule } from "./shared.js";

export default inlined("widget", "web/src/package/widget.ts", true, [pageModule, licencesInScript()]);
