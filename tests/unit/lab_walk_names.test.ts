/** The names of rows, columns and cells in the walk of a training step. */
import { expect, test } from "vitest";
import type { TrainingStep, TrainingTrace } from "../../web/src/module/training/types.js";
import { headingOf, leakiestGradient, namesAlong, tokensOfCell } from "../../web/src/views/lab/walk.js";

const SYMBOLS = ["<pad>", "the", " cat", " sleeps"];
const step = (name: string, axes: string, shape: number[], data: number[]): TrainingStep => ({
  ...{ name, part: "forward", op: "", inputs: [], axes: [...axes], shape },
  ...{ dtype: "float32", data: Float32Array.from(data) },
});
const traceOf = (...steps: TrainingStep[]): TrainingTrace =>
  ({ spec: { padId: 0 }, steps }) as unknown as TrainingTrace;

const ids = step("ids", "BL", [2, 3], [1, 2, 3, 1, 2, 0]);
const attention = (data: number[]): TrainingStep => step("blocks.0.attention", "BHLL", [2, 1, 3, 3], data);
const none = Array<number>(18).fill(0);
const withWeights = (weights: Readonly<Record<number, number>>): TrainingStep =>
  attention(none.map((_, at) => weights[at] ?? 0));

test("positions are named by their tokens, vocabulary entries by their symbols, other axes by numbers", () => {
  const logits = step("logits", "BLV", [2, 3, 4], []);
  const names = { trace: traceOf(ids, logits), symbols: SYMBOLS };
  expect([0, 1, 2].map((at) => namesAlong(names, logits, -2, [0, 0, 0])?.(at))).toEqual([
    "the",
    "cat",
    "sleeps",
  ]);
  expect(namesAlong(names, logits, -2, [1, 0, 0])?.(2)).toBe("<pad>");
  expect(namesAlong(names, logits, -1, [1, 0, 0])?.(3)).toBe("sleeps");
  expect(namesAlong(names, step("positions", "LD", [3, 4], []), -2, [0, 0])).toBeUndefined();
  expect(namesAlong(names, step("q", "BLD", [2, 3, 4], []), -1, [0, 0, 0])).toBeUndefined();
});

test("rows of the same token have different headings", () => {
  const scores = attention(none);
  const rows = namesAlong(
    { trace: traceOf(step("ids", "BL", [1, 3], [1, 2, 1])), symbols: SYMBOLS },
    scores,
    -2,
    [0, 0, 0, 0],
  );
  expect([0, 1, 2].map((at) => headingOf(rows, at))).toEqual(["0 the", "1 cat", "2 the"]);
  expect(headingOf(undefined, 3)).toBe("3");
});

test("a cell belongs to the tokens at its positions", () => {
  const trace = traceOf(ids, attention(none), step("w", "DD", [4, 4], []));
  const names = { trace, symbols: SYMBOLS };
  expect(tokensOfCell(names, { name: "blocks.0.attention", index: [0, 0, 1, 2] })).toBe("cat → sleeps");
  expect(tokensOfCell(names, { name: "w", index: [1, 2] })).toBe("");
  expect(tokensOfCell(names, { name: "rand", index: [1, 2] })).toBe("");
});

test("the most leaking weight is chosen among rows whose target counts", () => {
  // (0, 0, 0, 1), (1, 0, 0, 1), and (1, 0, 1, 2), whose target is padding.
  const found = leakiestGradient(traceOf(ids, withWeights({ 1: 0.2, 10: 0.5, 14: 0.9 })));
  expect(found).toEqual({ name: "grad.blocks.0.attention", index: [1, 0, 0, 1] });
  // Attention to the token itself and to earlier ones is no leak.
  expect(leakiestGradient(traceOf(ids, withWeights({ 0: 1, 3: 1 })))).toBeUndefined();
});
