/** Weights as a caller passes them: a file, or tensors under any of the accepted names. */
import { readWeights, type WeightFile } from "./read_weights.js";
import type { NamedTensors } from "./state_dict.js";

/** Tensors by name, like a state_dict, or a file of tensors: see docs/weights.md. */
export type WeightsInput = NamedTensors | WeightFile;

export function namedTensors(weights: WeightsInput): NamedTensors {
  const isFile = typeof weights === "string" || weights instanceof ArrayBuffer || ArrayBuffer.isView(weights);
  return isFile ? readWeights(weights) : weights;
}
