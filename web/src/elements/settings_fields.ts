/**
 * What is typed in the settings, both ways: the spec as text, and the text as a spec or as what is wrong with
 * it.
 */
import type { LessonSpec } from "../module/types.js";

export type FullSpec = Required<LessonSpec>;

/** Every field as it is typed. */
export interface FormText {
  readonly sequences: string;
  readonly target: string;
  readonly seed: string;
  readonly dModel: string;
  readonly numHeads: string;
  readonly padId: string;
  readonly vocabSize: string;
  readonly padding: boolean;
  readonly causal: boolean;
  readonly maskFill: string;
}

export const INTEGERS = ["seed", "dModel", "numHeads", "padId", "vocabSize"] as const;
export const FILLS = ["-1e12", "-inf"] as const;

export interface FormProblem {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, string>>;
}

const rowsText = (rows: readonly (readonly number[])[] | null): string =>
  (rows ?? []).map((row) => row.join(", ")).join("\n");

export const formText = (spec: FullSpec): FormText => ({
  sequences: rowsText(spec.sequences),
  target: rowsText(spec.target),
  seed: String(spec.seed),
  dModel: String(spec.dModel),
  numHeads: String(spec.numHeads),
  padId: String(spec.padId),
  vocabSize: String(spec.vocabSize),
  padding: spec.mask?.padding ?? false,
  causal: spec.mask?.causal ?? false,
  maskFill: spec.maskFill === -1e12 ? "-1e12" : String(spec.maskFill),
});

class NotANumber extends Error {
  readonly field: string;
  readonly got: string;

  constructor(field: string, got: string) {
    super(`${field}: got ${got}, wants an integer`);
    this.field = field;
    this.got = got;
  }
}

/**
 * Whole or not is the core's business; here only what is no number at all is stopped, with the word as it was
 * typed.
 */
function numberOf(field: string, word: string): number {
  const value = word.trim() === "" ? Number.NaN : Number(word);
  if (Number.isNaN(value)) throw new NotANumber(field, word.trim().slice(0, 40));
  return value;
}

/**
 * One sentence a line; trailing empty lines are how people type, an empty line between others is an empty
 * sentence.
 */
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
export function specOf(text: FormText, defaults: FullSpec): { spec: LessonSpec } | { problem: FormProblem } {
  const usual = formText(defaults);
  const spec: LessonSpec = { lesson: defaults.lesson };
  try {
    if (text.sequences !== usual.sequences) spec.sequences = rowsOf("sequences", text.sequences);
    if (defaults.target !== null && text.target !== usual.target) spec.target = rowsOf("target", text.target);
    for (const field of INTEGERS)
      if (text[field].trim() !== usual[field]) spec[field] = numberOf(field, text[field]);
    if (text.maskFill !== usual.maskFill)
      spec.maskFill = text.maskFill === "-inf" ? "-inf" : numberOf("maskFill", text.maskFill);
    if (text.padding !== usual.padding || text.causal !== usual.causal) {
      spec.mask = text.padding || text.causal ? { padding: text.padding, causal: text.causal } : null;
    }
    return { spec };
  } catch (error) {
    if (!(error instanceof NotANumber)) throw error;
    const { field, got, message } = error;
    return { problem: { code: "wrong-type", message, details: { field, got, wants: "integer" } } };
  }
}

/** The field of the form that a refusal speaks of: `sequences[0][2]` → sequences, `mask.causal` → causal. */
export function fieldOf(problem: FormProblem): keyof FormText | undefined {
  const path = problem.details["field"] ?? "";
  const name = path.startsWith("mask.") ? path.slice("mask.".length) : path.split(/[.[]/)[0];
  const known: readonly (keyof FormText)[] = [
    ...INTEGERS,
    "sequences",
    "target",
    "padding",
    "causal",
    "maskFill",
  ];
  return known.find((field) => field === name);
}
