/** Reads the values of a spec from a URL, and writes them. */
import type { LessonSpec, MaskFill } from "../module/types.js";
import { type Field, NONE } from "./fields.js";

/** The text form of a value. */
export interface Form<T> {
  /** The expected form of the text, for the message that refuses it. */
  readonly wants: string;
  /** What it wants instead of a text that has the expected form. */
  readonly range?: (text: string) => string | undefined;
  /** Undefined if the text is invalid. */
  read(text: string): T | undefined;
}

type Rows = readonly (readonly number[])[];

const LONGEST_TOKENS = 20_000;
const MASKS: Readonly<Record<string, LessonSpec["mask"]>> = {
  "padding,causal": { padding: true, causal: true },
  padding: { padding: true, causal: false },
  causal: { padding: false, causal: true },
  [NONE]: null,
};

export const integer: Form<number> = {
  wants: "integer",
  range: (text) =>
    /^-?\d+$/.test(text) ? `${Number.MIN_SAFE_INTEGER} … ${Number.MAX_SAFE_INTEGER}` : undefined,
  read(text) {
    const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    return Number.isSafeInteger(value) ? value + 0 : undefined; // +0 makes 0 of −0
  },
};

export const oneOf = <T extends string>(words: readonly T[]): Form<T> => ({
  wants: words.join(", "),
  read: (text) => words.find((word) => word === text),
});

const flag: Form<boolean> = {
  wants: "true, false",
  read: (text) => (text === "true" ? true : text === "false" ? false : undefined),
};

const fill: Form<MaskFill> = {
  wants: "-1e12, -inf",
  read(text) {
    if (text === "-inf") return text;
    const value = text.length < 32 && text !== "" ? Number(text) : Number.NaN;
    return Number.isFinite(value) ? value + 0 : undefined;
  },
};

const rows: Form<Rows> = {
  wants: "62,13,47;60,96",
  read(text) {
    if (text.length > LONGEST_TOKENS || !/^[\d,; -]+$/.test(text) || !/\d/.test(text)) return;
    // Two commas in a row mean a missing id, which is invalid; a sentence without any ids is valid and empty.
    if (/, *,/.test(text)) return;
    const ids = text.split(";").map((row) => (row.match(/[^\s,]+/g) ?? []).map((id) => Number(id) + 0));
    return ids.flat().every(Number.isSafeInteger) ? ids : undefined;
  },
};

const mask: Form<LessonSpec["mask"]> = {
  wants: Object.keys(MASKS).join(" | "),
  read: (text) => (Object.hasOwn(MASKS, text) ? MASKS[text] : undefined),
};

const FORMS = { integer, flag, fill, rows, mask } as const;

/** The form of a field that is one URL parameter. Lists are never null: a lesson has a target, or ignores it. */
export function formOf(field: Exclude<Field, { type: "layer" }>): Form<unknown> {
  const { type } = field;
  if (type === "mask" || type === "rows") return FORMS[type];
  const form = type in FORMS ? FORMS[type as keyof typeof FORMS] : oneOf(field.choices ?? []);
  if (!field.nullable) return form;
  return {
    ...form,
    wants: `${form.wants}, ${NONE}`,
    read: (text) => (text === NONE ? null : form.read(text)),
  };
}

/** The URL parameters of a field; none if its value is undefined. */
export function addressPairs(name: string, field: Field, value: unknown): [name: string, text: string][] {
  if (value === undefined) return [];
  const parts = value as Readonly<Record<string, unknown>> | null;
  if (field.type === "mask") {
    const on = Object.keys(field.parts).filter((part) => parts?.[part]);
    return [[name, on.join(",") || NONE]];
  }
  if (value === null) return field.type === "rows" ? [] : [[name, NONE]];
  if (field.type === "layer")
    return Object.entries(field.parts).flatMap(([part, partField]) =>
      addressPairs(part, partField, parts?.[part]),
    );
  const text = field.type === "rows" ? (value as Rows).map((row) => row.join(",")).join(";") : String(value);
  return [[field.url ?? name, text]];
}
