/** The layout of a picture's parts in one direction: the size of their cells, and where each part begins. */
import { expect, test } from "vitest";
import { fitCells, limitRatio, ofCells, placeOnStage, placeParts } from "../../web/src/draw/layout/parts.js";

const across = { side: 40, a: ofCells(4), gap: 20, b: ofCells(6) };

test("cells share the length left by fixed parts, up to the largest size", () => {
  expect(fitCells(160, across, 48)).toBe(10);
  expect(fitCells(1000, across, 48)).toBe(48);
});

test("if some cells take their minimum length, the others share the rest", () => {
  expect(fitCells(100, { a: ofCells(2, 60), b: ofCells(4) }, 48)).toBe(10);
});

test("on a stage without room for them cells are 1 pixel, not less", () => {
  expect(fitCells(50, across, 48)).toBe(1);
});

test("parts are placed in order and centred", () => {
  expect(placeParts(200, across, 10)).toEqual({ side: 20, a: 60, gap: 100, b: 120 });
});

test("few cells take their minimum length, and parts that are too long start at `from`", () => {
  const labelled = { a: ofCells(2, 150), b: ofCells(1) };
  expect(placeParts(200, labelled, 10)).toEqual({ a: 20, b: 170 });
  expect(placeParts(100, labelled, 10, 5)).toEqual({ a: 5, b: 155 });
});

test("a cell keeps its proportions within limits", () => {
  expect(limitRatio({ width: 40, height: 10 }, 1.5, 1.2)).toEqual({ width: 15, height: 10 });
  expect(limitRatio({ width: 10, height: 40 }, 1.5, 1.2)).toEqual({ width: 10, height: 12 });
});

test("the parts of both directions are fitted and placed; the width of the cells decides the height of the caption", () => {
  const stage = { width: 200, height: 120 };
  const downOf = (wide: number) => ({ caption: wide > 10 ? 20 : 40, rows: ofCells(4) });
  expect(placeOnStage(stage, [10, 5], { side: 20, cols: ofCells(8) }, downOf, [1.5, 1.2])).toEqual({
    cell: { width: 20, height: 22.5 },
    x: { side: 10, cols: 30 },
    y: { caption: 5, rows: 25 },
  });
});
