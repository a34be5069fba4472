/** Programs in Python through the packed package: what they give, where they fail, what they may use. */

import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { indexAt } from "../../web/src/draw/tensor_view.js";
import type { ProgramOptions, ProgramTensor } from "../../web/src/module/index.js";
import { type HeadsUp, imported, importedPython, installed } from "./packed.js";

let folder: string;
let hu: HeadsUp;
beforeAll(async () => {
  folder = installed();
  hu = await (await imported(folder)).load();
}, 60_000);

const ATTENTION = `import torch

def attend(q, k):
    scores = q @ k.transpose(-2, -1)
    return scores.softmax(-1)

x = torch.arange(6.).view(2, 3)
weights = attend(x, x)
ids = torch.tensor([[1, 2]])
kept = ids > 1
rows = [1, "a"]
print(weights.shape, rows)
`;
const cells = (...sources: (string | string[])[]): string =>
  JSON.stringify({
    nbformat: 4,
    cells: sources.map((source) => ({ cell_type: "code", metadata: {}, outputs: [], source })),
  });

test("hints have their rule, step, message, cells and values", async () => {
  const source = `import torch
x = torch.tensor([[1.0, 2.0, 3.0]])
y = x.softmax(-1)
z = y.softmax(-1)
target = torch.tensor([2])
loss = torch.nn.functional.cross_entropy(z, target)
`;
  const { hints, trace } = hu.runPython(source);
  expect(hints.map(({ rule, step, cells }) => ({ rule, step, cells }))).toEqual([
    {
      rule: "softmax-twice",
      step: "z",
      cells: [
        { step: "y", index: [0, 0] },
        { step: "z", index: [0, 0] },
      ],
    },
    {
      rule: "softmax-before-loss",
      step: "loss",
      cells: [
        { step: "z", index: [0, 0] },
        { step: "loss", index: [] },
      ],
    },
  ]);
  expect(hints[0]?.message).toContain("y[0, 0] = 0.0900 becomes z[0, 0]");
  expect(hints[1]?.values).toEqual({ classes: 3, least: Math.log(Math.E + 2) - 1 });
  const names = trace.steps.map(({ name }) => name);
  for (const { cells } of hints) for (const { step } of cells) expect(names).toContain(step);
  expect(hu.runPython(ATTENTION).hints).toEqual([]);
});

