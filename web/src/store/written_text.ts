/**
 * Sequences that were written as sentences: the spec has their ids, and what was typed goes along with these, past the
 * core, so that an address can say it.
 */

import type { Refusal } from "../module/refusal.js";
import type { LessonName, LessonSpec } from "../module/types.js";

/** The lesson that begins with sentences. */
export const WRITTEN_LESSON: LessonName = "transformer-block";

/** In letters. Written into an address each may take nine bytes, and servers refuse long addresses. */
const LONGEST_TEXT = 600;

type Sequences = NonNullable<LessonSpec["sequences"]>;

const texts = new WeakMap<Sequences, string>();

/** These ids are this text's. */
export function writtenAs(sequences: Sequences, text: string): Sequences {
  texts.set(sequences, text);
  return sequences;
}

export const textOf = ({ sequences }: LessonSpec): string | undefined => sequences && texts.get(sequences);

/** What keeps a text from being read, before any of it is. */
export function textProblem(text: string): Refusal | undefined {
  const got = [...text].length;
  if (got <= LONGEST_TEXT) return undefined;
  return {
    code: "text-too-long",
    message: `text: got ${got} letters, wants at most ${LONGEST_TEXT}`,
    details: { field: "text", got: String(got), max: String(LONGEST_TEXT) },
  };
}
