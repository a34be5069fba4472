/**
 * The attributes and properties of <heads-up> that choose what it shows: how they are read from text, what an unset one means, and
 * what they request of the store.
 */
import { FIRST_LESSON } from "../lessons/lessons.js";
import { TRAINED } from "../lessons/trained.js";
import { READABLE } from "../module/readable.js";
import { addressPairs, formOf } from "../spec/address_forms.js";
import { SPEC_FIELDS } from "../spec/fields.js";
import { type Attributes, SPEC_ATTRIBUTES } from "../store/actions.js";
import type { LessonData } from "../store/lesson_runner.js";
import type { WeightsAsked } from "../store/state.js";
import type { HeadsUpProperties } from "./element_api.js";

export type Inputs = Omit<HeadsUpProperties, "trace" | "currentStep" | "updateComplete">;

/** The values of unset properties; those that are not listed are undefined. */
export const UNSET = {
  lesson: FIRST_LESSON,
  controls: "full",
  ...{ step: "", lang: "", theme: "", mode: "", allow: "", src: "" },
} as const;

/** What template engines write for a missing value. */
const MISSING: readonly (string | null)[] = [null, "", "null", "undefined", "None"];

export const text = (attribute: string | null): string | undefined =>
  MISSING.includes(attribute) ? undefined : (attribute as string);

/** An unset property is reflected as an empty attribute, which must be read back as unset. */
export const textOr =
  (unset: string) =>
  (attribute: string | null): string =>
    text(attribute) ?? unset;

/** Text that is not a number is passed on, so that the core refuses it. */
export function number(attribute: string | null): number | string | undefined {
  const value = text(attribute);
  return value === undefined || Number.isNaN(Number(value)) ? value : Number(value);
}

export function json(attribute: string | null): unknown {
  const value = text(attribute);
  try {
    return value && JSON.parse(value);
  } catch {
    return value;
  }
}

/** The store's names of everything that the inputs can request. */
const REQUESTABLE = [...SPEC_ATTRIBUTES, ...(["lesson", "spec", "step", "mode", "allow"] as const)];
const inputOf = (name: (typeof REQUESTABLE)[number]) => (name === "sequences" ? "tokens" : name);

/** Parses text in the form of an address; text in another form is passed on, so that the core refuses it. */
function parsed(name: string, value: unknown): unknown {
  if (typeof value !== "string" || !(name === "sequences" || name === "target" || name === "mask"))
    return value;
  const result = formOf(SPEC_FIELDS[name]).read(value);
  return result === undefined ? value : result;
}

/** What the changed properties request of the store; undefined if nothing. `lang` chooses the sentence of trained weights. */
export function attributesOf(
  inputs: Inputs,
  isChanged: (name: keyof Inputs) => boolean,
  lang: string,
): Attributes | undefined {
  const asked: Record<string, unknown> = {};
  for (const name of REQUESTABLE)
    if (isChanged(inputOf(name))) asked[name] = parsed(name, inputs[inputOf(name)]);
  if (isChanged("weights")) asked["weights"] = weightsAsked(inputs.weights, inputs.lang || lang);
  if (isChanged("src") || isChanged("ownLesson")) asked["src"] = inputs.ownLesson ?? inputs.src;
  return Object.keys(asked).length > 0 ? asked : undefined;
}

function weightsAsked(given: Inputs["weights"], lang: string): WeightsAsked | undefined {
  if (given === undefined || given === READABLE || given instanceof File) return given;
  if (given === TRAINED) return { name: TRAINED, lang };
  return typeof given === "string" ? { name: given } : { name: "weights", tensors: given };
}

/** The values of the properties that describe these data. */
export function inputsOf({ spec, weights }: LessonData): Partial<Inputs> {
  return {
    ...Object.fromEntries(SPEC_ATTRIBUTES.map((name) => [inputOf(name), spec[name] ?? undefined])),
    ...(weights?.model && { tokens: [weights.model.tokens] }),
    ...{ spec, lesson: spec.lesson },
    mask: addressPairs("mask", SPEC_FIELDS.mask, spec.mask)[0]?.[1] as Inputs["mask"],
  };
}
