import { describe, expect, test } from "vitest";
import { type GridWindow, windowAround } from "../../web/src/views/stage/grid_element.js";

const holds = ({ top, left, rows, cols }: GridWindow, row: number, col: number): boolean =>
  row >= top && row < top + rows && col >= left && col < left + cols;

describe("the part of a matrix in the table", () => {
  test.each([
    [10, 20],
    [20, 20],
    [100, 4],
    [1, 1],
  ])("(%i, %i) is shown whole, whichever cell is chosen", (rows, cols) => {
    expect(windowAround({ rows, cols }, rows - 1, cols - 1)).toEqual({ top: 0, left: 0, rows, cols });
  });

  test.each([
    [20, 512],
    [512, 512],
    [100, 512],
    [512, 8],
    [1, 512],
    [4000, 128],
    [1024, 1024],
  ])("for (%i, %i) can reach every cell, and is always small", (rows, cols) => {
    const matrix = { rows, cols };
    let last: GridWindow | undefined;
    for (let i = 0; i <= 60; i++) {
      const [row, col] = [Math.floor((i / 60) * (rows - 1)), Math.floor((i / 60) * (cols - 1))];
      last = windowAround(matrix, row, col, last);
      expect(holds(last, row, col), `${row}, ${col}`).toBe(true);
      expect(last.rows * last.cols).toBeLessThanOrEqual(400);
      expect(last.top + last.rows).toBeLessThanOrEqual(rows);
      expect(last.left + last.cols).toBeLessThanOrEqual(cols);
    }
  });

  test("stays while the cell is inside, and is centred on the cell once it is outside", () => {
    const matrix = { rows: 20, cols: 512 };
    const first = windowAround(matrix, 0, 0);
    expect(windowAround(matrix, 19, first.cols - 1, first)).toEqual(first);
    const next = windowAround(matrix, 0, first.cols, first);
    expect(next.left).toBe(first.cols - Math.floor(first.cols / 2));
  });

  test("does not reuse the window of another matrix that exceeds this one", () => {
    const last = windowAround({ rows: 512, cols: 512 }, 511, 511);
    const here = windowAround({ rows: 30, cols: 512 }, 29, 511, last);
    expect(here.top + here.rows).toBe(30);
  });
});
