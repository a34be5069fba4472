/** From text to ids: inside the stage at every moment, each piece beside its true id, and only ids if there is no text. */
import { describe, expect, it } from "vitest";
import type { SceneInput, Tokens } from "../../web/src/draw/picture.js";
import { stepOf, valueAt } from "../../web/src/draw/tensor_view.js";
import { draw } from "../../web/src/operations/operations.js";
import tutorial from "../../web/tokenizer/tutorial.json";
import { cells, labels, marksOutside, overlappingLabels, STAGES, sceneOf, texts } from "./picture_checks.js";
import { traceOf } from "./traces.js";

const TIMES = [0, 0.1, 0.2, 0.35, 0.5, 0.7, 0.9, 1] as const;
const long = Array.from({ length: 64 }, (_, i) => 1 + (i % 40));
const words: Tokens = { source: tutorial.pieces, lines: tutorial.lines };
const CASES: Record<string, readonly [sequences: number[][], tokens?: Tokens]> = {
  "the tutorial's sentences": [tutorial.ids, words],
  "ids without text": [tutorial.ids],
  "64 tokens": [[long], { source: [long.map((id) => `\u2581p${id}`)] }],
  "one token": [[[7]], { source: [["\u2581a"]] }],
  "an empty sentence": [[[], [3]], { source: [[], ["\u2581a"]] }],
};

const inputOf = (name: string, size: { width: number; height: number } = STAGES[0]): SceneInput => {
  const [sequences, tokens] = CASES[name] ?? [[[]]];
  return sceneOf(traceOf({ lesson: "transformer-block", sequences }), "pieces", { tokens, ...size });
};

describe.each(Object.keys(CASES))("%s", (name) => {
  it.each([STAGES[0], STAGES[2]])("is inside $width × $height without overlapping labels", (size) => {
    const input = inputOf(name, size);
    for (const t of TIMES) {
      const picture = draw(input, t);
      expect(marksOutside(picture), `t = ${t}`).toEqual([]);
      if (t === 0 || t === 1) expect(overlappingLabels(picture), `t = ${t}`).toEqual([]);
      expect(draw(input, t)).toEqual(picture);
    }
  });

  it("has no id in the row at the start, and the true ids at the end", () => {
    const input = inputOf(name);
    const ids = stepOf(input.trace, "ids");
    expect(cells(draw(input, 0)).filter(({ ref }) => ref)).toEqual([]);
    const row = cells(draw(input, 1)).filter(({ ref }) => ref);
    // The row is not padded yet.
    expect(row).toHaveLength(Math.min(12, input.trace.spec.sequences[0]?.length ?? 0));
    for (const { ref, text } of row) expect(text).toBe(String(valueAt(ids, ref?.index ?? [])));
  });
});

it("shows the sentence, its pieces with the sign for a space, and the vocabulary in the order of ids", () => {
  const picture = draw(inputOf("the tutorial's sentences"), 1);
  expect(texts(picture)).toContain("겨울은 추워요.");
  expect(texts(picture).filter((text) => text === "_")).toHaveLength(2); // beside the sentence and in the vocabulary
  const entries = cells(picture).filter(({ ref, text }) => !ref && text);
  expect(entries.map(({ text }) => text)).toEqual(["197", "3207", "3620", "3634", "3790", "3986"]);
});

it("shows no text, no pieces and no signs for ids without text", () => {
  const written = labels(draw(inputOf("ids without text"), 1)).map(({ text }) => text);
  expect(written.join(" ")).not.toMatch(/text|pieces|_/);
});

it("shows the six ids of a sentence of six pieces beside a longer one, and no padding", () => {
  for (const t of TIMES) {
    const row = cells(draw(inputOf("the tutorial's sentences"), t)).filter(({ ref, hatch }) => ref || hatch);
    if (t === 1) expect(row).toHaveLength(6);
    expect(row.filter(({ text }) => text === "0")).toEqual([]);
  }
});
