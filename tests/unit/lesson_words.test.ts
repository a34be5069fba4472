/** The words of a lesson's ids: where they come from, and the tokens that a cell belongs to. */
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { wordsInParts } from "../../scripts/lib/plugins/words.mjs";
import english from "../../web/locales/en.json";
import korean from "../../web/locales/ko.json";
import { tokensOfCell } from "../../web/src/draw/names.js";
import { stepOf } from "../../web/src/draw/tensor_view.js";
import { lessonNamed } from "../../web/src/lessons/lessons.js";
import type { LessonSpec, Trace } from "../../web/src/module/types.js";
import type { Run } from "../../web/src/store/lesson_runner.js";
import { tokenTextsOf } from "../../web/src/store/lesson_words.js";
import { NO_SETTINGS, requested, withSentences } from "../../web/src/store/settings.js";
import { writtenAs } from "../../web/src/store/written_text.js";
import { idsOf, readPieces } from "../../web/src/words/own_words.js";
import type { Words } from "../../web/src/words/words.js";
import tutorial from "../../web/tokenizer/tutorial.json";
import { traceOf, variation, variations } from "./traces.js";

const lesson = "transformer-block";
/** The ids with which masked self-attention opens. */
const texts = [62, 13, 47, 39];
const words = korean as unknown as Words;
const runOf = (spec: LessonSpec): Run => {
  const trace: Trace = traceOf({ sequences: tutorial.ids, ...spec });
  return { spec, trace, defaults: { sequences: [texts] } } as unknown as Run;
};

describe("the words of a lesson", () => {
  test("are the pieces of the sentences that were typed, in every run of them", () => {
    const text = "The cat\n나는 밥을";
    const written = readPieces(text);
    const sequences = writtenAs(idsOf(written), written);
    const pieces = written.rows.map((row) => row.map((piece) => piece.text));
    for (const dModel of [8, 16])
      expect(tokenTextsOf(runOf({ lesson, sequences, dModel }), words)).toEqual({
        source: pieces,
        lines: text.split("\n"),
      });
  });

  test("are still known when undo returns to sentences from long before", () => {
    const written = readPieces("The cat");
    const sequences = writtenAs(idsOf(written), written);
    for (let i = 0; i < 400; i++) readPieces(`The cat ${i}`);
    expect(tokenTextsOf(runOf({ lesson, sequences }), words)?.lines).toEqual(["The cat"]);
  });

  test("stay when a setting beside the sentences is changed", () => {
    const written = readPieces("The cat");
    const spec: LessonSpec = { lesson, sequences: idsOf(written) };
    const run = { ...runOf(spec), defaults: runOf({ lesson }).trace.spec } as Run;
    const sentences = { text: written.text, written, ids: idsOf(written) };
    const draft = { ...NO_SETTINGS, ...withSentences(run, NO_SETTINGS, sentences) };
    writtenAs(spec.sequences ?? [], written);
    const { spec: wider = spec } = requested(
      undefined,
      run,
      { ...draft, edits: { ...draft.edits, dModel: "16" } },
      false,
    );
    expect(wider.dModel).toBe(16);
    expect(tokenTextsOf(runOf(wider), words)).toEqual(tokenTextsOf(runOf(spec), words));
    expect(tokenTextsOf(runOf(wider), words)?.lines).toEqual(["The cat"]);
  });

  test("are the tutorial's if its ids are on the stage", () => {
    expect(tokenTextsOf(runOf({ lesson }), words)?.source).toEqual(tutorial.pieces);
    expect(tokenTextsOf(runOf({ lesson, sequences: tutorial.ids.slice(1) }), words)).toBeUndefined();
    const [first = [], [moved = 0, ...second] = []] = tutorial.ids;
    const otherBreak = [[...first, moved], second];
    expect(tokenTextsOf(runOf({ lesson, sequences: otherBreak }), words)).toBeUndefined();
  });

  test("come from the given weights, and ids without a word there stay ids", () => {
    const weights = { words: ["<pad>", "나는", "밥을"] };
    const run = { ...runOf({ lesson, sequences: [[1, 2, 9]] }), weights } as unknown as Run;
    expect(tokenTextsOf(run, words)).toEqual({ source: [["나는", "밥을", "9"]], lines: ["나는 밥을 9"] });
  });

  test("are unknown for ids that were typed as ids", () => {
    expect(tokenTextsOf(runOf({ lesson, sequences: [[1, 2]] }), words)).toBeUndefined();
    expect(tokenTextsOf(runOf({ lesson: "multi-head", sequences: [[1, 2]] }), words)).toBeUndefined();
  });

  test("are those of the tutorial's sentence in masked self-attention, in each language; other sentences stay ids", () => {
    const run = runOf({ lesson: "masked-self-attention", sequences: [[60, 96], texts] });
    const inLanguage = (language: object) => tokenTextsOf(run, language as Words)?.source;
    expect(inLanguage(korean)).toEqual([
      ["60", "96"],
      ["나는", "밥을", "먹고", "있다"],
    ]);
    expect(inLanguage(english)).toEqual([
      ["60", "96"],
      ["I", "eat", "rice", "now"],
    ]);
    expect(
      tokenTextsOf(runOf({ lesson: "masked-self-attention", sequences: [[62, 13]] }), words),
    ).toBeUndefined();
    expect(tokenTextsOf(runOf({ lesson: "multi-head", sequences: [texts] }), words)).toBeUndefined();
    expect(tokenTextsOf({ ...run, own: {} } as unknown as Run, words)).toBeUndefined();
  });

  test.each([
    ["ko", korean],
    ["en", english],
  ])("has a piece for each piece of the block's tutorial, equal where ids are (%s)", (_, { lessons }) => {
    const pieces = lessons[lesson].pieces.split("\n").map((line) => line.split(" "));
    expect(pieces.map(({ length }) => length)).toEqual(tutorial.ids.map(({ length }) => length));
    const all = tutorial.ids.flat().map((id, i): [number, string] => [id, pieces.flat()[i] ?? ""]);
    expect(new Set(all.map(([, piece]) => piece)).size).toBe(new Map(all).size);
    for (const [id, piece] of all) expect(new Map(all).get(id)).toBe(piece);
  });

  test.each([
    ["ko", korean],
    ["en", english],
  ])("has a word for each id of that sentence (%s)", (_, { lessons }) => {
    expect(lessons["masked-self-attention"].sentence.split(" ")).toHaveLength(texts.length);
  });

  test("are one object per run, because it is the cache key of pictures", () => {
    const run = runOf({ lesson });
    expect(tokenTextsOf(run, words)).toBe(tokenTextsOf(run, words));
  });
});

