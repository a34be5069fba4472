/** Which steps of a program are one step until they are entered, and where next, previous, enter and leave lead. */
import { expect, test } from "vitest";
import { cellsIn } from "../../web/src/draw/picture.js";
import { planOf, programPicture } from "../../web/src/draw/program/program_picture.js";
import { light, paletteOf } from "../../web/src/draw/theme.js";
import type { ProgramAround, ProgramStep } from "../../web/src/module/python/types.js";
import {
  arriving,
  enteredGroups,
  entering,
  firstOf,
  innermost,
  inTurn,
  itemsBetween,
  leaving,
  openRange,
  pathsOf,
  type Stop,
  stopAtPlace,
  turnAt,
} from "../../web/src/notebook/groups.js";
import { wholeStep } from "../../web/src/notebook/steps.js";

const place = (line: number, column = 0, endColumn = 20) => ({ line, column, endLine: line, endColumn });
const call = (number: number, line: number): ProgramAround => ({ ...place(line, 4, 16), call: number });
const turn = (number: number, line: number): ProgramAround => ({
  ...place(line),
  endLine: line + 4,
  turn: number,
});

/** Steps at the same place share one list, as the interpreter has it. */
const lists = new Map<string, readonly ProgramAround[]>();
function shared(around: readonly ProgramAround[]): readonly ProgramAround[] {
  const key = JSON.stringify(around);
  const list = lists.get(key) ?? around;
  lists.set(key, list);
  return list;
}

function step(line: number, around: readonly ProgramAround[], module = "", column = 0): ProgramStep {
  const source = { ...place(line, column), frames: [] };
  const tensor = { shape: [1], dtype: "float32" as const, data: new Float32Array(1) };
  return {
    ...tensor,
    name: `${line}`,
    op: "add",
    inputs: [],
    axes: [""],
    source,
    around: shared(around),
    module,
  };
}

/**
 * Line 10 makes x; line 11 calls f, whose lines 2 and 3 each make a step; lines 12–14 are a loop of three turns, each with a step and
 * another call of f; line 16 is a library's module with a module of four steps within it.
 */
const inLoop = [0, 1, 2].flatMap((i) => [
  step(13, [turn(i, 12)]),
  step(2, [turn(i, 12), call(i + 2, 14)]),
  step(3, [turn(i, 12), call(i + 2, 14)]),
]);
const inLibrary = ["net.att", "net.att", "net.att", "net.att", "net.out"].map((module) =>
  step(16, [], module),
);
const steps = [step(10, []), step(2, [call(1, 11)]), step(3, [call(1, 11)]), ...inLoop, ...inLibrary];
const paths = pathsOf(steps);

const START: Stop = { index: 0, level: 0 };
const shownAt = (stop: Stop) =>
  itemsBetween(paths, stop.level, ...openRange(paths, stop)).map(({ first, last }) => [first, last]);

test("calls, loops and what a library does in one expression are one step until they are entered", () => {
  expect(shownAt(START)).toEqual([
    [0, 0],
    [1, 2],
    [3, 11],
    [12, 16],
  ]);
  expect(paths[12]?.map(({ module, first, last }) => [module, first, last])).toEqual([
    ["", 12, 16],
    ["att", 12, 15],
  ]);
});

test("a call of one step is that step, and a call that only calls another one is one with it", () => {
  const one = [step(10, []), step(2, [call(1, 11)]), step(12, [])];
  expect(pathsOf(one)).toEqual([[], [], []]);
  const both = [call(1, 11), call(2, 5)];
  expect(pathsOf([step(10, []), step(2, both), step(3, both)]).map(({ length }) => length)).toEqual([
    0, 1, 1,
  ]);
});

test("two calls of one line that follow each other are two", () => {
  const twice = [1, 2].flatMap((number) => [step(2, [call(number, 11)]), step(3, [call(number, 11)])]);
  expect(new Set(pathsOf(twice).flat()).size).toBe(2);
});

test("going on passes a group as one step, and leaves one that was entered at its end", () => {
  const folded = arriving(paths, 1, START);
  expect(folded).toEqual({ index: 2, level: 0 });
  expect(firstOf(paths, folded)).toBe(1);
  const inside = entering(paths, folded);
  expect(inside).toEqual({ index: 1, level: 1 });
  const second = arriving(paths, 2, inside);
  expect(second).toEqual({ index: 2, level: 1 });
  expect(arriving(paths, 3, second), "the loop after it is not entered").toEqual({ index: 11, level: 0 });
  expect(leaving(paths, second)).toEqual(folded);
  expect(leaving(paths, folded)).toBeUndefined();
});

