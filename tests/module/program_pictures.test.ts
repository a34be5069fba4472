/** Every step of programs in Python has a picture: inside the stage, readable, of the program's own numbers. */

import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { cellsIn, type Picture, refKey } from "../../web/src/draw/picture.js";
import { planOf, programPicture } from "../../web/src/draw/program/program_picture.js";
import { type DrawnStep, placeOf, refAt } from "../../web/src/draw/program/relation.js";
import { thumbnailOf } from "../../web/src/draw/program/thumbnail.js";
import { light, paletteOf } from "../../web/src/draw/theme.js";
import type { ProgramResult } from "../../web/src/module/index.js";
import type { BarePython } from "../../web/src/module/python/bare.js";
import { pathsOf } from "../../web/src/notebook/groups.js";
import { playedSteps, stepMs, wholeStep } from "../../web/src/notebook/steps.js";
import { importedPython, installed } from "./packed.js";

let hu: BarePython;
beforeAll(async () => {
  hu = await (await importedPython(installed())).default();
}, 60_000);

const programs = ["tests/fixtures/programs", "web/programs"].flatMap((folder) =>
  readdirSync(inRoot(folder))
    .filter((name) => name.endsWith(".py"))
    .map((name) => `${folder}/${name}`),
);
/** A desk, a laptop beside the code, a phone. */
const STAGES = [
  { width: 1000, height: 640 },
  { width: 720, height: 460 },
  { width: 380, height: 420 },
];
/** Of a long program these, evenly spread. */
const MOST_STEPS = 25;

const theme = paletteOf(light);

function planIn(
  { trace }: ProgramResult,
  shown: string | DrawnStep,
  stage: { width: number; height: number },
  origin: readonly number[] = [],
) {
  const names = new Set(trace.steps.map((step) => step.name));
  const step = typeof shown === "string" ? trace.steps.find(({ name }) => name === shown) : shown;
  if (!step) throw new Error(`no step ${shown}`);
  return planOf({
    tensors: new Map(trace.steps.map((one) => [one.name, one])),
    ...{ step, origin, theme, ms: stepMs(step), ...stage },
    explain: (ref) => (names.has(ref.name) ? hu.explain(trace, ref.name, ref.index) : undefined),
    reads: (of, positions) => hu.reads(trace, of, positions),
    titleOf: (one) => one.name,
  });
}

const areInside = ({ width, height, marks }: Picture): boolean =>
  marks.every(
    (mark) =>
      mark.kind !== "cell" ||
      (mark.x >= 0 && mark.y >= 0 && mark.x + mark.width <= width && mark.y + mark.height <= height),
  );

test.for(programs)("%s", { timeout: 60_000 }, (file) => {
  const result = hu.runPython(readFileSync(inRoot(file), "utf8"));
  const steps = playedSteps(result.trace.steps);
  expect(steps.length > 0 || result.error).toBeTruthy();
  const every = Math.ceil(steps.length / MOST_STEPS);
  for (const { name } of steps.filter((_, i) => i % every === 0))
    for (const stage of STAGES) {
      const plan = planIn(result, name, stage);
      const last = programPicture(plan, 1);
      const { result: table } = plan.layout.relation;
      const shown = new Map(cellsIn(last).flatMap((cell) => (cell.ref ? [[refKey(cell.ref), cell]] : [])));
      expect(areInside(last), `${name} at ${stage.width}`).toBe(true);
      for (const [row] of table.rows.entries())
        for (const [col] of table.cols.entries()) {
          const ref = refAt(table, row, col);
          expect(placeOf(table, ref)).toEqual([row, col]);
          expect(shown.get(refKey(ref))?.text, `${refKey(ref)} at ${stage.width}`).toBeTruthy();
        }
      for (const t of [0, 0.3, 0.6]) expect(programPicture(plan, t)).toEqual(programPicture(plan, t));
    }
});

test("a product stands in the corner where row and column meet, and is drawn where the reader looks", () => {
  const result = hu.runPython(`import torch
a = torch.arange(24.).view(2, 3, 4)
b = torch.arange(40.).view(2, 4, 5)
c = a @ b
`);
  const { layout } = planIn(result, "c", { width: 720, height: 560 }, [1, 0, 0]);
  expect(layout.relation.inputs.map(({ step, role }) => [step.name, role])).toEqual([
    ["a", "left"],
    ["b", "above"],
  ]);
  expect(refAt(layout.relation.result, 2, 3)).toEqual({ name: "c", index: [1, 2, 3] });
  const [a, b] = layout.relation.inputs;
  expect(a && refAt(a, 2, 3)).toEqual({ name: "a", index: [1, 2, 3] });
  expect(b && refAt(b, 3, 1)).toEqual({ name: "b", index: [1, 3, 1] });
});

test("a moved axis is seen: numbers are on their way between parts of two blocks", () => {
  const result = hu.runPython(`import torch
x = torch.arange(80.).view(1, 10, 2, 4)
y = x.transpose(1, 2)
`);
  const plan = planIn(result, "y", { width: 720, height: 560 });
  const blocks = new Set(plan.layout.relation.result.rows.map((index) => index[1]));
  expect([...blocks]).toEqual([0, 1]);
  expect(programPicture(plan, 0.45).marks.some((mark) => mark.flies)).toBe(true);
  expect(programPicture(plan, 1).marks.some((mark) => mark.flies)).toBe(false);
});