describe("the tokens of a cell", () => {
  const trace = traceOf({ lesson, sequences: [[5, 6, 7], [8]] });
  stepOf(trace, "ids").data.set([5, 6, 7, 8, 0, 0]);
  const tokens = { source: [["나는", "밥을", "먹고"], ["잔다"]] };
  const texts = (name: string, index: readonly number[], words?: typeof tokens): string[] =>
    tokensOfCell(trace, words, stepOf(trace, name), index).map(({ text }) => text);

  test("are its query and its key in a score, a weight or a mask", () => {
    expect(texts("attention", [0, 1, 1, 0], tokens)).toEqual(["밥을", "나는"]);
    expect(texts("attn_mask", [0, 2, 1], tokens)).toEqual(["먹고", "밥을"]);
    expect(texts("scores", [0, 0, 2, 1])).toEqual(["7", "6"]);
  });

  test("are one token in a vector, which may be padding", () => {
    expect(texts("q_heads", [1, 0, 0, 3], tokens)).toEqual(["잔다"]);
    expect(texts("values", [1, 0, 2, 3], tokens)).toEqual(["[PAD]"]);
  });

  test("are missing in a parameter, and in the ids unless words are known", () => {
    expect(texts("w_q.weight", [1, 0], tokens)).toEqual([]);
    expect(texts("ids", [0, 1])).toEqual([]);
    expect(texts("ids", [0, 1], tokens)).toEqual(["밥을"]);
  });
});

describe("the first part of a language", () => {
  const locales = new URL("../../web/locales/", import.meta.url);
  const load = wordsInParts().load as (id: string) => string;
  const id = `${fileURLToPath(new URL("en.json", locales))}?first`;
  const { steps } = JSON.parse(load.call({ addWatchFile: () => undefined }, id));

  test.each(variations)("has words for every step of %s", (kind) => {
    const trace = variation(kind);
    for (const { words } of lessonNamed(trace.spec.lesson).steps(trace))
      expect(steps).toHaveProperty([words]);
  });
});
