/** Infers the sizes of a lesson from its state_dict. */
import { refuseType } from "../errors.js";
import type { LessonSpec } from "../types.js";
import { lessonWeights, type NamedTensors } from "./state_dict.js";

/**
 * Fills in what the spec leaves undefined from the weights: dModel, vocabSize, bias, outputProjection, dAttention and, for
 * a transformer block, feedForward.dFf. Fields that the spec has are kept even if they do not fit the weights: the core
 * refuses that. The number of heads cannot be inferred from weights.
 */
export function inferSpec(spec: LessonSpec, weights: NamedTensors): LessonSpec {
  if (typeof spec !== "object" || spec === null || Array.isArray(spec)) refuseType("spec", spec, "object");
  const given = lessonWeights(weights);
  const sizes = (name: string): readonly number[] => given[name]?.shape ?? [];
  const [vocabSize, embedded] = sizes("embedding.weight");
  const [dAttention, projected] = sizes("w_q.weight");
  const [dFf, fedForward] = sizes("conv1.weight");
  const seen: { -readonly [field in keyof LessonSpec]?: LessonSpec[field] | undefined } = {
    vocabSize,
    dModel: embedded ?? projected ?? fedForward ?? sizes("norm_1.weight")[0],
  };
  if (dAttention !== undefined) {
    seen.bias = given["w_q.bias"] !== undefined;
    // With w_q and w_k alone, as readable weights are, nothing is said about what follows the attention.
    if (given["w_v.weight"] || !given["w_k.weight"])
      seen.outputProjection = given["w_0.weight"] !== undefined;
    seen.dAttention = dAttention === projected ? null : dAttention;
  }
  if (dFf !== undefined && spec.lesson === "transformer-block" && spec.feedForward !== null) {
    seen.feedForward = { dFf, ...defined(spec.feedForward ?? {}) };
  }
  return { ...defined(seen), ...defined(spec), ...(seen.feedForward && { feedForward: seen.feedForward }) };
}

const defined = <T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
