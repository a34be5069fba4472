/** The digits of a matrix: two decimals where they fit, fewer characters in narrow cells, none where they would be unreadable. */
import { expect, test } from "vitest";
import { matrix } from "../../web/src/draw/marks/matrix.js";
import { diverging } from "../../web/src/draw/scale.js";
import { light } from "../../web/src/draw/theme.js";

const NUMBERS = [-0.129, 0.5, -1.236, 12.345, -123.4, 0, Number.NaN, Number.NEGATIVE_INFINITY, -1e12];

const textsAt = (width: number, numbers: readonly number[] = NUMBERS): (string | undefined)[] =>
  matrix({
    ...{ x: 0, y: 0, cell: { width, height: 20 }, theme: light, scale: diverging(200, light) },
    rows: { letter: "L", size: 1 },
    cols: { letter: "D", size: numbers.length },
    value: (_, col) => numbers[col] ?? 0,
  }).flatMap((mark) => (mark.kind === "cell" ? [mark.text] : []));

test("wide cells show every number with two decimals", () => {
  expect(textsAt(60)).toEqual(["−0.13", "0.50", "−1.24", "12.35", "−123", "0", "NaN", "−∞", "−1e12"]);
});

test("narrow cells show at most four characters, and only hatching for a fill", () => {
  expect(textsAt(27)).toEqual(["−.13", ".50", "−1.2", "12", "−123", "0", "NaN", "−∞", ""]);
});

test("the digits of narrow cells are rounded, not cut", () => {
  const rounded = (numbers: readonly number[]) => textsAt(27, numbers);
  expect(rounded([1.0913, -1.0506, -1.19, 12.99, 1.046])).toEqual(["1.1", "−1.1", "−1.2", "13", "1.0"]);
  expect(rounded([0.996, -0.996, 9.96, -9.96, 99.96])).toEqual(["1.0", "−1.0", "10", "−10", "100"]);
  expect(rounded([0.044, -0.046, -0.001])).toEqual([".04", "−.05", ".00"]);
});

test("cells too narrow for that show no digits", () => {
  expect(textsAt(20)).toEqual(NUMBERS.map(() => undefined));
});
