/**
 * The attributes and properties of <heads-up> that choose what it shows: how they are read from text, what an unset one means, and
 * what they request of the store.
 */
import { THEME_NAMES } from "../draw/theme.js";
import { FIRST_LESSON } from "../lessons/opening.js";
import { ALLOWANCES, MODES } from "../lessons/rules.js";
import { TRAINED } from "../lessons/trained.js";
import { DESIGNED } from "../module/designed.js";
import { clipped, messageOf, type Refusal, refused, wrongType } from "../module/errors.js";
import { addressPairs, formOf } from "../spec/address_forms.js";
import { SPEC_FIELDS } from "../spec/fields.js";
import type { Attributes } from "../store/actions.js";
import { isSameData } from "../store/lesson_runner.js";
import { requestedData } from "../store/selectors.js";
import { SPEC_ATTRIBUTES, type State, type WeightsAsked } from "../store/state.js";
import type { HeadsUpProperties } from "./element_api.js";

/** `code` is not the store's: a program stands in place of a lesson. */
export type Inputs = Omit<HeadsUpProperties, "trace" | "program" | "currentStep" | "updateComplete">;

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

/** Text that is not a number is passed on, so that it is refused. */
export function number(attribute: string | null): number | string | undefined {
  const value = text(attribute);
  return Number.isNaN(Number(value)) ? value : Number(value);
}

/** Text that is not JSON, or the JSON of a text, is passed on as it is, so that it is refused. */
export function json(attribute: string | null): unknown {
  const value = text(attribute);
  try {
    const read: unknown = value && JSON.parse(value);
    return typeof read === "string" ? value : read;
  } catch {
    return value;
  }
}

/** The inputs that the store takes as they are. */
const PLAIN = ["lesson", "step", "mode", "allow"] as const;
const inputOf = (name: (typeof SPEC_ATTRIBUTES)[number] | "spec") => (name === "sequences" ? "tokens" : name);

/**
 * What the changed properties request of the store; undefined if nothing. Text is read in the form of an address; what is in
 * another form is reported and not requested. `lang` chooses the sentence of trained weights.
 */
export function attributesOf(
  inputs: Inputs,
  isChanged: (name: keyof Inputs) => boolean,
  lang: string,
  report: (refusal: Refusal) => void,
): Attributes | undefined {
  const asked: Record<string, unknown> = {};
  for (const name of PLAIN) if (isChanged(name)) asked[name] = inputs[name];
  for (const name of [...SPEC_ATTRIBUTES, "spec"] as const) {
    const input = inputOf(name);
    if (!isChanged(input)) continue;
    const given: unknown = inputs[input];
    const form = name === "spec" ? undefined : formOf(SPEC_FIELDS[name]);
    const value = typeof given === "string" ? form?.read(given) : given;
    if (value === undefined && given !== undefined)
      report(form ? wrongType(input, given, form.wants) : noObject(input, given));
    else asked[name] = value;
  }
  if (isChanged("weights")) asked["weights"] = weightsAsked(inputs.weights, inputs.lang || lang);
  if (isChanged("src") || isChanged("ownLesson")) asked["src"] = inputs.ownLesson ?? inputs.src;
  return Object.keys(asked).length > 0 ? asked : undefined;
}

/** The refusal of a text that is no JSON, with the place of the fault as the browser names it, or of the JSON of a text. */
function noObject(field: string, given: unknown): Refusal {
  try {
    JSON.parse(String(given));
  } catch (fault) {
    const got = `${clipped(String(given), 40)} (${messageOf(fault)})`;
    return refused("wrong-type", { field, got, wants: "an object as JSON" });
  }
  return wrongType(field, given, "object");
}

function weightsAsked(given: Inputs["weights"], lang: string): WeightsAsked | undefined {
  if (given === undefined) return given;
  if (given === DESIGNED || given === TRAINED) return { name: given, lang };
  if (typeof given === "string") return { name: given };
  return { name: given instanceof File ? given.name : "weights", tensors: given };
}

/** The inputs that are names, and the names that they may be. */
const NAMES = {
  mode: MODES,
  allow: [...ALLOWANCES, "none"],
  controls: ["full", "minimal", "none"],
  theme: THEME_NAMES,
} as const;

/**
 * Replaces each unknown name by its default and reports it. `allow` may have several names and keeps the known ones; without
 * any it allows nothing.
 */
export function replaceWrong(inputs: Inputs, report: (refusal: Refusal) => void): void {
  for (const field of Object.keys(NAMES) as (keyof typeof NAMES)[]) {
    const [got, known] = [String(inputs[field]), NAMES[field] as readonly string[]];
    const given = field === "allow" ? got.split(",").map((name) => name.trim()) : [got];
    const used = given.filter((name) => known.includes(name)).join();
    if (!got || used === given.join()) continue;
    Object.assign(inputs, { [field]: field === "allow" ? used || "none" : UNSET[field] });
    const wants = known.join(", ");
    report(refused("unknown-value", { field, got, wants }, "{field}: got {got}, wants one of {wants}"));
  }
}

/** What other names are taken for, in small letters without "-" and "_": of addresses, specs, PyTorch, and what one says. */
const MEANT: Readonly<Record<string, string>> = {
  ...{ text: "tokens", sentence: "tokens", sentences: "tokens", sequences: "tokens", ids: "tokens" },
  ...{ heads: "numheads", nhead: "numheads", nheads: "numheads", embeddim: "dmodel" },
  ...{ fill: "maskfill", vocab: "vocabsize", weight: "weights", language: "lang", ownlesson: "src" },
};

/**
 * The attributes that are none of the element's but are meant to be, by another name or spelling such as `num-heads`. All others
 * belong to the page or to a framework.
 */
export const misnamedIn = (attributes: readonly string[], known: readonly string[]): Refusal[] =>
  attributes.flatMap((field) => {
    const plain = field.toLowerCase().replaceAll(/[-_]/g, "");
    const wants = known.includes(plain) ? plain : Object.hasOwn(MEANT, plain) && MEANT[plain];
    if (!wants || known.includes(field.toLowerCase())) return [];
    return refused("unknown-field", { field, wants }, "{field}: not an attribute, did you mean {wants}?");
  });

/** The values of the properties that describe what is requested. */
export function inputsOf(state: State): Partial<Inputs> {
  const { run, weightsAsked: asked } = state;
  const requested = requestedData(state);
  if (!requested) return {};
  const { spec, weights } = requested;
  // The part of a mask that the spec leaves out is known once the lesson is on the stage.
  const mask = spec.mask && (run && isSameData(run, requested) ? run.trace.spec : spec).mask;
  return {
    ...Object.fromEntries(SPEC_ATTRIBUTES.map((name) => [inputOf(name), spec[name] ?? undefined])),
    ...(weights?.model && { tokens: [weights.model.tokens] }),
    ...{ spec, lesson: spec.lesson },
    weights: (typeof asked === "object" ? (asked.tensors ?? asked.name) : asked) as Inputs["weights"],
    mask: addressPairs("mask", SPEC_FIELDS.mask, mask)[0]?.[1] as Inputs["mask"],
  };
}
