/** The token names of axes: their content in every step of every lesson, and how they are drawn. */

import { describe, expect, it } from "vitest";
import { columnNameRoom, columnNames, rowNameRoom, rowNames } from "../../web/src/draw/marks/token_names.js";
import { monoWidth } from "../../web/src/draw/measure.js";
import { tokensOf, withTokenNames } from "../../web/src/draw/names.js";
import { highlight } from "../../web/src/draw/overlay.js";
import type { CellMark, SceneInput, TextMark, Tokens } from "../../web/src/draw/picture.js";
import { type Axis, sliceOf, stepOf, thin, transposed } from "../../web/src/draw/tensor_view.js";
import { light } from "../../web/src/draw/theme.js";
import { thumbnail } from "../../web/src/draw/thumbnail.js";
import type { Step, Trace } from "../../web/src/module/types.js";
import { draw } from "../../web/src/operations/operations.js";
import { marksOutside, STAGES, sceneOf } from "./picture_checks.js";
import { tinyTrace, variations } from "./traces.js";

const inputOf = (trace: Trace, step: Step, batch = 0, tokens?: Tokens): SceneInput =>
  sceneOf(trace, step, { focus: { batch, head: 0 }, tokens });
const textsOf = ({ names }: Axis): string[] | undefined => names?.tokens.map(({ text }) => text);

/** The ids of a sentence, as the core has padded them. */
function idsOf(trace: Trace, name: "ids" | "target_ids", batch: number): string[] {
  const { data, shape } = stepOf(trace, name);
  const length = shape[1] ?? 1;
  return [...data.slice(batch * length, (batch + 1) * length)].map(String);
}

/** The trace with a different id at every position. */
const counted = ({ spec, steps }: Trace): Trace => ({
  spec,
  steps: steps.map((step) =>
    step.op === "pad" ? { ...step, data: step.data.map((_, i) => 1 + i) } : step,
  ) as Step[],
});

describe("the names of an axis", () => {
  it.each(variations)("are the ids of the sentence in focus: %s", (_, zeros) => {
    const trace = counted(zeros);
    const crossed = trace.steps.some(({ name }) => name === "target_ids");
    const batches = trace.spec.sequences.length;
    for (const step of trace.steps)
      for (let batch = 0; batch < batches; batch++) {
        const { rows, cols } = withTokenNames(
          inputOf(trace, step, batch),
          step,
          sliceOf(step, { batch, head: 0 }),
        );
        for (const axis of [rows, cols]) {
          const isToken = ["L", "S", "T"].includes(axis.letter) && !step.name.startsWith("demo_");
          const sequence = axis.letter === "T" && crossed ? "target_ids" : "ids";
          // Cells of ids already show their ids, and in a slice through several sentences each row of a column has another token.
          const wanted =
            isToken && step.op !== "pad" && (rows.letter !== "B" || rows.size === 1)
              ? idsOf(trace, sequence, batch)
              : undefined;
          expect(textsOf(axis), `${step.name} ${axis.letter}`).toEqual(wanted);
        }
      }
  });

  it("are the target's at the rows and the source's at the columns in encoder-decoder attention", () => {
    const trace = tinyTrace({
      lesson: "encoder-decoder",
      sequences: [[5, 6, 7]],
      target: [[8, 9]],
      mask: null,
    });
    const scores = stepOf(trace, "scores");
    const slice = withTokenNames(inputOf(trace, scores), scores, sliceOf(scores, { batch: 0, head: 1 }));
    expect([textsOf(slice.rows), textsOf(slice.cols)]).toEqual([
      ["8", "9"],
      ["5", "6", "7"],
    ]);
    expect([slice.rows.names?.axis, slice.cols.names?.axis]).toEqual([2, 3]);
  });

  it("are transposed and thinned out with the slice", () => {
    const trace = tinyTrace({ sequences: [Array.from({ length: 70 }, (_, i) => 1 + (i % 50))] });
    const k = stepOf(trace, "k_heads");
    const { rows, cols } = thin(
      transposed(withTokenNames(inputOf(trace, k), k, sliceOf(k, { batch: 0, head: 0 }))),
    );
    expect(rows.names).toBeUndefined();
    expect([cols.size, cols.total, cols.names?.tokens.length]).toEqual([64, 70, 64]);
    const [last] = cols.names?.tokens.slice(-1) ?? [];
    expect(last?.text).toBe(String(1 + ((last?.at ?? 0) % 50)));
  });

  it("are words if known, with padding marked", () => {
    const trace = tinyTrace({ sequences: [[5, 6], [7]] });
    const tokens = { source: [["나는", "밥을"], ["먹고"]] };
    expect(tokensOf(inputOf(trace, stepOf(trace, "q"), 1, tokens), "L")).toEqual([
      { text: "먹고", isPadding: false, at: 0 },
      { text: "[PAD]", brief: "0", isPadding: true, at: 1 },
    ]);
  });
});

