/**
 * The fields of a lesson spec, in the order of a URL. URLs, the settings form and the check of lesson files are built from
 * this table; details.ts, which loads later, has what only lesson files and the documents need.
 */
import type { LessonSpec } from "../module/types.js";

interface Value {
  readonly type: "integer" | "flag" | "fill" | "rows" | "lesson" | "choice";
  /** The allowed values of a choice. */
  readonly choices?: readonly string[];
  readonly nullable?: true;
  /** Its URL parameter, if it has another name. */
  readonly url?: string;
}

/** A value made of parts, each of which may be missing. */
interface Group<Type> {
  readonly type: Type;
  readonly parts: Readonly<Record<string, Value>>;
  readonly nullable: true;
  readonly url?: never;
}
export type Field = Value | Group<"mask"> | Group<"layer">;
export type FieldName = keyof LessonSpec;

export const SPEC_FIELDS = {
  lesson: { type: "lesson" },
  seed: { type: "integer" },
  dModel: { type: "integer" },
  numHeads: { type: "integer" },
  padId: { type: "integer" },
  vocabSize: { type: "integer" },
  sequences: { type: "rows", url: "tokens" },
  target: { type: "rows", nullable: true },
  mask: { type: "mask", parts: { padding: { type: "flag" }, causal: { type: "flag" } }, nullable: true },
  maskFill: { type: "fill", url: "fill" },
  bias: { type: "flag" },
  outputProjection: { type: "flag" },
  positionalEncoding: { type: "flag" },
  dAttention: { type: "integer", nullable: true },
  feedForward: {
    type: "layer",
    parts: { dFf: { type: "integer" }, activation: { type: "choice", choices: ["gelu", "relu"] } },
    nullable: true,
  },
  layerNorm: { type: "choice", choices: ["pre", "post"], nullable: true },
} as const satisfies Readonly<Record<FieldName, Field>>;

/** All fields but the lesson, which decides the defaults of the others. */
export const FIELDS = Object.entries<Field>(SPEC_FIELDS).slice(1) as readonly [
  Exclude<FieldName, "lesson">,
  Field,
][];

/** How null is written in a URL and in the settings form. */
export const NONE = "none";

/** Merges a spec over `base`: missing fields, and missing parts of a layer, come from `base`. */
export function specOver<Base extends LessonSpec>(base: Base, spec: LessonSpec): Base {
  const { feedForward: layer } = spec;
  const feedForward = layer ? { ...base.feedForward, ...layer } : layer;
  return { ...base, ...spec, ...(feedForward === undefined ? {} : { feedForward }) };
}
