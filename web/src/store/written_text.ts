/**
 * Sequences that were typed as sentences. The spec has their ids; the text is kept beside the ids, so that a URL can contain
 * it, with its pieces, so that the stage can show words without loading the tokenizer.
 */

import { type Refusal, refused } from "../module/errors.js";
import type { LessonName, LessonSpec } from "../module/types.js";

/** The lesson that begins with sentences, in pieces; the others accept them in place of their ids, by whole words. */
export const WRITTEN_LESSON: LessonName = "transformer-block";

/** In characters. In a URL each may take nine bytes, and servers refuse long URLs. */
const LONGEST_TEXT = 600;

type Sequences = NonNullable<LessonSpec["sequences"]>;

export interface WrittenText {
  readonly text: string;
  /** Its words or pieces, sentence by sentence. */
  readonly rows: readonly (readonly { readonly text: string }[])[];
  /** Whether it is in pieces rather than whole words. */
  readonly inPieces: boolean;
  /** A vocabulary of this size has all of its ids. */
  readonly vocabSize: number;
}

const texts = new WeakMap<Sequences, WrittenText>();

/** Remembers the text that these ids were made from. */
export function writtenAs(sequences: Sequences, written: WrittenText): Sequences {
  texts.set(sequences, written);
  return sequences;
}

/** The text from which a spec's ids were made; undefined if ids were typed. */
export const writtenOf = ({ sequences }: LessonSpec): WrittenText | undefined =>
  sequences && texts.get(sequences);

export const textOf = (spec: LessonSpec): string | undefined => writtenOf(spec)?.text;

/** Why a text is too long; undefined if it is not. */
export function textProblem(text: string): Refusal | undefined {
  const got = [...text].length;
  if (got <= LONGEST_TEXT) return undefined;
  const facts = { field: "text", got: String(got), max: String(LONGEST_TEXT) };
  return refused("text-too-long", facts, "{field}: got {got} letters, wants at most {max}");
}
