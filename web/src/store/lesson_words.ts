/** The words of a lesson's ids: those that were typed, those of its weights, or those of the tutorial's sentences. */
import tutorial from "../../tokenizer/tutorial.json";
import type { Tokens } from "../draw/picture.js";
import { namesOfNumbers } from "../lessons/designed.js";
import { sameRows } from "../module/shape.js";
import type { Words } from "../words/words.js";
import type { Run } from "./lesson_runner.js";
import { textOf, WRITTEN_LESSON, writtenOf } from "./written_text.js";

/** The lesson whose tutorial has a sentence but prints no ids; each locale has its own version of the sentence. */
const SENTENCE_LESSON = "masked-self-attention";

type LessonTexts = Pick<Words, "lessons">;

/** One object per run and language, because pictures are cached by the identity of what they show. */
const cache = new WeakMap<Run, { readonly sentence: string; readonly words: Tokens }>();

export function tokenTextsOf(run: Run, { lessons }: LessonTexts): Tokens | undefined {
  const { sentence } = lessons[SENTENCE_LESSON];
  const cached = cache.get(run);
  if (cached?.sentence === sentence) return cached.words;
  const words =
    typedWords(run) ??
    weightsWords(run) ??
    tutorialWords(run, lessons["transformer-block"].pieces) ??
    openingSentenceWords(run, sentence);
  if (words) cache.set(run, { sentence, words });
  return words;
}

function typedWords(run: Run): Tokens | undefined {
  const written = writtenOf(run.spec);
  if (!written) return undefined;
  const source = written.rows.map((row) => row.map(({ text }) => text));
  return { ...weightsWords(run), source, lines: written.text.split("\n") };
}

function weightsWords({ weights, trace }: Run): Tokens | undefined {
  const { words, designed } = weights ?? {};
  if (!words) return undefined;
  const wordsOf = (rows: readonly (readonly number[])[]): string[][] =>
    rows.map((ids) => ids.map((id) => words[id] || String(id)));
  const { sequences, target } = trace.spec;
  const source = wordsOf(sequences);
  return {
    ...{ source, lines: source.map((sentence) => sentence.join(" ")) },
    ...(target && { target: wordsOf(target) }),
    ...(designed && { numbers: namesOfNumbers(trace, designed.lang) }),
  };
}

/** The tutorial's sentences, or those that stand for them in the reader's language, piece by piece. */
function tutorialWords({ trace: { spec } }: Run, pieces: string): Tokens | undefined {
  if (spec.lesson !== WRITTEN_LESSON || !sameRows(spec.sequences, tutorial.ids)) return undefined;
  const source = pieces.split("\n").map((line) => line.split(" "));
  // The pieces that the tutorial prints do not mark every space of its sentences.
  if (String(source) === String(tutorial.pieces)) return { source, lines: tutorial.lines };
  return { source, lines: source.map((line) => line.join("").replaceAll("_", " ").trim()) };
}

/** The words of the lesson's opening sentence; other sentences are shown as ids. */
function openingSentenceWords(
  { trace: { spec }, defaults, own, ...run }: Run,
  sentence: string,
): Tokens | undefined {
  if (spec.lesson !== SENTENCE_LESSON || own || textOf(run.spec) !== undefined) return undefined;
  const text = String(defaults.sequences[0]);
  if (!spec.sequences.some((ids) => String(ids) === text)) return undefined;
  return {
    source: spec.sequences.map((ids) => (String(ids) === text ? sentence.split(" ") : ids.map(String))),
  };
}
