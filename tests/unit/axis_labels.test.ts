/** The axis letters of a picture are found by their text and their colour, each with a box that a finger can hit. */
import { expect, test } from "vitest";
import type { TextMark } from "../../web/src/draw/picture.js";
import { light } from "../../web/src/draw/theme.js";
import { axisLabelsOf } from "../../web/src/views/stage/axis_labels.js";

const text = (of: string, x: number, y: number, color = light.axes["L"] ?? ""): TextMark => ({
  ...{ kind: "text", text: of, x, y, size: 13, color },
});
const labels = (...marks: TextMark[]) => axisLabelsOf({ width: 400, height: 300, marks }, light);

test("finds letters with their sizes, from the top left to the bottom right", () => {
  const found = labels(text("L 10", 200, 80), text("K 4", 40, 20, light.axes["K"]), text("L 10", 20, 80));
  expect(found.map(({ letter, size, x }) => [letter, size, Math.round(x)])).toEqual([
    ["K", "4", 40],
    ["L", "10", 20],
    ["L", "10", 200],
  ]);
  expect(Math.min(...found.map(({ height }) => height))).toBeGreaterThanOrEqual(24);
});

test.each([9, 11, 13])("a short letter in type of %i px has a box for a finger around its middle", (size) => {
  const [label] = labels({ ...text("K 4", 40, 20, light.axes["K"]), size, align: "middle" });
  expect(label?.width).toBeGreaterThanOrEqual(24);
  expect((label?.x ?? 0) + (label?.width ?? 0) / 2).toBeCloseTo(40, 6);
});

test("words in another colour, faded letters and other text are not axis labels", () => {
  const faded = { ...text("L 10", 0, 0), opacity: 0.2 };
  expect(labels(text("L 10", 0, 0, light.ink), faded, text("L = max(8, 5) = 8", 0, 0))).toEqual([]);
});

test("the box covers text that is aligned at its end", () => {
  const [label] = labels({ ...text("L 10", 100, 50), align: "end" });
  expect((label?.x ?? 0) + (label?.width ?? 0)).toBeCloseTo(100, 6);
});
