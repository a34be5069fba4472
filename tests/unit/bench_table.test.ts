/** The output of npm run bench: tables, and the page around them. */
import { describe, expect, test } from "vitest";
import { type Part, raceOf, reportText } from "../../scripts/lib/bench/report.mjs";
import { tables, withTables } from "../../scripts/lib/bench/table.mjs";

const result = (contestant: string, ms: readonly number[], form = "forward") => ({
  ...{ contestant, form, formsMs: { [form]: 1 }, error: 1e-7, calls: 3, ms },
});
const part = (races: Part["races"], training: Part["training"] = null): Part => ({
  ...{ date: "2030-01-01", cpu: "a core", engine: "Node 99", versions: { "onnxruntime-web": "1.2.3" } },
  ...{ races, training },
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
    chromium: part([race("W8", [1, 1, 1], [5, 5, 6]), race("WL", [10, 10, 10], [12, 12, 12])]),
  });

  test("show our time and each ratio", () => {
    expect(text).toContain("| W8 | 1.00 (1.00–1.00) | 5.00× (5.00–5.50) | – |");
    expect(text).toContain("| 1.20× (1.20–1.20) |");
  });

  test("name the fastest variants and those that could not run", () => {
    expect(text).toContain("onnxruntime-web: MatMul (W8, WL)");
    expect(text).toContain("Not run: W8: tfjs-backend-wasm, batched: no room");
  });

  test("list training in steps a second and leave cells empty where it was not timed", () => {
    const training = raceOf({
      workload: "training",
      results: [result("heads-up-attention", [1.25, 1.25, 1.25]), result("jax-js", [2.5, 5, 5])],
      off: [],
      skipped: [],
    });
    const withTraining = tables({ node: part([], training), chromium: part([]) });
    expect(withTraining).toContain("| Node 99 | 1.25 (1.25–1.25) | 800 | 4.00× (3.00–4.00) | – | – |");
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

test("the report keeps four digits", () => {
  expect(reportText({ node: part([race("W8", [0.1234567], [1])]) })).toContain('"median": 0.1235');
});
