/**
 * The arithmetic that the page shows beside a cell, on the opening lessons: the result of each line follows from its signs
 * and numbers, and following operands ends at tokens, draws and constants.
 */

import { describe, expect, test } from "vitest";
import { openingSpec } from "../../web/src/lessons/lessons.js";
import { lessonNames } from "../../web/src/lessons/opening.js";
import { cellCount } from "../../web/src/module/shape.js";
import type { Explanation, LessonSpec, Trace } from "../../web/src/module/types.js";
import type { Line } from "../../web/src/operations/arithmetic.js";
import { arithmetic } from "../../web/src/operations/operations.js";
import { indexOf, valueAt } from "./compare.js";
import { loadInstalled } from "./packed.js";

const BLOCK = openingSpec("transformer-block");
const SPECS: readonly (readonly [string, LessonSpec])[] = [
  ...lessonNames.map((name) => [name, openingSpec(name)] as const),
  ["norms before, relu", { ...BLOCK, layerNorm: "pre", feedForward: { dFf: 8, activation: "relu" } }],
  ["norms after, −inf", { ...BLOCK, layerNorm: "post", maskFill: "-inf", mask: { padding: false } }],
];

/** Ops whose cells have no operands that can be opened. */
const ORIGINS = ["normal", "uniform", "given", "constant", "pad", "sinusoid", "tril", "triu"];

const hu = await loadInstalled();

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
const mean = (numbers: readonly number[]): number => sum(numbers) / numbers.length;

/** The cumulative normal distribution, by numerical integration of its density. */
function cdf(x: number): number {
  const count = 2000;
  const density = (i: number): number => Math.exp(-((((i + 0.5) / count) * x) ** 2) / 2);
  return (
    0.5 + (sum(Array.from({ length: count }, (_, i) => density(i))) * x) / count / Math.sqrt(2 * Math.PI)
  );
}

const NUMBER = /−?(?:\d+\.?\d*(?:e\d+)?|∞)/g;
const numbersIn = (text: string): number[] =>
  (text.match(NUMBER) ?? []).map((word) => Number(word.replace("−", "-").replace("∞", "Infinity")));
const textOf = ({ pieces }: Line): string => pieces.map(({ text }) => text).join("");
/** The text of a line with "#" for every number, such as "+ # × #". */
const shapeOf = (line: Line): string => textOf(line).replace(NUMBER, "#").replace(/\s+/g, " ").trim();
const resultOf = ({ result }: Line): number[] => (result === undefined ? [] : numbersIn(result));

interface Context {
  readonly numbers: readonly number[];
  /** The results of the previous lines. */
  readonly before: readonly number[];
  /** The whole row of the cell; lines show only some cells of a long row. */
  readonly row: readonly number[];
  readonly e: Explanation;
}

const first = ({ numbers: [a = Number.NaN] }: Context): number => a;
const product = ({ numbers: [a = Number.NaN, b = Number.NaN] }: Context): number => a * b;
const power = ({ numbers: [x = Number.NaN, max = Number.NaN] }: Context): number => Math.exp(x - max);
const normalized = ({ numbers: [x = Number.NaN, m = Number.NaN, r = Number.NaN] }: Context): number =>
  (x - m) * r;
/** The result of a comparison: its truth for not_equal, eq and logical_or. Others must hold, and the op decides the number. */
const compared =
  (holds: (a: number, b: number) => boolean) =>
  ({ numbers: [a = Number.NaN, b = Number.NaN], e }: Context): number => {
    const isTrue = holds(a, b);
    if (e.op !== "not_equal" && e.op !== "eq" && e.op !== "logical_or") expect(isTrue).toBe(true);
    if (e.op === "position_ids") return isTrue && a === b ? 0 : (e.index[1] ?? 0) + 1;
    if (e.op === "tril" || e.op === "triu") return Number(e.op === "tril" ? a <= b : a > b);
    return Number(isTrue);
  };

/** The sum of all products; lines show only some of many. */
const products = ({ terms }: Explanation): number =>
  sum(terms.flatMap(({ value }, i) => (i % 2 === 1 ? value * (terms[i - 1]?.value ?? 0) : [])));

