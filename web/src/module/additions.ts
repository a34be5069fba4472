/** What the package has besides what the page needs at first: reading weight files, and the classes as a script. */
import type { Additions } from "./heads_up.js";
import { classScriptOf } from "./py_torch/class_form/class_script.js";
import { readWeights } from "./weights/read_weights.js";

export const additions: Additions = { readFile: readWeights, scripts: { class: classScriptOf } };
