/** The row that softmax and layer norm keep worked out at their end: the one that the reader asks about. */

import { describe, expect, test } from "vitest";
import type { CellRef, Picture, RectMark, StageStep } from "../../web/src/draw/picture.js";
import { digits, isFill } from "../../web/src/draw/scale.js";
import { sliceOf, stepOf } from "../../web/src/draw/tensor_view.js";
import { light } from "../../web/src/draw/theme.js";
import { draw } from "../../web/src/operations/operations.js";
import { askedRow } from "../../web/src/views/stage/stage_element.js";
import { cells, sceneOf, texts } from "./picture_checks.js";
import { blockTrace } from "./traces.js";

const trace = blockTrace({ layerNorm: "post" });
const focus = { batch: 0, head: 0 };
const stageOf = (name: string, t: number, row?: number): Picture => draw(sceneOf(trace, name, { row }), t);

/** The rows of a tensor with a cell more on the stage than others have: those that are worked out. */
function workedRows(picture: Picture, name: string): number[] {
  const counts = new Map<number, number>();
  for (const { ref } of cells(picture))
    if (ref?.name === name) counts.set(ref.index.at(-2) ?? 0, (counts.get(ref.index.at(-2) ?? 0) ?? 0) + 1);
  const least = Math.min(...counts.values());
  return [...counts].flatMap(([row, count]) => (count > least ? row : []));
}

const boxes = ({ marks }: Picture): RectMark[] =>
  marks.filter(
    (mark): mark is RectMark =>
      mark.kind === "rect" && mark.stroke === light.accent && mark.strokeWidth === 2,
  );

describe.each(["attention", "norm_1"])("%s", (name) => {
  const rows = [0, 1, 2, 3];

  test.each(rows)("works out row %i at its end if the reader asks about it, and boxes it", (row) => {
    const picture = stageOf(name, 1, row);
    expect(workedRows(picture, name)).toEqual([row]);
    const [cell] = cells(picture)
      .filter(({ ref }) => ref?.name === name && ref.index.at(-2) === row && ref.index.at(-1) === 0)
      .slice(-1);
    const tops = boxes(picture).map((box) => box.y + 1);
    expect(tops).toHaveLength(2);
    for (const top of tops) expect(top).toBeCloseTo(cell?.y ?? Number.NaN, 5);
  });

  test("works out the second row, as it did in motion, until the reader asks", () => {
    expect(workedRows(stageOf(name, 1), name)).toEqual([1]);
    expect(stageOf(name, 1, 99)).toEqual(stageOf(name, 1));
  });

  test("moves as always, whatever the reader asks about", () => {
    for (const t of [0, 0.2, 0.5, 0.8]) expect(stageOf(name, t, 3)).toEqual(stageOf(name, t));
  });
});

test("softmax shows the largest score of the row that the reader asks about", () => {
  const scores = sliceOf(stepOf(trace, "masked_scores"), focus);
  for (let row = 0; row < scores.rows.size; row++) {
    const shown = Array.from({ length: scores.cols.size }, (_, col) => scores.value(row, col));
    const largest = Math.max(...shown.filter((score) => !isFill(score)));
    expect(texts(stageOf("attention", 1, row))).toContain(`max ${digits(largest)}`);
  }
});

describe("the row that the reader asks about", () => {
  const attention: StageStep = stepOf(trace, "attention");
  const cell = (name: string, ...index: number[]): CellRef => ({ name, index });

  test("is that of a number of the step or of the scores it is made from", () => {
    expect(askedRow(attention, [cell("attention", 0, 1, 3, 2)])).toBe(3);
    expect(askedRow(attention, [cell("masked_scores", 0, 1, 2, 0)])).toBe(2);
    expect(askedRow(attention, [])).toBeUndefined();
    expect(askedRow(attention, undefined)).toBeUndefined();
  });

  test("stays while the reader follows the number to earlier steps", () => {
    const followed = [
      cell("attention", 0, 1, 3, 2),
      cell("masked_scores", 0, 1, 3, 2),
      cell("k_heads", 0, 1, 2, 0),
    ];
    expect(askedRow(attention, followed)).toBe(3);
    expect(askedRow(attention, followed.slice(-1))).toBeUndefined();
  });

  test("is undefined for steps that work out no row", () => {
    expect(askedRow(stepOf(trace, "scores"), [cell("scores", 0, 1, 3, 2)])).toBeUndefined();
  });
});