const STAGE = { width: 720, height: 560 };
const textsIn = ({ marks }: Picture): string[] =>
  marks.flatMap((mark) => (mark.kind === "text" ? [mark.text] : []));

test("each number that is moved is drawn where it comes from", () => {
  const result = hu.runPython(`import torch
x = torch.arange(2 * 6 * 4 * 4.).view(2, 4, 6, 4)
y = x.transpose(-2, -1)
z = x.transpose(1, 2).reshape(2, 6, 16)
w = x.permute(2, 0, 1, 3)
s = (x * x).sum(dim=1)
`);
  for (const name of ["y", "z", "w", "s"]) {
    const { relation } = planIn(result, name, STAGE).layout;
    const [table] = relation.inputs;
    for (const row of relation.result.rows.keys())
      for (const col of relation.result.cols.keys()) {
        const terms = relation.explanationAt(row, col)?.terms ?? [];
        expect(
          terms.some((term) => table && placeOf(table, term)),
          `${name}, row ${row}, column ${col}`,
        ).toBe(true);
      }
  }
});

test("a number that is asked about is drawn, unless the reader looks elsewhere", () => {
  const result = hu.runPython("import torch\nx = torch.randn(2, 50, 512)\ny = x.view(2, 8, 50, 64)\n");
  const asked = { name: "y", index: [0, 0, 1, 40] };
  const drawn = (origin: readonly number[]) => {
    const { scaleOf: _, layout: __, input } = planIn(result, "y", STAGE, origin);
    return placeOf(planOf({ ...input, asked }).layout.relation.result, asked);
  };
  expect([drawn([])?.length, drawn([0, 0, 0, 0])]).toEqual([2, undefined]);
});

test("an axis that is not drawn to its end says how far it goes on", () => {
  const result = hu.runPython("import torch\na = torch.ones(3, 32)\nb = torch.ones(32, 3)\nc = a @ b\n");
  const plan = planIn(result, "c", STAGE);
  const texts = textsIn(programPicture(plan, 1));
  expect(texts.filter((text) => text.endsWith("…31"))).toHaveLength(2);
});

test("a weight that is drawn turned says so, and its shape is as it is drawn", () => {
  const result = hu.runPython(`import torch
from torch import nn
d, f = 3, 5
y = nn.Linear(d, f)(torch.ones(2, d))
`);
  const texts = textsIn(programPicture(planIn(result, "y", STAGE), 1));
  const title = texts.findIndex((text) => text.endsWith("ᵀ"));
  expect(texts.slice(title - 3, title)).toEqual(["d 3", "×", "f 5"]);
});

test("what is picked out of a small tensor is seen in all of it; axes of size 1 make no blocks", () => {
  const result = hu.runPython(`import torch
x = torch.arange(20.).view(4, 5)
row = x[1]
mask = torch.ones(2, 1, 1, 3)
wide = mask * 2
`);
  const plan = planIn(result, "row", STAGE);
  const cells = cellsIn(programPicture(plan, 1)).filter(({ ref }) => ref?.name === "x");
  const left = cells.filter(({ opacity = 1 }) => opacity < 1).map(({ ref }) => ref?.index[0]);
  expect(left).toEqual([0, 2, 3].flatMap((row) => Array(5).fill(row)));
  const { rows, rowAxes } = planIn(result, "wide", STAGE).layout.relation.result;
  expect([rows.length, rowAxes]).toEqual([2, [0]]);
});

test("sums along rows stand at their ends", () => {
  const result = hu.runPython("import torch\nx = torch.ones(3, 4)\na = x.sum(-1)\nb = x.sum(0)\n");
  const sizeOf = (name: string) => {
    const { rows, cols } = planIn(result, name, STAGE).layout.relation.result;
    return [rows.length, cols.length];
  };
  expect(sizeOf("a")).toEqual([3, 1]);
  expect(sizeOf("b")).toEqual([1, 4]);
});

test("attention weights keep their colours when some are picked, small numbers keep their digits", () => {
  const result = hu.runPython(`import torch
w = torch.softmax(torch.arange(8.).view(2, 4), -1)
row = w[0]
small = torch.full((2,), 0.0123)
tiny = small / 1000
scores = torch.ones(2, 2)
scores[0, 0] = -1e6
again = scores * 1
set = torch.ones(3)
written = torch.tensor(0.0612)
set[0] = written
print(set)
`);
  const cell = (name: string, of: string, index: readonly number[], from = result) =>
    cellsIn(programPicture(planIn(from, name, STAGE), 1)).find(
      ({ ref }) => ref && refKey(ref) === refKey({ name: of, index }),
    );
  expect(cell("row", "row", [3])?.fill).toBe(cell("row", "w", [0, 3])?.fill);
  expect(cell("row", "row", [3])?.fill).toBe(cell("w", "w", [0, 3])?.fill);
  const tensors = new Map(result.trace.steps.map((step) => [step.name, step]));
  const washOf = (name: string) => {
    const step = tensors.get(name);
    const { marks } = step ? thumbnailOf(step, theme, { width: 44, height: 26 }, tensors) : { marks: [] };
    return new Set(marks.flatMap((mark) => ("fill" in mark && mark.fill ? [mark.fill] : [])));
  };
  expect(washOf("row")).toEqual(washOf("w"));
  expect(cell("small", "small", [0])?.text).toBe("0.012");
  expect(cell("tiny", "tiny", [0])?.text).toBe("1e−5");
  expect(cell("again", "again", [0, 0])?.text).toBe("−1e6");
  expect(cell("set (2)", "set (2)", [0])?.text).toBe("0.06");
  const ones = hu.runPython("import torch\nones = torch.ones(2, 2)\nagain = ones * 1\n");
  expect(cell("again", "again", [1, 1])?.fill).toBe(cell("again", "again", [1, 1], ones)?.fill);
});

