/** The packed type declarations need no other types, and declare exactly what the module exports. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { essential, sampled } from "../sampled.js";
import { imported, importedBare, importedPython, installed } from "./packed.js";

const tsc = path.join(import.meta.dirname, "../../node_modules/typescript/bin/tsc");

const consumer = `
import { at, type ErrorCode, type Explanation, HeadsUpError, load, type LessonSpec, readWeights, type Tensor, toNested, type Trace } from "heads-up-attention";
import createHeadsUp from "heads-up-attention/heads-up.js";
import type { HeadsUpElement, HeadsUpEvents, LessonFileData } from "heads-up-attention/element";

declare const error: HeadsUpError;
const hu = await load({ wasmBinary: new Uint8Array() });
const spec: LessonSpec = { lesson: "transformer-block", feedForward: { dFf: 32, activation: "relu" }, layerNorm: "post" };
const trace: Trace = hu.run(spec, readWeights(new Uint8Array()));
const scores: Float32Array = hu.run(spec).step("scores").data;
const ids: Int32Array = hu.run(spec).step("ids").data;
const bits: Uint8Array = hu.run(spec).step("attn_mask").data;
const cell: number = at(hu.run(spec).step("scores"), [0, 0, 0, 0]);
toNested(hu.pad([[1], [2, 3]], { padId: 9, length: 4, side: "left" }));
hu.pad([Int32Array.of(1, 2), [3]]);
// @ts-expect-error ids are numbers
hu.pad(["12"]);
// @ts-expect-error an unknown step
hu.run(spec).step("score");
// @ts-expect-error an unknown side
hu.pad([[1]], { side: "top" });
const why: Explanation = hu.explain(trace, "scores", [0, 0, 0, 0]);
const table: Tensor = hu.positionalEncoding(64, 128);
const script: string = hu.toPyTorch(spec);
const { trace: steps, variables } = hu.runPython("x = 1", { inputs: { x: [1], y: table }, limits: { depth: 9 } });
const line: number | undefined = steps.steps[0]?.source.frames[0]?.line ?? hu.explain(steps, "x", [0]).terms.length;
if (typeof variables["x"] === "object" && variables["x"].dtype === "int64") variables["x"].data satisfies Float64Array;
// @ts-expect-error an unknown option
hu.runPython("", { limits: { steps: line } });
const layer = hu.createMultiHeadAttention({ dModel: 8, numHeads: 2, weights: { in_proj_weight: table } });
const { output, attention } = layer.forward(table, table, table, { returnAttention: true });
const floats: Float32Array[] = [output.data, attention.data, hu.softmax(table).data];
if (trace.steps[0]?.dtype === "bool") trace.steps[0].data satisfies Uint8Array;
layer.forward(table, undefined, undefined, { causal: true, maskFill: "-inf" }).data.at(0)?.toFixed(why.terms.length);
// @ts-expect-error an unknown lesson
hu.run({ lesson: script });
// @ts-expect-error an unknown option
layer.forward(table, table, table, { casual: true });
// @ts-expect-error an unknown step
trace.steps.find((step) => step.name === "score");
// @ts-expect-error an unknown error code
if (error.code === "wrong") floats.pop();
declare const Layer: typeof import("heads-up-attention");
// @ts-expect-error layers come from createMultiHeadAttention
new Layer.MultiHeadAttention();
// @ts-expect-error an unknown activation
hu.run({ ...spec, feedForward: { activation: "tanh" } });
export const code: ErrorCode = new HeadsUpError("missing", "").code;
const bare = await createHeadsUp({ wasmBinary: new Uint8Array() });
const mask: Tensor<"bool"> = bare.combineMasks(bare.paddingMask([[1]], 0), bare.causalMask(1));
new bare.MultiHeadAttention({ dModel: 8, numHeads: 2 }).forward(table, undefined, undefined, { mask }).data.at(0);
const maybe = layer.forward(table, undefined, undefined, { returnAttention: Math.random() > 0.5 });
("attention" in maybe ? maybe.attention : maybe).data.at(0);
// @ts-expect-error it may be output and attention
maybe.data;
await load({ locateFile: (name) => new URL(name, "https://example.org/") });
// @ts-expect-error an unknown option
await load({ wasm: new Uint8Array() });

declare const element: HeadsUpElement;
[element.seed, element.lesson, element.controls, element.theme, element.src, element.lang] = [null, null, null, null, null, null];
[element.seed, element.lesson, element.controls, element.theme, element.src, element.lang] = [undefined, undefined, undefined, undefined, undefined, undefined];
element.spec = { layerNorm: "pre" };
element.ownLesson = { title: { en: "Two" }, spec, steps: ["ids"] } satisfies LessonFileData;
const letters: number = element.lesson.length + element.lang.length;
// @ts-expect-error an unknown value
element.controls = "some";
const onStep = ({ detail }: CustomEvent<HeadsUpEvents["heads-up-step"]>) => detail.index + letters;
element.addEventListener("heads-up-step", onStep);
element.removeEventListener("heads-up-step", onStep);
document.addEventListener("heads-up-answer", ({ detail }) => detail.question);
document.querySelector("heads-up")?.addEventListener("click", ({ clientX }) => clientX);
`;

let folder: string;
beforeAll(() => {
  folder = installed();
  writeFileSync(path.join(folder, "consumer.mts"), consumer);
}, 60_000);

describe("a strict project that also checks its libraries can use them", () => {
  test.each(
    sampled([
      ["nodenext", "nodenext"],
      ["esnext", "bundler"],
    ]),
  )(
    "module %s, resolved as %s",
    (module, moduleResolution) => {
      const compilerOptions = {
        ...{ noEmit: true, strict: true, exactOptionalPropertyTypes: true, types: [] },
        ...{ target: "es2022", lib: ["es2023", "dom"], module, moduleResolution },
      };
      const project = path.join(folder, `tsconfig.${moduleResolution}.json`);
      writeFileSync(project, JSON.stringify({ compilerOptions, files: ["consumer.mts"] }));
      const { stdout, status } = spawnSync(process.execPath, [tsc, "--project", project], {
        ...{ cwd: folder, encoding: "utf8" },
      });
      expect(stdout).toBe("");
      expect(status).toBe(0);
    },
    90_000,
  );
});

/** The names of an interface's declared members. */
function declared(file: string, name: string): string[] {
  const text = readFileSync(path.join(folder, "node_modules/heads-up-attention/types/module", file), "utf8");
  const body = text.slice(text.search(new RegExp(`interface ${name}\\b`))).split("\n}")[0] ?? "";
  return [...body.matchAll(/^ {4}(?:readonly )?([a-zA-Z]+)[(<:]/gm)].map((match) => match[1] ?? "").sort();
}

essential("the declarations name exactly what the modules export", async () => {
  const { load } = await imported(folder);
  const hu = await load();
  const operations = declared("bare.d.ts", "Operations");
  expect(operations.length).toBeGreaterThan(20);
  // HeadsUp widens some of the operations.
  const all = new Set([...operations, ...declared("heads_up.d.ts", "HeadsUp")]);
  expect([...all].sort()).toEqual(Object.keys(hu).sort());

  const layer = hu.createMultiHeadAttention({ dModel: 4, numHeads: 2 });
  for (const name of ["forward", "dispose"] as const) expect(typeof layer[name]).toBe("function");

  const bare = await (await importedBare(folder)).default();
  const own = declared("bare.d.ts", "BareModule");
  // Embind's exports have an argument count; all others are Emscripten's.
  const exported = (module: object): string[] =>
    Object.keys(module)
      .filter(
        (name) => !/^(HeadsUpError|version)$/.test(name) && (operations.includes(name) || own.includes(name)),
      )
      .sort();
  expect([...exported(bare), "HeadsUpError", "version"].sort()).toEqual([...operations, ...own].sort());
  expect(embindExports("bindings.cpp", "layer.cpp")).toEqual(exported(bare));

  expect(bare).not.toHaveProperty("dropTrace");

  const python = await (await importedPython(folder)).default();
  expect(embindExports("python.cpp")).toEqual(["dispose", "explain", "memory", "reads", "runPython"]);
  expect(Object.keys(python)).toEqual(expect.arrayContaining(declared("python/bare.d.ts", "BarePython")));

  const page = await import(/* @vite-ignore */ pathToFileURL(inRoot("build/module/heads-up-page.js")).href);
  expect(embindExports("bindings.cpp")).toEqual(exported(await page.default()));
});

/** The exports listed in cpp/bindings, without those that only our own JavaScript uses. */
function embindExports(...files: readonly string[]): string[] {
  const source = files.map((file) => readFileSync(inRoot("cpp/bindings", file), "utf8")).join("\n");
  const internal = source.slice(source.indexOf("// For values.js")).split("}")[0] ?? "";
  const names = (text: string) =>
    [...text.matchAll(/(?:function|class_<[\w:<>]+>)\("(\w+)"/g)].map(([, name]) => name ?? "");
  return names(source)
    .filter((name) => name !== "forward" && !names(internal).includes(name))
    .sort();
}
