/** Weights on their way into the core: a file or tensors by name, by whatever names they have. */
import { HeadsUpError } from "../errors.js";
import type { TensorIn } from "../glue.js";
import { checkedSpec } from "../spec.js";
import type { LessonSpec } from "../types.js";
import { inferSpec } from "./infer_spec.js";
import type { WeightFile } from "./read_weights.js";
import { type LessonWeights, lessonWeights, type NamedTensors } from "./state_dict.js";
import type { StateDict } from "./state_dict_builder.js";

/** Tensors by name, as a state_dict has them, or a file that has them: see docs/weights.md. */
export type WeightsInput = NamedTensors | WeightFile;

/** Only the package's entries have one: a page that reads no files need not load what reads them. */
export type WeightsReader = (file: WeightFile) => StateDict;

export function namedTensors(weights: WeightsInput, readFile: WeightsReader | undefined): NamedTensors {
  const isFile = typeof weights === "string" || weights instanceof ArrayBuffer || ArrayBuffer.isView(weights);
  if (!isFile) return weights;
  if (readFile) return readFile(weights);
  const facts = { field: "weights", got: "a file", wants: "what readWeights makes of it" };
  throw new HeadsUpError("not-supported", `weights: got ${facts.got}, wants ${facts.wants}`, facts);
}

/** As the core takes them: each is a field of the call. */
export const weightFields = (weights: LessonWeights): Readonly<Record<`weights.${string}`, TensorIn>> =>
  Object.fromEntries(Object.entries(weights).map(([name, tensor]) => [`weights.${name}`, tensor]));

/** The fields of `runLesson`; sizes that the spec leaves out are those of the weights. */
export function lessonFields(spec: LessonSpec, weights: NamedTensors): Readonly<Record<string, unknown>> {
  const given = lessonWeights(weights);
  return { ...checkedSpec(inferSpec(spec, given)), weights: Object.keys(given), ...weightFields(given) };
}
