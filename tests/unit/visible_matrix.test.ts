import { describe, expect, test } from "vitest";
import type { StageStep } from "../../web/src/draw/picture.js";
import type { Trace } from "../../web/src/module/types.js";
import { stageStep } from "../../web/src/operations/operations.js";
import { placeOf, visibleMatrix } from "../../web/src/views/common/visible_matrix.js";
import { tinyTrace } from "./traces.js";

const focus = { batch: 1, head: 1 };
const trace = tinyTrace();

/** A tensor with the numbers 0, 1, 2 and so on. */
const counting = (name: string, op: StageStep["op"], axes: string[], shape: number[]): StageStep => ({
  ...{ name, op, axes, shape, inputs: [], dtype: "float32" },
  data: Float32Array.from({ length: shape.reduce((a, b) => a * b) }, (_, i) => i),
});

const shown = (step: StageStep): { rows: number; cols: number; sees: number } => {
  const { rows, cols, value } = visibleMatrix(trace, step, focus);
  return { rows, cols, sees: value(rows - 1, cols - 1) };
};

test("the headers show the words of the sentence, if known", () => {
  const tokens = { source: [["a"], ["나는", "밥을"]] };
  const { rowHeader, colHeader } = visibleMatrix(
    trace,
    stageStep(trace, "scores") as StageStep,
    focus,
    tokens,
  );
  expect([rowHeader(1), colHeader(0), rowHeader(2)]).toEqual(["L 1 밥을", "L 0 나는", "L 2 [PAD]"]);
  const batch = visibleMatrix(trace, stageStep(trace, "padding_mask") as StageStep, focus, tokens);
  expect([batch.rowHeader(1), batch.colHeader(1)]).toEqual(["B 1", "L 1"]);
});

test("the headers show the ids and the padding if no words are known", () => {
  const { rowHeader, colHeader } = visibleMatrix(trace, stageOf(trace, "scores"), focus);
  const ids = trace.steps.find(({ name }) => name === "ids");
  const length = ids?.shape[1] ?? 0;
  const row = [...(ids?.data.slice(length, 2 * length) ?? [])];
  const { padId } = trace.spec;
  expect(row).toContain(padId);
  const wanted = row.map((id, i) => `L ${i} ${id === padId ? "[PAD]" : id}`);
  expect(row.map((_, i) => rowHeader(i))).toEqual(wanted);
  expect(row.map((_, i) => colHeader(i))).toEqual(wanted);
});

test("the table of ids has the text of each row and the piece of each id", () => {
  const ids = { ...stageOf(trace, "ids"), name: "pieces", op: "pieces" } as const;
  const tokens = { source: [["a"], ["나는", "밥을"]], lines: ["a", "나는 밥을"] };
  const { rowHeader, piece, colHeader } = visibleMatrix(trace, ids, focus, tokens);
  expect([rowHeader(0), rowHeader(1), colHeader(1)]).toEqual(["B 0 a", "B 1 나는 밥을", "L 1"]);
  expect([piece?.(0, 0), piece?.(1, 1), piece?.(1, 2)]).toEqual(["a", "밥을", "[PAD]"]);
  expect(visibleMatrix(trace, ids, focus).piece).toBeUndefined();
});

describe("rows and columns of a tensor", () => {
  test("are the last two axes, of the sentence and head in focus", () => {
    expect(shown(counting("s", "linear", ["B", "H", "L", "L"], [2, 2, 3, 5]))).toEqual({
      rows: 3,
      cols: 5,
      sees: 59,
    });
  });

  test("of a split tensor have the heads side by side", () => {
    expect(shown(counting("s", "view", ["B", "L", "H", "K"], [2, 3, 2, 4]))).toEqual({
      rows: 3,
      cols: 8,
      sees: 47,
    });
  });

  test("of a convolution's weight (F, D, 1) are F and D", () => {
    expect(shown(counting("c", "uniform", ["F", "D", "1"], [32, 8, 1]))).toEqual({
      rows: 32,
      cols: 8,
      sees: 255,
    });
  });

  test("of a bias are a single row", () => {
    expect(shown(counting("b", "uniform", ["D"], [512]))).toEqual({ rows: 1, cols: 512, sees: 511 });
  });
});

describe("the place of a cell", () => {
  test.each(trace.steps.map((step) => [step.name, step] as const))(
    "%s: every visible cell is found again",
    (_, step) => {
      const matrix = visibleMatrix(trace, step, { batch: 0, head: 0 });
      for (let row = 0; row < matrix.rows; row++)
        for (let col = 0; col < matrix.cols; col++)
          expect(placeOf(matrix, matrix.ref(row, col))).toEqual([row, col]);
    },
  );

  test("is undefined for a cell that is not on the stage", () => {
    const matrix = visibleMatrix(trace, stageOf(trace, "scores"), { batch: 0, head: 0 });
    expect(placeOf(matrix, { name: "scores", index: [0, 1, 0, 0] })).toBeUndefined();
    expect(placeOf(matrix, { name: "q", index: [0, 0, 0] })).toBeUndefined();
  });
});

test("the cells of a bridge are those of the step whose numbers it shows", () => {
  const matrix = visibleMatrix(trace, stageOf(trace, "masks"), { batch: 0, head: 0 });
  const ref = matrix.ref(1, 0);
  expect(ref.index).toHaveLength(3);
  const owner = trace.steps.find((step) => step.name === ref.name);
  expect(owner?.shape).toHaveLength(3);
  expect(placeOf(matrix, ref)).toEqual([1, 0]);
});

function stageOf(of: Trace, id: string): StageStep {
  const step = stageStep(of, id);
  if (!step) throw new Error(`no ${id}`);
  return step;
}
