/** A row of a matrix on its own, and which of its cells are marks. */
import { expect, test } from "vitest";
import { rowMarks } from "../../web/src/draw/marks/cells.js";
import { matrix } from "../../web/src/draw/marks/matrix.js";
import { type CellSize, cellsIn, type Mark } from "../../web/src/draw/picture.js";
import { diverging } from "../../web/src/draw/scale.js";
import { light, paletteOf } from "../../web/src/draw/theme.js";

const palette = paletteOf(light);
const slice = {
  rows: { letter: "L", size: 3 },
  cols: { letter: "D", size: 5 },
  value: (row: number, col: number) => row - col,
  ref: (row: number, col: number) => ({ name: "q", index: [row, col] }),
};
const cell: CellSize = { width: 4, height: 6 };
const drawn = (more: object = {}): Mark[] =>
  matrix({
    ...slice,
    ...{ x: 10, y: 20, cell, theme: palette, scale: diverging(4, palette), labels: "none" },
    ...more,
  });
test("a row on its own has the digits that a matrix of such cells has", () => {
  const numbers = { ...slice, value: (row: number, col: number) => 1.09 * row - 0.514 * col };
  const textsOf = (marks: readonly Mark[]) =>
    marks.flatMap((mark) => (mark.kind === "cell" ? [mark.text] : []));
  for (const width of [20, 27, 60]) {
    const size = { width, height: 47 };
    const scale = diverging(4, palette);
    const whole = textsOf(drawn({ value: numbers.value, cell: size }));
    const parts = [0, 1, 2].flatMap((row) => textsOf(rowMarks(numbers, row, { x: 0, y: 0 }, size, scale)));
    expect(parts).toEqual(width > 20 ? whole : whole.map(() => undefined));
  }
  expect(
    textsOf(rowMarks(numbers, 1, { x: 0, y: 0 }, { width: 27, height: 47 }, diverging(4, palette))),
  ).toEqual(["1.1", ".58", ".06", "−.45", "−.97"]);
});

test("hidden cells are left out, and a lit cell is a separate mark", () => {
  const marks = drawn({
    shown: (row: number, col: number) => Number(row * 5 + col < 8),
    lit: (row: number, col: number) => row === 0 && col === 1,
  });
  expect(cellsIn({ marks })).toHaveLength(8);
  expect(marks.flatMap((mark) => (mark.kind === "cell" && mark.outline ? [mark.ref?.index] : []))).toEqual([
    [0, 1],
  ]);
});
