/** Converts a spec to the text of the settings form, and the text back to a spec or to a refusal. */

import { compact } from "../module/compact.js";
import { HeadsUpError, type Refusal, refusalOf, refuse } from "../module/errors.js";
import type { LessonSpec } from "../module/types.js";
import { FIELDS, type Field, type FieldName, NONE, SPEC_FIELDS } from "../spec/fields.js";
import { typedNumber } from "../words/number_text.js";

export type FullSpec = Required<LessonSpec>;

const { lesson: _, mask, feedForward, ...whole } = SPEC_FIELDS;
/** Everything that has a control: plain fields, and the parts of composite fields. */
const CONTROLS = { ...whole, ...mask.parts, ...feedForward.parts };
type Controls = typeof CONTROLS;
export type ControlName = keyof Controls;

/** The input of each control. */
export type FormText = {
  readonly [name in ControlName]: Controls[name]["type"] extends "flag" ? boolean : string;
};

const ORDER: readonly Field["type"][] = ["rows", "integer", "fill", "layer", "choice", "mask", "flag"];
/** Sorted as the form shows them. */
export const FORM_FIELDS = [...FIELDS].sort(([, a], [, b]) => ORDER.indexOf(a.type) - ORDER.indexOf(b.type));

export const FILLS = ["-1e12", "-1e9", "-inf"] as const;

/** Whether a lesson has the field. Fields that are not shown keep their values from the URL. */
export const isShown = (name: FieldName, defaults: FullSpec): boolean =>
  name === "mask" || defaults[name === "layerNorm" ? "feedForward" : name] !== null;

export const rowsText = (rows: readonly (readonly number[])[] | null): string =>
  (rows ?? []).map((row) => row.join(", ")).join("\n");

export function formText(spec: FullSpec): FormText {
  const values: Readonly<Record<string, unknown>> = { ...spec, ...spec.mask, ...spec.feedForward };
  const text = Object.entries(CONTROLS).map(([name, { type }]) => [name, controlText(type, values[name])]);
  return Object.fromEntries(text) as FormText;
}

function controlText(type: Field["type"], value: unknown): string | boolean {
  if (type === "flag") return value === true;
  if (type === "rows") return rowsText(value as FullSpec["target"]);
  return type === "fill" ? fillText(value as FullSpec["maskFill"]) : String(value ?? NONE);
}

/** Writes −1e12 and −1e9 as the notebooks do, without the row of zeros. */
const fillText = (fill: FullSpec["maskFill"]): string =>
  FILLS.find((known) => Number(known) === fill) ?? String(fill);

/**
 * Checks for integers happen in the core. Only words that are not finite numbers are refused here, because the message
 * quotes them as typed.
 */
function numberOf(field: string, word: string): number {
  const value = word.trim() === "" ? Number.NaN : typedNumber(word);
  if (Number.isFinite(value)) return value;
  // Cut by code points, so that no emoji is split.
  const got = [...word.trim().slice(0, 80)].slice(0, 40).join("");
  const facts = { field, got, wants: "integer" };
  return refuse(got === "" ? "missing" : "wrong-type", facts, "{field}: got {got}, wants an {wants}");
}

/** One sentence per line. Trailing empty lines are ignored; an empty line between others is an empty sentence. */
const rowsOf = (field: string, text: string): number[][] =>
  text
    .trimEnd()
    .split("\n")
    .map((line, b) =>
      line
        .split(/[\s,]+/)
        .filter((word) => word !== "")
        .map((word, i) => numberOf(`${field}[${b}][${i}]`, word)),
    );

/** The spec that the text asks for, holding only what differs from the lesson's defaults. */
export function specOf(text: FormText, defaults: FullSpec): { spec: LessonSpec } | { problem: Refusal } {
  const usual = formText(defaults);
  try {
    const values = FORM_FIELDS.map(([name, field]) => {
      const isLeftAlone = name === "target" && defaults.target === null;
      return [name, isLeftAlone ? undefined : changedValue(name, field, text, usual)];
    });
    return { spec: compact<LessonSpec>({ lesson: defaults.lesson, ...Object.fromEntries(values) }) };
  } catch (error) {
    if (!(error instanceof HeadsUpError)) throw error;
    return { problem: refusalOf(error) };
  }
}

/** The value of a field's text; undefined if it is the default. */
function changedValue(name: FieldName, field: Field, text: FormText, usual: FormText): unknown {
  if (field.type === "mask") return changedMask(text, usual);
  if (field.type === "layer") return changedLayer(text, usual);
  const [typed, before] = [text[name as ControlName], usual[name as ControlName]];
  if (typed === before || typeof typed === "boolean") return typed === before ? undefined : typed;
  if (field.type === "rows") return rowsOf(name, typed);
  if (field.type === "integer" && typed.trim() === before) return undefined;
  if (field.nullable && typed.trim() === NONE) return null;
  const isWord = field.type === "choice" || (field.type === "fill" && typed === "-inf");
  return isWord ? typed : numberOf(name, typed);
}

function changedMask({ padding, causal }: FormText, usual: FormText): LessonSpec["mask"] | undefined {
  if (padding === usual.padding && causal === usual.causal) return undefined;
  return padding || causal ? { padding, causal } : null;
}

function changedLayer({ dFf, activation }: FormText, usual: FormText): unknown {
  const other = activation === usual.activation ? undefined : activation;
  // The width stays in the form while there is no layer, in case the layer is chosen again.
  if (activation === NONE) return other && null;
  const width = dFf.trim();
  const isUsual = width === usual.dFf || width === NONE;
  const layer = compact({ dFf: isUsual ? undefined : numberOf("dFf", width), activation: other });
  return Object.keys(layer).length > 0 ? layer : undefined;
}

export const sameText = (a: FormText, b: FormText): boolean =>
  (Object.keys(a) as ControlName[]).every((name) => a[name] === b[name]);

/** The control that a refusal refers to: `sequences[0][2]` → sequences, `mask.causal` → causal. */
export function fieldOf(problem: Refusal): ControlName | undefined {
  const path = problem.details["field"] ?? "";
  const name = path.replace(/^(mask|feedForward)\./, "").split(/[.[]/)[0] ?? "";
  const isHidden = FIELDS.some(([field, { type }]) => field === name && type === "flag");
  return Object.hasOwn(CONTROLS, name) && !isHidden ? (name as ControlName) : undefined;
}
