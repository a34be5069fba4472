import { describe, expect, test } from "vitest";
import { type Lens, lensOf } from "../../web/src/draw/lens.js";
import {
  type CellMark,
  type CellRef,
  cellsShowing,
  type Mark,
  type Picture,
} from "../../web/src/draw/picture.js";
import { digits } from "../../web/src/draw/scale.js";
import { stepOf, valueAt } from "../../web/src/draw/tensor_view.js";
import { light } from "../../web/src/draw/theme.js";
import type { Trace } from "../../web/src/module/types.js";
import { draw } from "../../web/src/operations/operations.js";
import { sceneOf } from "./picture_checks.js";
import { tinyTrace } from "./traces.js";

const D = 128;
const large = tinyTrace({ dModel: D });
const at = { x: 10, y: 20 };

const picture = (trace: Trace, name: string, t = 1): Picture => draw(sceneOf(trace, name), t);

const look = (shown: Picture, ref: CellRef, trace = large): Lens | undefined =>
  lensOf(shown, ref, trace, light, cellsShowing(shown, ref).at(-1));

const cellsIn = (lens: Lens | undefined): CellMark[] =>
  (lens?.marks(at) ?? []).filter((m: Mark): m is CellMark => m.kind === "cell");

const chosen = (cells: readonly CellMark[]): CellMark | undefined =>
  cells.find((m) => m.outline === light.accent);

/** The lens cell at this offset (right, down) from the chosen one. */
function beside(cells: readonly CellMark[], right: number, below: number): CellMark | undefined {
  const own = chosen(cells);
  if (!own) return undefined;
  const [x, y] = [own.x + right * own.width, own.y + below * own.height];
  return cells.find((m) => Math.abs(m.x - x) < 1 && Math.abs(m.y - y) < 1);
}

describe("a lens over a cell too small for its digits", () => {
  const shown = picture(large, "q");

  test("shows its true neighbours with their digits, not the cells drawn beside it", () => {
    const ref = { name: "q", index: [0, 1, 40] };
    const lens = look(shown, ref);
    const cells = cellsIn(lens);
    expect(lens?.anchor).toMatchObject({
      x: cellsShowing(shown, ref)[0]?.x,
      y: cellsShowing(shown, ref)[0]?.y,
    });
    expect(chosen(cells)?.ref).toEqual(ref);
    expect(beside(cells, 1, 0)?.ref?.index).toEqual([0, 1, 41]);
    expect(beside(cells, -2, 1)?.ref?.index).toEqual([0, 2, 38]);
    for (const cell of cells)
      expect(cell.text).toBe(digits(valueAt(stepOf(large, "q"), cell.ref?.index ?? []), 3));
  });

  test("frames the cell on the stage and leaves it its colour", () => {
    const ref = { name: "q", index: [0, 1, 40] };
    const lens = look(shown, ref);
    const frame = lens?.marks(at).find((m) => m.kind === "rect" && m.stroke === light.accent);
    expect(frame).toMatchObject({ fill: chosen(cellsIn(lens))?.fill });
  });

  test("is oriented as the tensor is on the stage: the weight of a product is transposed", () => {
    const cells = cellsIn(look(shown, { name: "w_q.weight", index: [40, 20] }));
    expect(beside(cells, 1, 0)?.ref?.index).toEqual([41, 20]);
    expect(beside(cells, 0, 1)?.ref?.index).toEqual([40, 21]);
  });

  test("also works for a cell between drawn ones", () => {
    const ref = { name: "q", index: [0, 1, 42] };
    expect(cellsShowing(shown, ref)).toEqual([]);
    const neighbour = cellsShowing(shown, { name: "q", index: [0, 1, 41] })[0];
    const lens = look(shown, ref);
    expect(chosen(cellsIn(lens))?.ref).toEqual(ref);
    expect(lens?.anchor.x).toBeGreaterThan(neighbour?.x ?? 0);
    expect(lens?.anchor.x).toBeLessThan((neighbour?.x ?? 0) + (neighbour?.width ?? 0));
    expect(lens?.anchor.y).toBe(neighbour?.y);
  });

  test.each([[[0, 0, 0]], [[0, 3, D - 1]], [[0, 3, 1]]])(
    "at the edge of the tensor, %j, it shows nothing beyond",
    (index) => {
      const cells = cellsIn(look(shown, { name: "q", index }));
      expect(cells.length).toBe(20); // four tokens are fewer than five rows
      expect(chosen(cells)?.ref?.index).toEqual(index);
      for (const { ref } of cells) {
        expect(ref?.index[2]).toBeGreaterThanOrEqual(0);
        expect(ref?.index[2]).toBeLessThan(D);
      }
    },
  );

  test("has one row for a tensor of a single row", () => {
    const cells = cellsIn(look(shown, { name: "w_q.bias", index: [7] }));
    expect(cells.map((m) => m.ref?.index).sort()).toEqual([[5], [6], [7], [8], [9]].sort());
  });

  test("keeps everything within its size", () => {
    const lens = look(shown, { name: "q", index: [0, 1, 40] });
    expect(cellsIn(lens).length).toBeGreaterThan(0);
    for (const cell of cellsIn(lens)) {
      expect(cell.x).toBeGreaterThanOrEqual(at.x);
      expect(cell.y).toBeGreaterThanOrEqual(at.y);
      expect(cell.x + cell.width).toBeLessThanOrEqual(at.x + (lens?.size.width ?? 0));
      expect(cell.y + cell.height).toBeLessThanOrEqual(at.y + (lens?.size.height ?? 0));
    }
  });
});

describe("there is no lens", () => {
  test("if the cell shows its number", () => {
    const tiny = tinyTrace();
    expect(look(picture(tiny, "q"), { name: "q", index: [0, 1, 1] }, tiny)).toBeUndefined();
  });

  test.each([40, 42])("over a cell that has not been computed yet, column %i", (col) => {
    expect(look(picture(large, "q", 0), { name: "q", index: [0, 1, col] })).toBeUndefined();
    expect(look(picture(large, "q", 0.5), { name: "q", index: [0, 3, col] })).toBeUndefined();
  });

  test("for a cell of another sentence, or of a tensor that is not on the stage", () => {
    const shown = picture(large, "q");
    expect(look(shown, { name: "q", index: [1, 1, 40] })).toBeUndefined();
    expect(look(shown, { name: "k", index: [0, 1, 40] })).toBeUndefined();
  });
});
