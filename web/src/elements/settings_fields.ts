/**
 * What is typed in the settings, both ways: the spec as text, and the text as a spec or as what is wrong with
 * it.
 */
import type { LessonSpec } from "../module/types.js";
import type { Refusal } from "./refusal.js";

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
  readonly bias: boolean;
  readonly outputProjection: boolean;
  readonly positionalEncoding: boolean;
  readonly dAttention: string;
  readonly dFf: string;
  readonly activation: string;
  readonly layerNorm: string;
}

/** In a field, the null of a spec. */
export const NONE = "none";
/** Not every lesson has them, and none has all; what the form does not show keeps what an address gave it. */
const FLAGS = ["bias", "outputProjection", "positionalEncoding"] as const;

export const INTEGERS = ["seed", "dModel", "numHeads", "padId", "vocabSize"] as const;
export const FILLS = ["-1e12", "-1e9", "-inf"] as const;

export const rowsText = (rows: readonly (readonly number[])[] | null): string =>
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
  maskFill: fillText(spec.maskFill),
  bias: spec.bias,
  outputProjection: spec.outputProjection,
  positionalEncoding: spec.positionalEncoding,
  dAttention: String(spec.dAttention ?? NONE),
  dFf: String(spec.feedForward?.dFf ?? NONE),
  activation: spec.feedForward?.activation ?? NONE,
  layerNorm: spec.layerNorm ?? NONE,
});

/** −1e12 and −1e9 as the notebooks write them, not as a row of zeros. */
const fillText = (fill: FullSpec["maskFill"]): string =>
  FILLS.find((known) => Number(known) === fill) ?? String(fill);

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
 * Whole or not is the core's business; here only what is no number at all, or too large for one, is stopped, with the
 * word as it was typed.
 */
function numberOf(field: string, word: string): number {
  const value = word.trim() === "" ? Number.NaN : Number(word);
  // By letters, so that no emoji is cut in two.
  if (!Number.isFinite(value))
    throw new NotANumber(field, [...word.trim().slice(0, 80)].slice(0, 40).join(""));
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
export function specOf(text: FormText, defaults: FullSpec): { spec: LessonSpec } | { problem: Refusal } {
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
    return { spec: { ...spec, ...layersOf(text, usual) } };
  } catch (error) {
    if (!(error instanceof NotANumber)) throw error;
    const { field, got, message } = error;
    const code = got === "" ? "missing" : "wrong-type";
    return { problem: { code, message, details: { field, got, wants: "integer" } } };
  }
}

/** The spec with every field; a layer that is named in part has the rest as usual. */
export function filledIn(spec: LessonSpec, defaults: FullSpec): FullSpec {
  const { feedForward: layer } = spec;
  const feedForward = layer && defaults.feedForward ? { ...defaults.feedForward, ...layer } : layer;
  return { ...defaults, ...spec, ...(feedForward === undefined ? {} : { feedForward }) };
}

export const sameText = (a: FormText, b: FormText): boolean =>
  (Object.keys(a) as (keyof FormText)[]).every((field) => a[field] === b[field]);

/** What the layers are made like, as far as it is not as usual. */
function layersOf(text: FormText, usual: FormText): Partial<LessonSpec> {
  const spec: Partial<LessonSpec> = {};
  for (const flag of FLAGS) if (text[flag] !== usual[flag]) spec[flag] = text[flag];
  if (text.dAttention.trim() !== usual.dAttention)
    spec.dAttention = text.dAttention.trim() === NONE ? null : numberOf("dAttention", text.dAttention);
  if (text.layerNorm !== usual.layerNorm)
    spec.layerNorm = text.layerNorm === NONE ? null : (text.layerNorm as "pre" | "post");
  const layer: NonNullable<LessonSpec["feedForward"]> = {};
  // Without a layer its width stays in the field, for when there is one again.
  const width = text.dFf.trim();
  if (text.activation !== NONE && width !== usual.dFf && width !== NONE) layer.dFf = numberOf("dFf", width);
  if (text.activation !== usual.activation) layer.activation = text.activation as "gelu" | "relu";
  if (Object.keys(layer).length > 0) spec.feedForward = text.activation === NONE ? null : layer;
  return spec;
}

/** The field of the form that a refusal speaks of: `sequences[0][2]` → sequences, `mask.causal` → causal. */
export function fieldOf(problem: Refusal): keyof FormText | undefined {
  const path = problem.details["field"] ?? "";
  const name = path.replace(/^(mask|feedForward)\./, "").split(/[.[]/)[0];
  const known: readonly (keyof FormText)[] = [
    ...INTEGERS,
    ...(["sequences", "target", "padding", "causal", "maskFill"] as const),
    ...(["dAttention", "dFf", "activation", "layerNorm"] as const),
  ];
  return known.find((field) => field === name);
}