test("a loop is entered at its first turn, and shows one turn", () => {
  const inside = entering(paths, { index: 11, level: 0 });
  expect(inside).toEqual({ index: 3, level: 1 });
  expect(shownAt(inside)).toEqual([
    [3, 3],
    [4, 5],
  ]);
  const [loop] = enteredGroups(paths, inside);
  expect(loop && turnAt(loop, 8)).toBe(1);
  expect(arriving(paths, 6, { index: 5, level: 1 }), "on into the second turn").toEqual({
    index: 6,
    level: 1,
  });
});

test("the same place in another turn: a step, one in a call, or the call", () => {
  const [loop] = enteredGroups(paths, { index: 3, level: 1 });
  if (!loop) throw new Error("no loop");
  const go = (stop: Stop, to: number) => inTurn(paths, steps, stop, loop, to);
  expect(go({ index: 3, level: 1 }, 2)).toEqual({ index: 9, level: 1 });
  expect(go({ index: 5, level: 1 }, 1)).toEqual({ index: 8, level: 1 });
  expect(go({ index: 4, level: 2 }, 1)).toEqual({ index: 7, level: 2 });
  expect(go({ index: 4, level: 2 }, 3)).toBeUndefined();
});

test("to enter what has only another group in it is to enter that one, and both are left together", () => {
  const alone = [0, 1].flatMap((i) => [2, 3].map((line) => step(line, [turn(i, 12), call(i + 1, 13)])));
  const inner = pathsOf(alone);
  expect(entering(inner, { index: 3, level: 0 })).toEqual({ index: 0, level: 2 });
  expect(leaving(inner, { index: 0, level: 2 })).toEqual({ index: 3, level: 0 });
});

test("a place in the code leads to the call that is there, or into the function, nearest to where one is", () => {
  const at = (line: number, column: number | undefined, near: number) =>
    stopAtPlace(paths, steps, line, column, near);
  expect(at(11, 5, 0), "the call").toEqual({ index: 2, level: 0 });
  expect(at(3, 2, 0)).toEqual(innermost(paths, 2));
  expect(at(3, 2, 7)).toEqual(innermost(paths, 8));
  expect(at(14, undefined, 9), "the call of the last turn").toEqual({ index: 11, level: 1 });
  expect(at(13, undefined, 0)).toEqual({ index: 3, level: 1 });
  expect(at(40, 0, 0)).toBeUndefined();
});

test("a call is drawn by what goes into it and what it makes last, without its weights", () => {
  const made = (
    name: string,
    op: string,
    inputs: readonly string[],
    around: readonly ProgramAround[],
    size: number,
  ) => {
    const one = { ...step(2, around), name, op, inputs, axes: ["", ""] };
    return { ...one, shape: [size, size], data: new Float32Array(size * size).fill(size) } as ProgramStep;
  };
  const inside = [call(1, 11)];
  const program = [
    made("x", "ones", [], [], 3),
    made("f.weight", "uniform", [], [], 3),
    made("linear", "linear", ["x", "f.weight"], inside, 3),
    made("y", "softmax", ["linear"], inside, 2),
  ];
  const tensors = new Map(program.map((one) => [one.name, one]));
  const group = pathsOf(program)[2]?.[0];
  if (!group) throw new Error("no group");
  const whole = wholeStep({ steps: program, tensors }, group);
  expect(whole).toMatchObject({ name: "y", op: "whole", inputs: ["x"], source: { line: 11, column: 4 } });
  const theme = paletteOf(light);
  const input = { tensors, step: whole, origin: [], theme, ms: 5000, width: 700, height: 400 };
  const core = { explain: () => undefined, reads: () => expect.fail() };
  const plan = planOf({ ...input, ...core, titleOf: ({ name }) => name });
  const names = cellsIn(programPicture(plan, 1)).map(({ ref }) => ref?.name);
  expect([names.filter((name) => name === "x").length, names.filter((name) => name === "y").length]).toEqual([
    9, 4,
  ]);
  expect(new Set(names)).toEqual(new Set(["x", "y"]));
});
