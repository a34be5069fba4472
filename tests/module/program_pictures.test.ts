/** Every step of programs in Python has a picture: inside the stage, readable, of the program's own numbers. */

import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { cellsIn, type Picture, refKey } from "../../web/src/draw/picture.js";
import { planOf, programPicture } from "../../web/src/draw/program/program_picture.js";
import { placeOf, refAt } from "../../web/src/draw/program/relation.js";
import { light, paletteOf } from "../../web/src/draw/theme.js";
import type { ProgramResult } from "../../web/src/module/index.js";
import { playedSteps, stepMs } from "../../web/src/notebook/steps.js";
import { type HeadsUp, imported, installed } from "./packed.js";

let hu: HeadsUp;
beforeAll(async () => {
  hu = await (await imported(installed())).load();
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
  name: string,
  stage: { width: number; height: number },
  origin: readonly number[] = [],
) {
  const names = new Set(trace.steps.map((step) => step.name));
  const step = trace.steps.find((one) => one.name === name);
  if (!step) throw new Error(`no step ${name}`);
  return planOf({
    tensors: new Map(trace.steps.map((one) => [one.name, one])),
    ...{ step, origin, theme, ms: stepMs(step), ...stage },
    explain: (ref) => (names.has(ref.name) ? hu.explain(trace, ref.name, ref.index) : undefined),
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
