/** The words of a lesson's ids: those that were typed, those of its weights, or those of the tutorial's sentences. */
import tutorial from "../../tokenizer/tutorial.json";
import type { Tokens } from "../draw/scene.js";
import type { Run } from "./lesson_runner.js";
import { piecesOf, textOf, WRITTEN_LESSON } from "./written_text.js";

/** One object per run, because pictures are cached by the identity of what they show. */
const known = new WeakMap<Run, Tokens | undefined>();

export function wordsOf(run: Run): Tokens | undefined {
  const words = known.get(run) ?? typedWords(run) ?? weightsWords(run) ?? tutorialWords(run);
  if (words) known.set(run, words);
  return words;
}

function typedWords({ spec }: Run): Tokens | undefined {
  const source = piecesOf(spec);
  return source && { source, lines: textOf(spec)?.split("\n") ?? [] };
}

function weightsWords({ weights, trace }: Run): Tokens | undefined {
  const { words } = weights ?? {};
  if (!words) return undefined;
  const source = trace.spec.sequences.map((ids) => ids.map((id) => words[id] ?? String(id)));
  return { source, lines: source.map((sentence) => sentence.join(" ")) };
}

function tutorialWords({ trace: { spec } }: Run): Tokens | undefined {
  const isTutorial = spec.lesson === WRITTEN_LESSON && String(spec.sequences) === String(tutorial.ids);
  if (!isTutorial || spec.sequences.length !== tutorial.ids.length) return undefined;
  return { source: tutorial.pieces, lines: tutorial.lines };
}