const axisOf = (texts: readonly string[], size = 13): Axis => ({
  letter: "L",
  size: texts.length,
  names: {
    axis: 1,
    size,
    dimsPadding: true,
    tokens: texts.map((text, at) => ({ text, isPadding: false, at })),
  },
});
const matrixOf = (texts: readonly string[], width: number, height: number) => ({
  ...{ x: 100, y: 50, cell: { width, height }, rows: axisOf(texts), cols: axisOf(texts), theme: light },
});

describe("the names of rows", () => {
  it("end at the rule and take the room that is reserved for them", () => {
    const spec = matrixOf(["나는", "아침밥을든든하게", "먹고"], 40, 20);
    const room = rowNameRoom(spec.rows);
    for (const mark of rowNames(spec)) {
      expect([mark.align, mark.x]).toEqual(["end", spec.x]);
      expect(monoWidth(mark.text, mark.size)).toBeLessThanOrEqual(room);
    }
    expect(rowNames(spec).map(({ text }) => text)).toEqual(["나는", "아침밥을든…", "먹고"]);
  });

  it("are drawn at regular intervals if the rows are too low for all of them", () => {
    const texts = Array.from({ length: 12 }, (_, i) => String(i));
    expect(rowNames(matrixOf(texts, 20, 12))).toHaveLength(12);
    expect(rowNames(matrixOf(texts, 20, 6)).map(({ text }) => text)).toEqual(["0", "2", "4", "6", "8", "10"]);
  });
});

describe("the names of columns", () => {
  const above = (texts: readonly string[], width: number): string[] =>
    columnNames(matrixOf(texts, width, 20)).map(({ text }) => text);

  it("are shortened if a word does not fit, and left out if not even a part fits", () => {
    expect(above(["나는", "밥을"], 40)).toEqual(["나는", "밥을"]);
    expect(above(["I", "breakfast"], 40)).toEqual(["I", "brea…"]);
    expect(above(["▁나는", "밥을"], 31)).toEqual(["나는", "밥을"]);
    expect(above(["나는", "아침밥을든든하게"], 30)).toEqual(["나는", "아…"]);
    expect(above(["나는", "밥을"], 12)).toEqual([]);
  });

  it("are written downwards if a Korean word does not fit, above the same edge as the others", () => {
    expect(above(["나는", "아침밥을"], 30)).toEqual(["나는", "아침", "밥을"]);
    expect(above(["▁겨울", "은"], 18)).toEqual(["겨", "울", "은"]);
    const spec = matrixOf(["겨울", "은"], 18, 20);
    const [first, second, other] = columnNames(spec);
    expect([second?.x, second?.y]).toEqual([first?.x, (first?.y ?? 0) + 11]);
    expect(other?.y).toBe(second?.y);
    // The layouts reserve room for both lines.
    expect((first?.y ?? 0) - 11 / 2).toBeGreaterThanOrEqual(spec.y - columnNameRoom(spec.cols, 18));
  });

  it("are whole ids or none", () => {
    expect(above(["3207", "17"], 40)).toEqual(["3207", "17"]);
    expect(above(["3207", "17"], 24)).toEqual([]);
  });

  it("are at least a syllable, or a letter with its ellipsis", () => {
    expect(above(["아침밥을든든하게", "quick"], 18)).toEqual(["아", "q…"]);
    expect(above(["나는", "quick"], 16)).toEqual([]);
  });
});

