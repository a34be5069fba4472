/** Infers the sizes of a lesson from its state_dict. */
import { compact } from "../compact.js";
import { refuseType } from "../errors.js";
import type { LessonSpec } from "../types.js";
import { lessonWeights, type NamedTensors } from "./state_dict.js";

/**
 * Fills in fields that the spec leaves undefined from the weights: dModel, vocabSize, bias, outputProjection, dAttention and,
 * for a transformer block, feedForward.dFf. Fields of the spec are kept even if they do not fit the weights, which `run` then
 * refuses. The number of heads cannot be inferred from weights.
 */
export function inferSpec(spec: LessonSpec, weights: NamedTensors): LessonSpec {
  if (typeof spec !== "object" || spec === null || Array.isArray(spec)) refuseType("spec", spec, "object");
  const given = lessonWeights(weights);
  const sizes = (name: string): readonly number[] => given[name]?.shape ?? [];
  const [vocabSize, embedded] = sizes("embedding.weight");
  const [dAttention, projected] = sizes("w_q.weight");
  const [dFf, fedForward] = sizes("conv1.weight");
  const inferred: { -readonly [field in keyof LessonSpec]?: LessonSpec[field] | undefined } = {
    vocabSize,
    dModel: embedded ?? projected ?? fedForward ?? sizes("norm_1.weight")[0],
  };
  if (dAttention !== undefined) {
    inferred.bias = given["w_q.bias"] !== undefined;
    // With only w_q and w_k, like readable weights, a missing w_0 does not mean that there is no output projection.
    if (given["w_v.weight"] || !given["w_k.weight"])
      inferred.outputProjection = given["w_0.weight"] !== undefined;
    inferred.dAttention = dAttention === projected ? null : dAttention;
  }
  if (dFf !== undefined && spec.lesson === "transformer-block" && spec.feedForward !== null) {
    inferred.feedForward = { dFf, ...compact(spec.feedForward ?? {}) };
  }
  return {
    ...compact(inferred),
    ...compact(spec),
    ...(inferred.feedForward && { feedForward: inferred.feedForward }),
  };
}
