/** HTML that embeds the current view in another page: the page in an iframe, or the element with its attributes. */

import { changedFields, openingSpec, withExplicitSizes } from "../../lessons/lessons.js";
import { TRAINED } from "../../lessons/trained.js";
import { DESIGNED } from "../../module/designed.js";
import type { LessonSpec } from "../../module/types.js";
import { addressPairs } from "../../spec/address_forms.js";
import { SPEC_FIELDS } from "../../spec/fields.js";
import { areDesigned, type ChosenWeights } from "../../store/lesson_runner.js";
import { type Attributes, tag } from "./figure.js";

/** The names of the element's attributes for fields of a spec; it takes the others as JSON. */
const NAMES = {
  ...{ seed: "seed", sequences: "tokens", target: "target", vocabSize: "vocabsize", dModel: "dmodel" },
  ...{ numHeads: "numheads", mask: "mask", maskFill: "maskfill" },
} as const;

/**
 * The element's tag. It needs no script, so a page may have several, and may forbid inline ones. `haveSizes`: the weights
 * determine the sizes.
 */
export function elementCode(
  spec: LessonSpec,
  full: Required<LessonSpec>,
  attributes: Attributes,
  haveSizes = false,
): string {
  const { lesson } = spec;
  const explicit = haveSizes ? spec : withExplicitSizes(spec, full);
  const changed = changedFields(openingSpec(lesson), explicit);
  return tag("heads-up", { lesson, ...attributes, ...inAttributes(changed) });
}

/** The element's tag for a lesson file; `spec` has what differs from the file. */
export const fileElementCode = (src: string, spec: LessonSpec, attributes: Attributes): string =>
  tag("heads-up", { src, ...attributes, ...inAttributes(spec) });

function inAttributes(spec: LessonSpec): Attributes {
  const attributes: Record<string, string> = {};
  const others: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(spec)) {
    const name = NAMES[field as keyof typeof NAMES];
    // The attribute names a whole mask, and a spec may leave one part of it to the lesson.
    const isPart = field === "mask" && value && Object.keys(value).length < 2;
    const text = name && addressPairs(field, SPEC_FIELDS[field as keyof typeof NAMES], value)[0]?.[1];
    if (text !== undefined && !isPart) attributes[name] = text;
    else if (field !== "lesson" && value !== undefined) others[field] = value;
  }
  return Object.keys(others).length > 0 ? { ...attributes, spec: JSON.stringify(others) } : attributes;
}

/** The weights as the element's attribute names them; undefined for drawn ones and for those that have no name. */
export function namedWeights(weights: ChosenWeights | undefined): string | undefined {
  if (areDesigned(weights)) return DESIGNED;
  const { trained, model } = weights ?? {};
  // Another sentence than the model's own has no attribute, and a model that the lab opened no address.
  if (trained) return trained.text === trained.model.sentence ? TRAINED : undefined;
  return model && weights?.name;
}
