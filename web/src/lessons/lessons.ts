/** All lessons by name. */
import { refuse } from "../module/errors.js";
import type { LessonName, LessonSpec } from "../module/types.js";
import { encoderDecoder } from "./encoder_decoder.js";
import type { Lesson } from "./lesson.js";
import { maskedMultiHead } from "./masked_multi_head.js";
import { maskedSelfAttention } from "./masked_self_attention.js";
import { multiHead } from "./multi_head.js";
import { isLessonName, lessonNames } from "./opening.js";
import { transformerBlock } from "./transformer_block.js";

export const lessons: Readonly<Record<LessonName, Lesson>> = {
  "masked-self-attention": maskedSelfAttention,
  "multi-head": multiHead,
  "masked-multi-head": maskedMultiHead,
  "encoder-decoder": encoderDecoder,
  "transformer-block": transformerBlock,
};

/** The lesson of that name; refuses `unknown-value` for any other. */
export function lessonNamed(name: string): Lesson {
  if (isLessonName(name)) return lessons[name];
  const facts = { field: "lesson", got: name, wants: lessonNames.join(", ") };
  return refuse("unknown-value", facts, '{field}: got "{got}", wants one of {wants}');
}

/** How a lesson opens: with its own data, and in sizes whose numbers can be read. */
export const openingSpec = (name: LessonName): LessonSpec => withOpeningSizes({ lesson: name });

/** Gives a spec without sizes those with which its lesson opens. */
export const withOpeningSizes = (spec: LessonSpec): LessonSpec =>
  spec.dModel === undefined ? withSizes(spec, smallSizesOf(spec.lesson)) : spec;

/** Undefined for an unknown lesson, which the core refuses later. */
const smallSizesOf = (name: LessonName): Lesson["small"] =>
  isLessonName(name) ? lessons[name].small : undefined;

/** The spec with these sizes filled in; sizes and other fields that it already has stay. */
function withSizes(spec: LessonSpec, sizes: Lesson["small"]): LessonSpec {
  if (!sizes) return spec;
  const { feedForward: layer, ...rest } = sizes;
  const feedForward = spec.feedForward === null ? null : { ...layer, ...spec.feedForward };
  return { ...rest, ...spec, ...(layer ? { feedForward } : {}) };
}

/** The spec without sizes, so that the lesson's own (the tutorial's) apply. */
export function withoutSizes(spec: LessonSpec): LessonSpec {
  const own = { ...spec };
  delete own.dModel;
  delete own.numHeads;
  if (spec.feedForward) {
    own.feedForward = { ...spec.feedForward };
    delete own.feedForward.dFf;
  }
  return own;
}

/** The spec with all sizes and both parts of its mask explicit: a spec may leave them out, an address may not. */
export function withExplicitSizes(
  given: LessonSpec,
  { dModel, numHeads, feedForward, mask }: Required<LessonSpec>,
): LessonSpec {
  const spec = given.mask ? { ...given, mask } : given;
  const small = smallSizesOf(spec.lesson);
  if (!small) return spec;
  const dFf = small.feedForward && feedForward?.dFf;
  return { ...spec, dModel, numHeads, ...(dFf ? { feedForward: { ...spec.feedForward, dFf } } : {}) };
}

/** The fields of a spec that differ from those of `base`, and always its lesson. */
export function changedFields(base: LessonSpec, spec: LessonSpec): LessonSpec {
  const isChanged = ([name, value]: [string, unknown]): boolean =>
    name === "lesson" || JSON.stringify(value) !== JSON.stringify(base[name as keyof LessonSpec]);
  return Object.fromEntries(Object.entries(spec).filter(isChanged)) as unknown as LessonSpec;
}

/** Whether a spec with all fields set has these sizes; without a feed-forward layer, dFf is not compared. */
export const hasSizes = (
  full: Required<LessonSpec>,
  { dModel, numHeads, feedForward }: NonNullable<Lesson["small"]>,
): boolean =>
  full.dModel === dModel &&
  full.numHeads === numHeads &&
  (!full.feedForward || full.feedForward.dFf === feedForward?.dFf);
