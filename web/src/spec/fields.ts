/**
 * The fields of a lesson spec, in the order of a URL. URLs, the settings form and the check of lesson files are built from
 * this table.
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

/** What each field means: for editors of lesson files and for the documents, in the order of docs/lesson-spec.md. */
export const SPEC_ABOUT: Readonly<Record<FieldName, string>> = {
  lesson: "Which of the five lessons this one builds on.",
  sequences:
    "B sentences, as lists of token ids; shorter ones are padded, and an empty one among others is a row of padding. " +
    "At most 256 of 1024.",
  target: "encoder-decoder only: the sentences that the queries come from. Other lessons leave it alone.",
  padId: "The id that fills the shorter sentences.",
  vocabSize: "Rows of the embedding table; every id is below it.",
  dModel: "D, the numbers of a token's vector. Small ones (4, 8) can be read.",
  numHeads: "H heads; divides dAttention, or dModel where that is null.",
  seed: "The seed of all random numbers, as in torch.manual_seed.",
  mask: "Which keys a query may not see; null: it sees all.",
  maskFill: 'What a masked score becomes: -1e12, -1e9 or "-inf".',
  bias: "Whether the linear layers have a bias.",
  outputProjection: "Whether there is a w_0.",
  dAttention: "A, the width of q, k and v; null: dModel.",
  positionalEncoding: "transformer-block only: whether sinusoidal positions are added to the embedding.",
  feedForward: "transformer-block only: the feed-forward layer, or null. Needs outputProjection.",
  layerNorm:
    "transformer-block only: residual sums with a norm before each sublayer (pre) or after each sum (post). " +
    "Needs outputProjection.",
};
