/** The output of npm run bench: tables with targets, the page around them, and the plots. */
import { describe, expect, test } from "vitest";
import { type Part, raceOf, reportText } from "../../scripts/lib/bench/report.mjs";
import { lengthPlot } from "../../scripts/lib/bench/series_plots.mjs";
import { tables, withTables } from "../../scripts/lib/bench/table.mjs";
import { flops, LENGTH_SERIES, WIDTH_SERIES } from "../../scripts/lib/bench/workloads.mjs";

const result = (contestant: string, ms: readonly number[], form = "forward") => ({
  ...{ contestant, form, formsMs: { [form]: 1 }, error: 1e-7, calls: 3, ms },
});
const part = (
  races: Part["races"],
  ownSpeed: Part["ownSpeed"] = null,
  training: Part["training"] = null,
): Part => ({
  ...{ date: "2030-01-01", cpu: "a core", engine: "Node 99", versions: { "onnxruntime-web": "1.2.3" } },
  ...{ races, ownSpeed, training },
});
const race = (workload: string, ours: readonly number[], theirs: readonly number[]): Part["races"][number] =>
  raceOf({
    workload,
    results: [result("heads-up-attention", ours), result("onnxruntime-web", theirs, "MatMul")],
    off: [],
    skipped: ["tfjs-backend-wasm, batched: no room"],
  });

describe("tables", () => {
  const text = tables({
    chromium: part([race("W8", [1, 1, 1], [5, 5, 6]), race("WL", [10, 10, 10], [12, 12, 12])], {
      ceilingGflops: { plain: 50, fused: 75 },
      linearGflops: { "W512, the layers of forward": { median: 45, q1: 44, q3: 46 } },
      lessonsMs: { "masked-multi-head": { median: 0.6, q1: 0.5, q3: 0.7 } },
    }),
  });

  test("show each ratio with its target, met or missed", () => {
    expect(text).toContain(
      "| W8 | 1.00 (1.00–1.00) | 5.00× (5.00–5.50) | ≥ 2.5×: met | – | ≥ 10×: not measured |",
    );
    expect(text).toContain("| 1.20× (1.20–1.20) | ≥ 1.3×: **missed** |");
  });

  test("name the fastest variants and those that could not run", () => {
    expect(text).toContain("onnxruntime-web: MatMul (W8, WL)");
    expect(text).toContain("Not run: W8: tfjs-backend-wasm, batched: no room");
  });

  test("list the share of the ceiling and the times of lessons", () => {
    expect(text).toContain("45.0 (44.0–46.0) | 50.0 | 90.0 % | ≥ 82 %: met | 75.0 | 60.0 % |");
    expect(text).toContain("0.600 (0.500–0.700) | ≤ 0.5: **missed** |");
  });

  test("list training in steps a second with its targets, and leave cells empty where it was not timed", () => {
    const training = raceOf({
      workload: "training",
      results: [result("heads-up-attention", [1.25, 1.25, 1.25]), result("jax-js", [2.5, 5, 5])],
      off: [],
      skipped: [],
    });
    const withTraining = tables({ node: part([], null, training), chromium: part([]) });
    expect(withTraining).toContain(
      "| Node 99 | 1.25 (1.25–1.25) | 800 | ≥ 600: met | 4.00× (3.00–4.00) | ≥ 3×: met | – |  | – |  |",
    );
    expect(text).not.toContain("### Training");
  });

  test("replace only the text between the page's markers", () => {
    const page = withTables(withTables("before\nMARK\nafter\n".replace("MARK", marks()), "old"), "new");
    expect(page).toContain("new");
    expect(page).not.toContain("old");
    expect(page.startsWith("before\n")).toBe(true);
    expect(page.endsWith("after\n")).toBe(true);
    expect(() => withTables("no marks", "new")).toThrow("marks");
  });
});

const marks = (): string =>
  "<!-- bench: from here to the end mark, npm run bench writes -->\n<!-- bench: end -->";

describe("a series", () => {
  const series = part(
    [...LENGTH_SERIES, ...WIDTH_SERIES].map((workload) => {
      const { linear, square } = flops(workload);
      const ms = linear / 40e6 + square / 20e6;
      return race(workload.name, [ms], [2 * ms]);
    }),
  );

  test("reports the cost of each term, and how the time grows", () => {
    const text = tables({ series });
    expect(text).toContain("8 L d² / 40.0 GF/s");
    expect(text).toContain("4 L² d / 20.0 GF/s");
    expect(text).toMatch(/grows as L\^1\.[6-9]\d and as d\^1\.[89]\d/);
  });

  test("is a plot with every point and both terms of the fit", () => {
    const svg = lengthPlot(series);
    expect(svg.match(/<circle/g)).toHaveLength(2 * LENGTH_SERIES.length);
    expect(svg.match(/class="line part"/g)).toHaveLength(2);
    expect(svg).not.toContain("NaN");
  });
});

test("the report keeps four digits", () => {
  const entry = { median: 0.1234567, q1: 0.1, q3: 123456 };
  const report = {
    node: part([], { ceilingGflops: { plain: 1, fused: null }, linearGflops: { a: entry }, lessonsMs: {} }),
  };
  expect(reportText(report)).toContain('"median": 0.1235');
});
