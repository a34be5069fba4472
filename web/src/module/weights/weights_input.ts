/** Weights as a caller passes them: a file, or tensors under any of the accepted names. */
import { HeadsUpError } from "../errors.js";
import type { WeightFile } from "./read_weights.js";
import type { NamedTensors } from "./state_dict.js";
import type { StateDict } from "./state_dict_builder.js";

/** Tensors by name, as a state_dict has them, or a file that has them: see docs/weights.md. */
export type WeightsInput = NamedTensors | WeightFile;

/** Only the package's entries pass a reader, so that a page that reads no files does not load it. */
export type WeightsReader = (file: WeightFile) => StateDict;

export function namedTensors(weights: WeightsInput, readFile: WeightsReader | undefined): NamedTensors {
  const isFile = typeof weights === "string" || weights instanceof ArrayBuffer || ArrayBuffer.isView(weights);
  if (!isFile) return weights;
  if (readFile) return readFile(weights);
  const facts = { field: "weights", got: "a file", wants: "what readWeights makes of it" };
  throw new HeadsUpError("not-supported", `weights: got ${facts.got}, wants ${facts.wants}`, facts);
}
