/** The parts of a picture in one direction: the size of their cells, and where each begins. */
import { expect, test } from "vitest";
import { fitCells, ofCells, placeParts, proportioned } from "../../web/src/draw/layout/parts.js";

const across = { side: 40, a: ofCells(4), gap: 20, b: ofCells(6) };

test("cells share the length left by fixed parts, up to the largest size", () => {
  expect(fitCells(160, across, 48)).toBe(10);
  expect(fitCells(1000, across, 48)).toBe(48);
});

test("parts are placed in order and centred", () => {
  expect(placeParts(200, across, 10)).toEqual({ side: 20, a: 60, gap: 100, b: 120 });
});

test("few cells take their minimum length, and parts that are too long start at `from`", () => {
  const labelled = { a: ofCells(2, 150), b: ofCells(1) };
  expect(placeParts(200, labelled, 10)).toEqual({ a: 20, b: 170 });
  expect(placeParts(100, labelled, 10, 5)).toEqual({ a: 5, b: 155 });
});

test("a cell keeps within its proportions", () => {
  expect(proportioned({ width: 40, height: 10 }, 1.5, 1.2)).toEqual({ width: 15, height: 10 });
  expect(proportioned({ width: 10, height: 40 }, 1.5, 1.2)).toEqual({ width: 10, height: 12 });
});