test("operations on rows are written as they are computed, and what is drawn is not", () => {
  const result = hu.runPython(`import torch
import torch.nn.functional as F
x = torch.tensor([[1., 2., 3., 4., 5., 9.]])
w = torch.softmax(x, -1)
n = F.layer_norm(x, (6,), torch.full((6,), 2.))
z = F.cross_entropy(torch.cat([x, x]), torch.tensor([4, 5]))
r = torch.randn(2, 2)
`);
  const plan = (name: string) => planIn(result, name, STAGE);
  const written = (name: string, index: number[]): string[] => {
    const { input, layout, ...rest } = plan(name);
    const picture = programPicture({ ...rest, layout, input: { ...input, asked: { name, index } } }, 1);
    return cellsIn(picture).flatMap(({ y, text = "" }) => (y >= layout.room.y ? [text] : []));
  };
  expect(written("w", [0, 4])).toEqual(["5", "9", "1.03", "0.02"]);
  expect(written("n", [0, 4])).toEqual(["5", "4", "2.58", "2", "0.77"]);
  expect(written("z", [])).toEqual(["4.03", "0.028", "2", "2.03"]);
  expect(textsIn(programPicture(plan("r"), 1)).some((text) => text.includes("normal"))).toBe(false);
});

test.for([
  ["out, weights = nn.MultiheadAttention(4, 2)(x, x, x)", ["out", "weights"]],
  ["out, w = attend(x)", ["y", "weights"]],
  ["out = attend(x)[0]", ["y", "weights"]],
  ["cache = kept(x)", ["y", "k", "weights"]],
  ["torch.allclose(x, x + 1)", ["all", "abs"]],
] as const)("a call is drawn with all that comes out of it: %s", ([line, outputs]) => {
  const result = hu.runPython(`import torch
from torch import nn
def attend(x):
    weights = torch.softmax(x @ x.mT, -1)
    y = weights @ x
    print(y.sum())
    return y, weights
def kept(x):
    k = x * 2
    y, weights = attend(k)
    return y, (k, weights)
x = torch.randn(1, 3, 4)
${line}
`);
  const steps = playedSteps(result.trace.steps);
  const group = pathsOf(steps).at(-1)?.[0] ?? expect.fail();
  const tensors = new Map(result.trace.steps.map((one) => [one.name, one]));
  const whole = wholeStep({ steps, tensors }, group);
  expect([whole.name, ...(whole.outputs ?? [])]).toEqual(outputs);
  for (const stage of STAGES) {
    const last = programPicture(planIn(result, whole, stage), 1);
    const drawn = new Set(cellsIn(last).map(({ ref }) => ref?.name));
    expect([...drawn]).toEqual(expect.arrayContaining([...outputs]));
    expect(areInside(last), `${stage.width}`).toBe(true);
  }
});

test("of a backward pass and an optimizer a weight is drawn, with what it was before and its gradient", () => {
  const { trace } = hu.runPython(`import torch
lin = torch.nn.Linear(3, 2)
opt = torch.optim.SGD(lin.parameters(), lr=0.1, momentum=0.9)
for i in range(2):
    lin(torch.ones(1, 3)).sum().backward()
    opt.step()
`);
  const steps = playedSteps(trace.steps);
  const tensors = new Map(trace.steps.map((one) => [one.name, one]));
  const groups = new Set(pathsOf(steps).flatMap((path) => path.slice(1, 2)));
  const drawn = [...groups].slice(-2).map((group) => {
    const { name, inputs } = wholeStep({ steps, tensors }, group);
    return [...inputs, name];
  });
  expect(drawn).toEqual([
    ["lin.weight (2)", "grad.lin.weight (2)"],
    ["lin.weight (2)", "grad.lin.weight (3)", "lin.weight (3)"],
  ]);
});

test.each(["eye(3)", "linspace(0, 1, 5)", "diag(x)", "triu_indices(3, 3, 1)", "arange(4)"])(
  "torch.%s is one step",
  (call) => {
    const { trace } = hu.runPython(`import torch\nx = torch.ones(3)\ny = torch.${call}\n`);
    expect(trace.steps.map(({ name }) => name)).toEqual(["x", "y"]);
  },
);
