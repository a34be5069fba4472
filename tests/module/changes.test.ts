/** Numbers set by hand: what the module takes, returns, refuses and explains. The core's own tests say what follows from them. */
import { describe, expect, test } from "vitest";
import type { Change, LessonSpec, Trace } from "../../web/src/module/types.js";
import { isClose, recompute } from "./compare.js";
import { imported, importedBare, installed } from "./packed.js";

const module = await imported(installed());
const hu = await module.load();
const bare = await (await importedBare(installed())).default();

const spec: LessonSpec = {
  lesson: "masked-multi-head",
  sequences: [
    [1, 4, 2],
    [3, 1],
  ],
  vocabSize: 6,
};
const score: Change = { name: "scores", index: [0, 1, 2, 0], value: 2.5 };
const numbers = (trace: Trace, name: string) => trace.steps.find((step) => step.name === name)?.data;

describe("a run with changes", () => {
  test("has the numbers, computes what follows from them, and says what was changed", () => {
    const before = hu.run(spec);
    const after = hu.run(spec, {}, { changes: [score] });
    const different = after.steps.filter(({ name, data }) => String(data) !== String(numbers(before, name)));
    expect(different.map(({ name }) => name)).toEqual(
      "scores masked_scores attention values values_merged concat output".split(" "),
    );
    expect(after.changes).toEqual([score]);
    expect(before).not.toHaveProperty("changes");
  });

  test("takes whole axes, and minus infinity as text", () => {
    const changes: Change[] = [
      { name: "values", index: [":", 1], value: 0 },
      { name: "masked_scores", index: [0, ":", ":", 1], value: "-inf" },
    ];
    const trace = hu.run(spec, {}, { changes });
    expect(trace.changes).toEqual(changes);
    const ofKey = trace.step("attention").data.filter((_, i) => i < 18 && i % 3 === 1);
    expect(ofKey).toEqual(new Float32Array(6));
    expect(hu.explain(trace, "values", [1, 1, 0, 0])).toMatchObject({ op: "given", value: 0 });
  });

  test("goes with given weights", () => {
    const weights = Object.fromEntries(
      hu
        .run({ ...spec, seed: 7 })
        .steps.flatMap((step) => (step.name.includes(".") ? [[step.name, step]] : [])),
    );
    const changes = [{ name: "w_v.weight", index: [], value: 0 }];
    expect(new Set(numbers(hu.run(spec, weights, { changes }), "w_v.weight"))).toEqual(new Set([0]));
  });

  test("is the same by the bare module", () => {
    expect(bare.run(spec, null, { changes: [score] })).toEqual(hu.run(spec, {}, { changes: [score] }));
    expect(bare.run(spec, null, null)).toEqual(hu.run(spec));
  });
});

describe("an explanation", () => {
  const trace = hu.run(spec, {}, { changes: [{ ...score, value: 1 }, score] });

  test("of a changed number names the change, and that of others their terms", () => {
    expect(hu.explain(trace, "scores", [0, 1, 2, 0])).toEqual({
      ...{ name: "scores", index: [0, 1, 2, 0], value: 2.5, op: "given", detail: {} },
      terms: [{ name: "changes", index: [1], value: 2.5 }],
    });
    expect(hu.explain(trace, "scores", [0, 1, 2, 1]).op).toBe("scaled_dot_product");
  });

  test("gives the value of every number that follows", () => {
    for (const { name, shape } of trace.steps) {
      const e = hu.explain(
        trace,
        name,
        shape.map((size) => size - 1),
      );
      expect([name, isClose(recompute(e), e.value)]).toEqual([name, true]);
    }
  });

  test("knows the changes of a trace that went through JSON", () => {
    const copy = JSON.parse(JSON.stringify({ ...trace, steps: [] })) as Trace;
    expect(hu.explain(copy, "scores", [0, 1, 2, 0])).toMatchObject({ op: "given", value: 2.5 });
    const off: Change[] = [{ name: "scores", index: [0, 0], value: "-inf" }];
    const infinite = JSON.parse(
      JSON.stringify({ ...hu.run(spec, {}, { changes: off }), steps: [] }),
    ) as Trace;
    expect(hu.explain(infinite, "scores", [0, 0, 0, 0]).value).toBe(Number.NEGATIVE_INFINITY);
  });
});

const cases: readonly [code: string, options: unknown, ...words: string[]][] = [
  ["wrong-type", 3, "options", "object"],
  ["unknown-field", hu.run(spec), "spec", "wants one of changes"],
  ["wrong-type", { changes: 3 }, "changes", "3", "a list of { name, index, value }"],
  ["wrong-type", { changes: [null] }, "changes", "null", "object"],
  ["unknown-field", { changes: [{ ...score, at: 1 }] }, "changes.at", "name, index, value"],
  ["wrong-type", { changes: [{ ...score, name: 3 }] }, "changes[0].name", "3", "string"],
  [
    "unknown-value",
    { changes: [score, { ...score, name: "score" }] },
    "changes[1].name",
    '"score"',
    "masked_scores",
  ],
  ["wrong-type", { changes: [{ ...score, index: 0 }] }, "changes[0].index", "0", '":"'],
  ["wrong-type", { changes: [{ ...score, index: ["::"] }] }, "changes[0].index[0]", '"::"', '":"'],
  ["out-of-range", { changes: [{ ...score, index: [-1] }] }, "changes[0].index[0]", "-1"],
  ["too-large", { changes: [{ ...score, index: new Array(9).fill(0) }] }, "changes[0].index", "9", "8"],
  [
    "bad-index",
    { changes: [{ ...score, index: [0, 0, 3] }] },
    "changes[0].index",
    "(0, 0, 3)",
    "(2, 2, 3, 3)",
  ],
  ["wrong-type", { changes: [{ ...score, value: "3" }] }, "changes[0].value", '"3"', "-inf"],
  ["out-of-range", { changes: [{ ...score, value: Number.NaN }] }, "changes[0].value", "NaN"],
  ["out-of-range", { changes: [{ ...score, value: Number.POSITIVE_INFINITY }] }, "changes[0].value"],
  ["out-of-range", { changes: [{ name: "q", index: [], value: "-inf" }] }, "changes[0].value"],
  ["out-of-range", { changes: [{ name: "mask", index: [], value: 2 }] }, "changes[0].value", "2", "0 to 1"],
  ["wrong-type", { changes: [{ name: "ids", index: [], value: 0.5 }] }, "changes[0].value", "integer"],
  ["too-large", { changes: new Array(257).fill(score) }, "changes", "257", "256"],
];

test.each(cases)("%s for the options %j", (code, options, ...words) => {
  const before = hu.run(spec);
  const refused = () => hu.run(spec, {}, options as never);
  expect(refused).toThrow(expect.objectContaining({ name: "HeadsUpError", code }));
  for (const word of words) expect(refused).toThrow(word);
  expect(hu.run(spec)).toEqual(before);
});

test("a trace as JSON has its changes", () => {
  const trace = hu.run(spec, {}, { changes: [score] });
  expect(JSON.parse(module.traceToJson(trace))).toMatchObject({ changes: [score] });
  expect(JSON.parse(module.traceToJson(hu.run(spec)))).not.toHaveProperty("changes");
});