test("the type of rules and the document list those of the core", () => {
  const text = (file: string) => readFileSync(inRoot(file), "utf8");
  const names = (file: string, pattern: RegExp) =>
    [...text(file).matchAll(pattern)].map(([, name]) => name).sort();
  const rules = names("cpp/python/torch/hints.cpp", /^ {4}\{"([a-z-]+)",$/gm);
  expect(rules.length).toBeGreaterThan(10);
  expect(names("web/src/module/python/types.ts", /^ {2}\| "([a-z-]+)";?$/gm)).toEqual(rules);
  const table = text("docs/python.md").split("| rule | what happens |")[1]?.split("\n\n")[0] ?? "";
  expect([...table.matchAll(/`([a-z]+-[a-z-]+)`/g)].map(([, name]) => name).sort()).toEqual(rules);
});

test("steps, output and variables of a program", () => {
  const { trace, stdout, variables, error } = hu.runPython(ATTENTION);
  expect(error).toBeNull();
  expect(stdout).toBe("torch.Size([2, 2]) [1, 'a']\n");
  expect(variables).toMatchObject({
    ids: { shape: [1, 2], dtype: "int64", data: Float64Array.of(1, 2) },
    kept: { dtype: "bool", data: Uint8Array.of(0, 1) },
    rows: "[1, 'a']",
    weights: { shape: [2, 2], dtype: "float32" },
  });
  const step = trace.steps.find(({ op }) => op === "softmax") ?? expect.fail();
  expect(step.source).toEqual({
    ...{ line: 5, column: 11, endLine: 5, endColumn: 29 },
    frames: [
      { function: "<module>", line: 8 },
      { function: "attend", line: 5 },
    ],
  });
  expect(step).toMatchObject({
    name: "weights",
    data: variables["weights"] && (variables["weights"] as typeof step).data,
  });
  const names = trace.steps.map(({ name }) => name);
  for (const { inputs } of trace.steps) expect(names).toEqual(expect.arrayContaining([...inputs]));
});

test("at and toNested read a program's tensors", async () => {
  const { at, toNested } = await imported(folder);
  const ids = hu.runPython(ATTENTION).variables["ids"] as ProgramTensor;
  expect([at(ids, [0, 1]), toNested(ids)]).toEqual([2, [[1, 2]]]);
});

test("a tensor says which calls returned it, and which of theirs it is", () => {
  const { steps } = hu.runPython(`import torch
def pair(x):
    y = x + 1
    return y, (x * 2, y)
z = pair(torch.ones(2))
a, b = torch.meshgrid(z[0], z[0], indexing="ij")`).trace;
  const returned = steps.map((step) => step.returned?.map(({ item }) => item));
  expect(returned.slice(1, 5)).toEqual([undefined, [0, 2], undefined, [1]]);
  const [last] = steps.at(-1)?.returned ?? expect.fail();
  expect(last).toEqual({ call: expect.any(Number), item: 1 });
  expect(steps.find(({ name }) => name === "y")?.returned?.[0]?.call).toBe(steps[2]?.around[0]?.call);
});

test("an error has its place, in a notebook in its cell, and what ran before it stays", () => {
  const { error, trace, stdout } = hu.runPython(
    `import torch\nx = torch.ones(2)\nprint("값", vaule := 1)\nvalu`,
  );
  expect(error).toEqual({
    ...{ type: "NameError", message: "name 'valu' is not defined", hint: expect.stringContaining("vaule") },
    ...{ line: 4, column: 0, endLine: 4, endColumn: 4, frames: [{ function: "<module>", line: 4 }] },
  });
  expect([stdout, trace.steps.length]).toEqual(["값 1\n", 1]);
  expect(hu.runPython("x = (1").error).toMatchObject({ type: "SyntaxError", line: 1, frames: [] });
  expect(hu.runPython(cells("a = 1", ["b = 2\n", "a / 0"])).error).toMatchObject({
    ...{ type: "ZeroDivisionError", cell: 2, line: 2 },
    frames: [{ function: "<module>", line: 2, cell: 2 }],
  });
});

test("inputs are tensors of their dtype, read once and before the run", () => {
  const data = [1, 2];
  const inputs = {
    get x() {
      hu.dispose();
      return hu.runPython("import torch\ny = torch.ones(2) * 3").trace.steps.at(-1) ?? expect.fail();
    },
    ids: { shape: [2], dtype: "int64" as const, data },
    nested: [[0.5], [1]],
  };
  const { trace, variables } = hu.runPython("y = x + nested\nz = ids + 1", { inputs });
  expect(variables).toMatchObject({
    y: { dtype: "float32", data: Float32Array.of(3.5, 3.5, 4, 4) },
    z: { dtype: "int64", data: Float64Array.of(2, 3) },
  });
  expect(Object.keys(trace.program.inputs ?? {})).toEqual(["x", "ids", "nested"]);
});

test.each([false, true])(
  "a number of a program is explained; by a trace from elsewhere: %s",
  (isElsewhere) => {
    const { trace } = hu.runPython(ATTENTION, { inputs: { extra: [1] } });
    const why = hu.explain(isElsewhere ? structuredClone(trace) : trace, "weights", [1, 0]);
    const [first = 0, second = 0] = why.terms.map(({ value }) => value);
    expect(why).toMatchObject({
      op: "softmax",
      value: trace.steps.find(({ name }) => name === "weights")?.data[2],
    });
    expect(1 / (1 + Math.exp(second - first))).toBeCloseTo(why.value, 6);
  },
);

test("what was disposed of, and what is no trace, is refused", () => {
  const { trace } = hu.runPython(ATTENTION);
  hu.dispose();
  expect(() => hu.explain(trace, "weights", [0, 0])).toThrow(expect.objectContaining({ code: "disposed" }));
  const again = structuredClone(trace);
  expect(() => hu.explain(again, "weight", [0, 0])).toThrow(
    expect.objectContaining({ code: "unknown-step" }),
  );
  expect(() => hu.explain(again, "weights", [0, 9])).toThrow(expect.objectContaining({ code: "bad-index" }));
  const notOne = { ...again, program: null } as never;
  expect(() => hu.explain(notOne, "weights", [0, 0])).toThrow(
    expect.objectContaining({ code: "wrong-type" }),
  );
});

test("what many cells were made from is what their explanations say", async () => {
  const bare = await (await importedPython(folder)).default();
  const { trace } = bare.runPython(`${ATTENTION}moved = weights.T[1:]\nsame = moved * 1\n`);
  for (const [given, { name, shape, data }] of [trace, structuredClone(trace)].flatMap((one) =>
    one.steps.map((step) => [one, step] as const),
  )) {
    const positions = [...data.keys()].reverse();
    const { inputs, moved } = bare.reads(given, name, positions);
    for (const [i, position] of positions.entries()) {
      const { terms, value } = bare.explain(trace, name, indexAt(shape, position));
      expect(moved[i] === 1).toBe(terms.length === 1 && Object.is(terms[0]?.value, value));
      for (const { name: input, starts, positions: read } of inputs) {
        const own = terms.filter((term) => term.name === input).map((term) => String(term.index));
        const tensor = trace.steps.find((step) => step.name === input);
        expect(
          Array.from(read.subarray(starts[i], starts[i + 1]), (at) =>
            String(indexAt(tensor?.shape ?? [], at)),
          ),
        ).toEqual(own);
      }
    }
  }
  expect(bare.reads(trace, "moved", [0, 1]).moved).toEqual(Int32Array.of(1, 1));
  expect(bare.reads(trace, "weights", []).inputs[0]?.starts).toEqual(Int32Array.of(0));
});

test.each<[string, unknown[], string]>([
  ["another name", ["weight", [0]], "unknown-step"],
  ["a position outside", ["weights", [0, 99]], "bad-index"],
  ["a fraction", ["weights", [0, 0.5]], "wrong-type"],
  ["a negative position", ["weights", [-1]], "out-of-range"],
  ["no list", ["weights", 0], "wrong-type"],
])("of many cells, %s is refused", async (_, [name, positions], code) => {
  const bare = await (await importedPython(folder)).default();
  const { trace } = bare.runPython(ATTENTION);
  expect(() => bare.reads(trace, name as string, positions as number[])).toThrow(
    expect.objectContaining({ code }),
  );
});

test.each([
  ["while True: pass", "LimitError"],
  ["x = []\nwhile True: x = [x]", "LimitError"],
  ["import torch\ntorch.zeros(100000, 100000)", /Error$/],
  ["def f(n): return f(n + 1)\nf(0)", /LimitError|RecursionError/],
])("%j ends in an error", (source, type) => {
  const limits = { operations: 3_000_000, elements: 3_000_000 };
  expect(hu.runPython(source, { limits }).error?.type).toMatch(type);
});

test.each<[string, ProgramOptions, string]>([
  ["limits.depth", { limits: { depth: 1e6 } }, "out-of-range"],
  ["limits.turns", { limits: { turns: 1 } as object }, "unknown-field"],
  ["time", { time: 1 } as object, "unknown-field"],
  ["inputs.x", { inputs: { x: "1" as never } }, "wrong-type"],
  ["inputs", { inputs: { "a b": [1] } }, "wrong-type"],
])("wrong options are refused: %s", (field, options, code) => {
  expect(() => hu.runPython("", options)).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(field) }),
  );
});

test("the bare module is the same, and load() can leave it out", async () => {
  const bare = await (await importedPython(folder)).default();
  const { trace } = bare.runPython("import torch\nx = torch.ones(2)");
  expect(bare.explain(trace, "x", [1]).value).toBe(1);
  const without = await (await imported(folder)).load({ python: false });
  expect(() => without.runPython("")).toThrow(expect.objectContaining({ code: "missing" }));
});