describe("on the stage", () => {
  const trace = tinyTrace({ sequences: [[11, 22, 33], [44]] });
  const labels = (step: Step, batch: number): string[] =>
    draw(inputOf(trace, step, batch), 1).marks.flatMap((mark) =>
      mark.kind === "text" && mark.names?.name === step.name
        ? `${mark.names.axis}:${mark.names.at} ${mark.text}`
        : [],
    );

  it("names the rows and columns of attention in the lesson's own tokens", () => {
    expect(labels(stepOf(trace, "attention"), 0).sort()).toEqual(
      ["2:0 11", "2:1 22", "2:2 33", "3:0 11", "3:1 22", "3:2 33"].sort(),
    );
  });

  it("writes the names of padding in muted ink and dims its rows", () => {
    const { marks } = draw(inputOf(trace, stepOf(trace, "values"), 1), 1);
    const zeros = marks.filter((mark): mark is TextMark => mark.kind === "text" && mark.names?.at === 1);
    expect(zeros.length).toBeGreaterThan(0);
    expect(new Set(zeros.map(({ text, color }) => `${text} ${color}`))).toEqual(
      new Set([`0 ${light.muted}`]),
    );
    const row = marks.filter((mark) => mark.kind === "cell" && mark.ref?.name === "values");
    // The sum of the worked row, which stays above the table, is not dimmed.
    const top = Math.max(
      ...row.flatMap((mark) => (mark.kind === "cell" && mark.ref?.index[2] === 0 ? mark.y : [])),
    );
    const opacity = (token: number): number[] =>
      row.flatMap((mark) =>
        mark.kind === "cell" && mark.y >= top && mark.ref?.index[2] === token ? (mark.opacity ?? 1) : [],
      );
    expect(new Set(opacity(0))).toEqual(new Set([1]));
    expect(Math.max(...opacity(1))).toBeLessThan(0.7);
  });

  it("does not dim masked numbers in the rows of padding, which are grey already", () => {
    const { marks } = draw(inputOf(trace, stepOf(trace, "attention"), 1), 1);
    const padding = marks.filter(
      (mark): mark is CellMark => mark.kind === "cell" && mark.ref?.index[2] === 1 && mark.text !== undefined,
    );
    const masked = padding.filter(({ textColor }) => textColor === light.muted);
    expect(masked.map(({ text }) => text)).toContain("−1e12");
    for (const { opacity } of masked) expect(opacity ?? 1).toBe(1);
    expect(padding.some(({ opacity = 1 }) => opacity < 0.7)).toBe(true);
  });

  it("keeps long words on the stage, wide and narrow", () => {
    const words = { source: [["가나다라마바사", "supercalifragilistic", "▁나는"], ["😀😀😀😀😀😀😀"]] };
    for (const step of trace.steps)
      for (const size of [STAGES[0], STAGES[2]])
        expect(marksOutside(draw({ ...inputOf(trace, step, 0, words), ...size }, 1)), step.name).toEqual([]);
  });

  it("has no names in thumbnails", () => {
    const small = thumbnail({ ...inputOf(trace, stepOf(trace, "attention")), width: 60, height: 40 });
    expect(small.marks.filter(({ kind }) => kind === "text")).toEqual([]);
  });
});

describe("pointing at a cell", () => {
  const trace = tinyTrace({ sequences: [[11, 22, 33]] });

  it("highlights the names of its query and its key in all tensors", () => {
    const index = [0, 0, 2, 1];
    const scores = draw(inputOf(trace, stepOf(trace, "scores")), 1);
    const terms = [0, 1].flatMap((k) => [
      { name: "q_heads", index: [0, 0, 2, k] },
      { name: "k_heads", index: [0, 0, 1, k] },
    ]);
    const lit = highlight(scores, { name: "scores", index }, terms, light).marks.flatMap((mark) =>
      mark.kind === "text" && mark.names && mark.bold ? `${mark.names.name} ${mark.text}` : [],
    );
    expect(lit.sort()).toEqual(["k_heads 22", "q_heads 33", "scores 22", "scores 33"]);
  });
});
