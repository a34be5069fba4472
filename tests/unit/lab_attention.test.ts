/** The attention of the lab's models: which cell is the answer, when it counts as a leak, and which row is shown. */
import { describe, expect, test } from "vitest";
import { headsPicture } from "../../web/src/draw/lab/heads.js";
import { cellAt, cellsIn } from "../../web/src/draw/picture.js";
import { light, paletteOf } from "../../web/src/draw/theme.js";
import type { FloatTensor } from "../../web/src/module/training/types.js";
import { leakiest, weightsOf } from "../../web/src/views/lab/attention.js";

const LENGTH = 4;
/** (1, 2, 4, 4): head 0 attends to the word itself, head 1 to what `rows` says. */
function attention(rows: readonly (readonly number[])[]): FloatTensor {
  const own = Array.from({ length: LENGTH ** 2 }, (_, i) => Number(i % (LENGTH + 1) === 0));
  return {
    shape: [1, 2, LENGTH, LENGTH],
    dtype: "float32",
    data: Float32Array.from([...own, ...rows.flat()]),
  };
}
const MASKED = attention([
  [1, 0, 0, 0],
  [0.5, 0.5, 0, 0],
  [0.25, 0.25, 0.5, 0],
  [0.25, 0.25, 0.25, 0.25],
]);
const LEAKING = attention([
  [0.5, 0.3, 0.1, 0.1],
  [0.05, 0.05, 0.9, 0],
  [0.4, 0.3, 0.1, 0.2],
  [0.25, 0.25, 0.25, 0.25],
]);
const START = { layer: 0, head: 0, row: 0 };

describe("the row that is shown first", () => {
  test("is the one with the greatest weight on the next word, in any model", () => {
    const runs = [MASKED, LEAKING];
    expect(leakiest(runs, START)).toEqual({ layer: 0, head: 1, row: 1 });
    expect(weightsOf(LEAKING, { layer: 0, head: 1, row: 1 })[2]).toBeCloseTo(0.9);
  });
  test("stays if nothing leaks clearly more", () => {
    expect(leakiest([MASKED], START)).toEqual(START);
    const close = { ...LEAKING, data: LEAKING.data.map((weight, i) => (i === 16 + 1 ? 0.85 : weight)) };
    expect(leakiest([close], { layer: 0, head: 1, row: 0 }).row).toBe(0);
  });
  test("is in the head that the reader chose", () => {
    expect(leakiest([LEAKING], START, { layer: 0, head: 0 }).head).toBe(0);
  });
  test("stays in range when the model becomes smaller", () => {
    expect(leakiest([MASKED], { layer: 3, head: 7, row: 12 })).toEqual(START);
  });
});

describe("the picture of the heads", () => {
  const picture = (of: FloatTensor, at?: number) =>
    headsPicture({
      ...{ attention: of, words: ["a", "b", "c", "d"], width: 400, theme: paletteOf(light), at },
      ...{ front: START, titleOf: (layer, head) => `${layer} ${head}` },
    });
  const outlines = (of: FloatTensor) =>
    picture(of).marks.filter((mark) => mark.kind === "rect" && mark.stroke);
  const solid = (of: FloatTensor) =>
    outlines(of).filter((mark) => mark.kind === "rect" && mark.stroke === light.positive);

  test("has every weight once", () => {
    expect(cellsIn(picture(LEAKING))).toHaveLength(2 * LENGTH ** 2);
  });
  test("marks the answers that have more than an equal share", () => {
    expect(solid(MASKED)).toHaveLength(0);
    expect(solid(LEAKING)).toHaveLength(2);
  });
  test("marks the other answers with a dashed outline", () => {
    const dashed = outlines(MASKED).filter((mark) => mark.kind === "rect" && mark.dash);
    expect(dashed).toHaveLength(2 * (LENGTH - 1));
  });
  test("tells which weight is under a point", () => {
    const shown = picture(LEAKING);
    const [cell] = cellsIn(shown).filter(({ ref }) => ref?.index.join() === "0,1,1,2");
    expect(cell).toBeDefined();
    expect(cellAt(shown, (cell?.x ?? 0) + 2, (cell?.y ?? 0) + 2)?.ref?.index).toEqual([0, 1, 1, 2]);
  });
  test("fades what is neither in the row nor in the column of the chosen word", () => {
    const faded = cellsIn(picture(LEAKING, 1)).filter(({ opacity = 1 }) => opacity < 1);
    expect(faded).toHaveLength(2 * (LENGTH - 1) ** 2);
  });
});
