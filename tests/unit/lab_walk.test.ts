/** The part of a tensor that the walk of a training step shows. */
import { expect, test } from "vitest";
import { offsetOf } from "../../web/src/draw/tensor_view.js";
import { indexOf, matrixOf, shadeOf, shortNumber, windowAt } from "../../web/src/views/lab/walk.js";

test("a window contains the chosen cell and stays inside the tensor", () => {
  for (const row of [0, 7, 8, 30, 31])
    for (const column of [0, 9, 15]) {
      const { rows, columns, moreRows, moreColumns } = windowAt([2, 32, 16], [1, row, column]);
      expect(rows).toContain(row);
      expect(columns).toContain(column);
      expect([rows.length, columns.length, moreRows, moreColumns]).toEqual([8, 8, 24, 8]);
      expect([rows[0], rows.at(-1)].every((one = -1) => one >= 0 && one < 32)).toBe(true);
    }
});

test("small tensors are shown whole: a number, a vector, a matrix", () => {
  expect(windowAt([], [])).toMatchObject({ matrices: 1, rows: [0], columns: [0], moreRows: 0 });
  expect(windowAt([3], [1])).toMatchObject({ rows: [0], columns: [0, 1, 2] });
  expect(windowAt([2, 3], [0, 0])).toMatchObject({ matrices: 1, rows: [0, 1], columns: [0, 1, 2] });
});

test("an index is as long as the shape and names its matrix", () => {
  expect(indexOf([], 0, 0, 0)).toEqual([]);
  expect(indexOf([5], 0, 0, 3)).toEqual([3]);
  expect(indexOf([5, 4], 0, 2, 3)).toEqual([2, 3]);
  expect(indexOf([2, 3, 5, 4], 4, 2, 1)).toEqual([1, 1, 2, 1]);
  expect(matrixOf([2, 3, 5, 4], [1, 1, 2, 1])).toBe(4);
  expect(offsetOf([2, 3, 5, 4], [1, 1, 2, 1])).toBe(4 * 20 + 9);
});

test("small numbers keep their magnitude, and none loses its sign", () => {
  expect([0, 2, -0.25, 0.00012, -3e-7, 12345.6, Number.NaN].map(shortNumber)).toEqual([
    "0",
    "2",
    "−0.250",
    "1.2e−4",
    "−3.0e−7",
    "1.2e+4",
    "NaN",
  ]);
});

test("a cell's colour shows its sign and its size relative to the largest number", () => {
  expect([1, -1, 0.3, 0, Number.NaN].map((value) => shadeOf(value, 1))).toEqual([
    "positive shade-4",
    "negative shade-4",
    "positive shade-2",
    "",
    "",
  ]);
  expect(shadeOf(0, 0)).toBe("");
});
