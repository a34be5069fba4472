/** Where two programs first differ: the step of mine that the other never makes, and what it makes instead. */

import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { firstDifference } from "../../web/src/notebook/difference.js";
import { type ProgramRun, playedSteps } from "../../web/src/notebook/steps.js";
import { type HeadsUp, imported, installed } from "./packed.js";

let hu: HeadsUp;
beforeAll(async () => {
  hu = await (await imported(installed())).load();
}, 60_000);

function run(source: string): ProgramRun {
  const result = hu.runPython(source);
  const { steps } = result.trace;
  const tensors = new Map(steps.map((step) => [step.name, step]));
  const known = { explain: () => undefined, reads: () => expect.fail() };
  return { source, result, tensors, paths: [], steps: playedSteps(steps), ...known };
}

const LESSON = readFileSync(inRoot("web/programs/masked-multi-head.py"), "utf8");
const shown = (mine: string, other: string) => {
  const found = firstDifference(run(mine), run(other));
  return found && { mine: found.mine.name, theirs: found.theirs?.name };
};

test("nn.MultiheadAttention with the lesson's parameters does all that the lesson's class does", () => {
  const layer = readFileSync(inRoot("web/programs/multihead_attention.py"), "utf8");
  expect(shown(LESSON, layer)).toBeUndefined();
  // Its own mask of -inf hides what the lesson's -1e12 hides.
  expect(shown(LESSON.replace("-1e12", "-1e4"), layer)).toBeUndefined();
  expect(shown(LESSON.replace("-1e12", "-1"), layer)?.mine).toBe("masked_scores");
  expect(shown(LESSON.replace("math.sqrt(d_k)", "math.sqrt(d_model)"), layer)?.mine).toBe("scores");
  expect(shown(layer, LESSON)?.mine).toBe("expand"); // its mask has a row for each head
});

test("a program has no difference from itself, nor from one with other names", () => {
  expect(shown(LESSON, LESSON)).toBeUndefined();
  const source = "import torch\na = torch.arange(6.).view(2, 3)\nb = a @ a.T\n";
  expect(shown(source, source.replace("b =", "# the same\nscores ="))).toBeUndefined();
});

test("a product instead of a quotient is found, with the other's step", () => {
  const mine =
    "import torch\nq = torch.arange(6.).view(2, 3)\nscores = q @ q.T\nweights = scores.softmax(-1)\n";
  const other = mine.replace("q @ q.T", "q @ q.T / 3 ** 0.5");
  expect(shown(mine, other)).toEqual({ mine: "weights", theirs: "scores" });
  expect(shown(other, mine)).toEqual({ mine: "scores", theirs: "weights" });
});

test("a number in the code that is another one is found at the step that it changes", () => {
  const source = "import torch\nx = torch.arange(4.)\ny = x / 2\nz = y + 1\n";
  expect(shown(source.replace("/ 2", "/ 3"), source)).toEqual({ mine: "y", theirs: "y" });
});

test("an own mask is where a lesson's class first differs", () => {
  const found = firstDifference(run(LESSON.replace(".tril()", ".triu()")), run(LESSON));
  expect(found?.mine.op).toBe("triu");
});
