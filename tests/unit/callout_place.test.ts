import { describe, expect, test } from "vitest";
import type { Rect } from "../../web/src/draw/picture.js";
import { alongEdge, placeCallout } from "../../web/src/views/callout/callout_place.js";

const stage = { width: 800, height: 600 };
const size = { width: 240, height: 200 };
const apart = (a: Rect, b: Rect): boolean =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

describe("the place of a callout", () => {
  test.each([
    [0, 0],
    [780, 0],
    [0, 580],
    [780, 580],
    [390, 290],
    [250, 100],
  ])("never covers the cell at %i, %i and stays on the stage", (x, y) => {
    const cell = { x, y, width: 20, height: 20 };
    const place = { ...size, ...placeCallout(stage, size, cell, []) };
    expect(apart(place, cell)).toBe(true);
    expect(place.x).toBeGreaterThanOrEqual(0);
    expect(place.y).toBeGreaterThanOrEqual(0);
    expect(place.x + place.width).toBeLessThanOrEqual(stage.width);
    expect(place.y + place.height).toBeLessThanOrEqual(stage.height);
  });

  test("does not cover the operands if there is room", () => {
    const cell = { x: 400, y: 300, width: 40, height: 30 };
    const row = { x: 100, y: 300, width: 160, height: 30 };
    const column = { x: 400, y: 50, width: 40, height: 120 };
    const place = { ...size, ...placeCallout(stage, size, cell, [row, column]) };
    expect(apart(place, row) && apart(place, column)).toBe(true);
  });

  test("prefers empty paper to other numbers", () => {
    const cell = { x: 400, y: 300, width: 20, height: 20 };
    const right = { x: 425, y: 0, width: 375, height: 600 };
    const place = { ...size, ...placeCallout(stage, size, cell, [], [right]) };
    expect(apart(place, right)).toBe(true);
  });
});

describe("along an edge of a narrow stage, the callout", () => {
  const stageHeight = 421;
  const along = (y: number, height = stageHeight) => {
    const { top, maxHeight } = alongEdge(height, { x: 220, y, width: 25, height: 25 }, true);
    return { isAtTop: top !== "auto", room: Number.parseInt(maxHeight ?? "", 10) };
  };

  test("has the room on the larger side of its cell", () => {
    expect(along(380)).toEqual({ isAtTop: true, room: 366 });
    expect(along(10)).toEqual({ isAtTop: false, room: 372 });
  });

  test.each([180, 198, 240])("has room to be read, even if it covers the cell at %i", (y) => {
    expect(along(y).room).toBeGreaterThanOrEqual(240);
  });

  test.each([200, 260])("fits a stage %i high", (height) => {
    expect(along(height / 2, height).room).toBeLessThanOrEqual(height - 14);
  });
});
