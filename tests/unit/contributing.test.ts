/** The examples of CONTRIBUTING.md, followed to the letter: an operation and a lesson from its text, added in memory. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { light } from "../../web/src/draw/theme.js";
import type { Lesson } from "../../web/src/lessons/lesson.js";
import { lessonNamed, openingSpec } from "../../web/src/lessons/lessons.js";
import { graphOf } from "../../web/src/lessons/map/graph.js";
import { planOf } from "../../web/src/lessons/map/plan.js";
import { questionsOf } from "../../web/src/lessons/questions/questions.js";
import type { Trace } from "../../web/src/module/types.js";
import type { Operation } from "../../web/src/operations/operation.js";
import { draw, formulaOf, operations } from "../../web/src/operations/operations.js";
import { hu } from "./core.js";

const root = new URL("../../", import.meta.url);
const text = readFileSync(new URL("CONTRIBUTING.md", root), "utf8");

/** The module in the code block with this word after its language, as if its file were in that folder of web/src. */
async function written(word: string, folder: string): Promise<Record<string, unknown>> {
  const [, block = ""] = new RegExp(`^ *\`\`\`ts ${word}\\n([\\s\\S]*?)^ *\`\`\``, "m").exec(text) ?? [];
  expect(block).toContain("export const");
  const code = block.replaceAll(/"(\.\.?\/[^"]+)"/g, (_, path: string) => {
    const { href } = new URL(path, new URL(`web/src/${folder}/`, root));
    return JSON.stringify(href.slice(root.href.length).replace(/^/, "../../"));
  });
  const at = new URL("build/contributing/", root);
  mkdirSync(at, { recursive: true });
  writeFileSync(new URL(`${word}.ts`, at), code);
  return import(/* @vite-ignore */ new URL(`${word}.ts`, at).pathname);
}

const known = operations as Record<string, Operation>;
afterAll(() => {
  delete known["tanh"];
});

test("the operation is drawn, has a formula, and asks its question", async () => {
  const { tanh } = (await written("operation", "operations")) as { tanh: Operation };
  known["tanh"] = tanh;
  const block = hu.run(openingSpec("transformer-block"));
  const steps = block.steps.map((step) => (step.name === "ff_2" ? { ...step, op: "tanh" } : step));
  const trace = { ...block, steps } as Trace;
  const shown = lessonNamed("transformer-block")
    .steps(trace)
    .find(({ id }) => id === "ff_2");
  if (!shown) throw new Error("the block has no ff_2");
  // Its words are looked up by its name.
  expect(shown.words).toBe("tanh");
  const step = shown.stage(trace);
  // The core has it once the first part of the text is followed.
  const withTanh = {
    ...hu,
    tanh: (x: readonly number[]) => ({ data: Float32Array.from(x, Math.tanh) }),
  };
  const { marks } = draw(
    { hu: withTanh, trace, step, focus: { batch: 0, head: 0 }, theme: light, width: 800, height: 520 },
    0.5,
  );
  expect(marks.flatMap((mark) => (mark.kind === "text" ? mark.text : [])).join()).toContain("tanh(x)");
  expect(formulaOf(trace, step)).toContain("tanh");
  const [question] = questionsOf(hu as never, trace, shown);
  expect(question?.key).toBe("tanh_below_zero");
});

test("the lesson has its steps, and a place on the map for each", async () => {
  const { threeSteps } = (await written("lesson", "lessons")) as { threeSteps: Lesson };
  const trace = hu.run(openingSpec("multi-head")) as Trace;
  const steps = threeSteps.steps(trace);
  expect(steps.map(({ id }) => id)).toEqual(["opening", "ids", "embedding"]);
  expect(steps.map(({ id }) => id)).toContain(threeSteps.why);
  const { nodes, edges } = planOf(graphOf(trace, steps), threeSteps.map, 800);
  expect(nodes.map(({ id }) => id)).toEqual(["ids", "embedding"]);
  expect(edges.map(({ from, to }) => `${from} → ${to}`)).toEqual(["ids → embedding"]);
});
