/** The words of a lesson's ids: those that were typed, or those of the tutorial's sentences. */
import tutorial from "../../tokenizer/tutorial.json";
import type { Tokens } from "../draw/scene.js";
import type { Run } from "./lesson_runner.js";
import { piecesOf, WRITTEN_LESSON } from "./written_text.js";

/** One object per run, because pictures are cached by the identity of what they show. */
const known = new WeakMap<Run, Tokens | undefined>();

export function wordsOf(run: Run): Tokens | undefined {
  const words = known.get(run);
  if (words) return words;
  const source = piecesOf(run.spec) ?? tutorialPieces(run);
  if (source) known.set(run, { source });
  return known.get(run);
}

function tutorialPieces({ trace: { spec } }: Run): readonly (readonly string[])[] | undefined {
  const isTutorial = spec.lesson === WRITTEN_LESSON && String(spec.sequences) === String(tutorial.ids);
  return isTutorial && spec.sequences.length === tutorial.ids.length ? tutorial.pieces : undefined;
}
