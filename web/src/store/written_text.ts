/**
 * Sequences that were typed as sentences. The spec has their ids; the text is kept beside the ids, so that a URL can contain
 * it.
 */

import type { Refusal } from "../module/refusal.js";
import type { LessonName, LessonSpec } from "../module/types.js";

/** The lesson that begins with sentences; the others accept them in place of their ids. */
export const WRITTEN_LESSON: LessonName = "transformer-block";

/** A vocabulary of this size contains the ids of all pieces. */
const TEXT_VOCABULARY = 4000;

/** The size of a lesson's vocabulary, enlarged if sentences need more. */
export const vocabularyForText = (size: number): number => Math.max(size, TEXT_VOCABULARY);

/** In characters. In a URL each may take nine bytes, and servers refuse long URLs. */
const LONGEST_TEXT = 600;

type Sequences = NonNullable<LessonSpec["sequences"]>;

const texts = new WeakMap<Sequences, string>();

/** The pieces of a text, sentence by sentence. */
type Pieces = readonly (readonly string[])[];

/** The pieces of the most recent texts, the latest last: more than undo can restore. */
const pieces = new Map<string, Pieces>();
const MOST_PIECES = 300;

/** Keeps the pieces of a text, so that the stage can show words without loading the tokenizer. */
export function keepPieces(text: string, rows: Pieces): void {
  pieces.delete(text);
  pieces.set(text, rows);
  const oldest = pieces.size > MOST_PIECES ? pieces.keys().next().value : undefined;
  if (oldest !== undefined) pieces.delete(oldest);
}

/** The pieces of the text from which a spec's ids were made; undefined if ids were typed. */
export function piecesOf(spec: LessonSpec): Pieces | undefined {
  const text = textOf(spec);
  return text === undefined ? undefined : pieces.get(text);
}

/** Remembers the text that these ids were made from. */
export function writtenAs(sequences: Sequences, text: string): Sequences {
  texts.set(sequences, text);
  return sequences;
}

export const textOf = ({ sequences }: LessonSpec): string | undefined => sequences && texts.get(sequences);

/** Why a text is too long; undefined if it is not. */
export function textProblem(text: string): Refusal | undefined {
  const got = [...text].length;
  if (got <= LONGEST_TEXT) return undefined;
  return {
    code: "text-too-long",
    message: `text: got ${got} letters, wants at most ${LONGEST_TEXT}`,
    details: { field: "text", got: String(got), max: String(LONGEST_TEXT) },
  };
}