/** The expected result of a line, by the line's shape. */
const VALUES: Readonly<Record<string, (context: Context) => number>> = {
  "# × #": product,
  "+ # × #": product,
  "# × # =": product,
  "#": first,
  "+ #": first,
  "+ ⋯": ({ before, e }) => products(e) - sum(before),
  "Σ =": ({ before }) => sum(before),
  "=": ({ before, e }) => (e.op === "add" ? sum(before) : (e.terms[1]?.value ?? Number.NaN)),
  "# ÷ √# =": ({ numbers: [dot = 0, dK = 0] }) => dot / Math.sqrt(dK),
  "# ÷ # =": ({ numbers: [a = 0, b = 0] }) => a / b,
  "max =": ({ row }) => Math.max(...row),
  "exp(# − #)": power,
  "exp(# − (#))": power,
  "Σ exp =": ({ row }) => sum(row.map((x) => Math.exp(x - Math.max(...row)))),
  "# ∧ # =": ({ numbers: [a = 0, b = 0] }) => a & b,
  "# ∨ # =": ({ numbers: [a = 0, b = 0] }) => a | b,
  "# > # →": compared((a, b) => a > b),
  "# ≤ # →": compared((a, b) => a <= b),
  "# ≠ # →": compared((a, b) => a !== b),
  "# == # →": compared((a, b) => a === b),
  "→": ({ e }) =>
    e.terms[1]?.value === e.detail["maskedBit"] ? Number(e.detail["fill"]) : (e.terms[0]?.value ?? 0),
  "Φ(#) =": (context) => cdf(first(context)),
  "max(#, #) =": ({ numbers }) => Math.max(...numbers),
  "sin(#) =": (context) => Math.sin(first(context)),
  "cos(#) =": (context) => Math.cos(first(context)),
  "μ =": ({ row }) => mean(row),
  "# ÷ σ =": ({ row }) => 1 / Math.sqrt(mean(row.map((x) => (x - mean(row)) ** 2)) + 1e-5),
  "(# − #) × # =": normalized,
  "(# − (#)) × # =": normalized,
  "# × # + # =": ({ numbers: [x = 0, weight = 0, bias = 0] }) => x * weight + bias,
  // A sentence explains the remaining kinds: a typed token, a draw, a constant.
  "": ({ e }) => e.value,
};

/** Written numbers are rounded: each is off by at most half of its last digit. */
const DIGIT = 1e-4;
/** The tolerance for one written number; it grows with the number, because fills are written in short form. */
const slackOf = (value: number): number => DIGIT + 1e-6 * Math.abs(value);

function checkLines(e: Explanation, lines: readonly Line[]): void {
  expect(lines).not.toEqual([]);
  lines.forEach((line, i) => {
    if (line.result === undefined) return;
    const before = lines.slice(0, i);
    const numbers = numbersIn(textOf(line));
    const row = e.terms.filter(({ index }) => index.length === e.index.length).map(({ value }) => value);
    const context = { numbers, before: before.flatMap(resultOf), row, e };
    const where = `${e.name}[${e.index}]: ${textOf(line)} ${line.result}`;
    const wanted = VALUES[shapeOf(line)]?.(context) ?? expect.fail(`${where}: unknown kind of line`);
    const [got = Number.NaN] = resultOf(line);
    if (got === wanted) return;
    const sizes = [...numbers, ...context.before].filter((x) => Math.abs(x) < 1e5);
    const slack = DIGIT * (sizes.length + sum(sizes.map(Math.abs)));
    expect(Math.abs(got - wanted), `${where}, wants ${wanted}`).toBeLessThanOrEqual(slack + slackOf(wanted));
  });
  for (const stated of resultOf(lines.at(-1) ?? { pieces: [] }))
    if (stated !== e.value)
      expect(Math.abs(stated - e.value), `${e.name}[${e.index}]`).toBeLessThanOrEqual(slackOf(e.value));
}

/** The first, the middle and the last cell. */
function someCells({ shape }: Trace["steps"][number]): readonly (readonly number[])[] {
  const last = cellCount(shape) - 1;
  return [0, Math.floor(last / 2), last].map((offset) => indexOf(shape, offset));
}

/** Opens every operand of every operand once, and returns the ops at which the paths end. */
function follow(trace: Trace, name: string, index: readonly number[]): { ends: Set<string>; count: number } {
  const ends = new Set<string>();
  const seen = new Set<string>();
  const open: [string, readonly number[]][] = [[name, index]];
  for (let next = open.pop(); next; next = open.pop()) {
    const key = `${next[0]}[${next[1]}]`;
    if (seen.has(key)) continue;
    seen.add(key);
    const e = hu.explain(trace, ...next);
    const lines = arithmetic(trace, e);
    expect(lines.length, key).toBeGreaterThan(0);
    checkLines(e, lines);
    const operands = lines.flatMap(({ pieces }) => pieces.flatMap(({ term }) => term ?? []));
    if (operands.length === 0) ends.add(e.op);
    for (const { name: from, index: at, value } of operands) {
      const step = trace.steps.find((s) => s.name === from) ?? expect.fail(`${key}: no step ${from}`);
      if (!Object.is(value, valueAt(step, at))) expect(value, key).toBe(valueAt(step, at));
      open.push([from, at]);
    }
  }
  return { ends, count: seen.size };
}

describe("from the last step to the inputs, every line is correct and every path ends", () => {
  test.each(SPECS)("%s", (_, spec) => {
    const trace = hu.run(spec);
    const [name, shape] = [trace.steps.at(-1)?.name ?? "", trace.steps.at(-1)?.shape ?? []];
    const { ends, count } = follow(
      trace,
      name,
      shape.map((size) => size - 1),
    );
    expect(count).toBeGreaterThan(100);
    expect([...ends].filter((op) => !ORIGINS.includes(op))).toEqual([]);
    for (const op of ["normal", "uniform", "pad"]) expect([...ends]).toContain(op);
  });
});

describe("cells of every step have correct lines", () => {
  test.each(SPECS)("%s", (_, spec) => {
    const trace = hu.run(spec);
    for (const step of trace.steps)
      for (const index of someCells(step)) {
        const e = hu.explain(trace, step.name, index);
        checkLines(e, arithmetic(trace, e));
      }
  });
});
