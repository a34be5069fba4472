/** docs/life-of-a-number.md follows three journeys through files that exist, of which each reaches the next. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { inRoot } from "../../scripts/lib/paths.mjs";

const MOST_FILES = 15;

interface Row {
  readonly file: string;
  readonly functions: readonly string[];
  /** The row that the file is reached from: its number, or undefined for the row above. */
  readonly from: number | undefined;
  /** What both files have; undefined if one imports the other. */
  readonly by: string | undefined;
}

const inCode = (cell = ""): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);

function rowOf(line: string): Row {
  const [, , file, functions, , from = ""] = line.split("|");
  const [name = ""] = inCode(file);
  const number = /\d+/.exec(from)?.[0];
  return {
    file: name.startsWith("cpp/") ? name : `web/src/${name}`,
    functions: inCode(functions),
    from: number ? Number(number) : undefined,
    by: inCode(from)[0],
  };
}

const journeys = readFileSync(inRoot("docs/life-of-a-number.md"), "utf8")
  .split(/^## /m)
  .map((section) => ({
    title: section.split("\n", 1)[0] ?? "",
    rows: section.split("\n").filter((line) => /^\| \d/.test(line)),
  }))
  .filter(({ rows }) => rows.length > 0)
  .map(({ title, rows }) => ({ title, rows: rows.map(rowOf) }));

const textOf = (file: string): string => readFileSync(inRoot(file), "utf8");

/** Whether a file defines a function, a method or a constant of this name. */
function defines(file: string, name: string): boolean {
  if (file.endsWith(".cpp")) return new RegExp(`^\\w.* ${name}\\(`, "m").test(textOf(file));
  const words = "export|async|function|const|override|readonly|get|static";
  return new RegExp(`^ *(?:(?:${words}) )*\\*?${name}\\b ?(?:=|\\(|<|:)`, "m").test(textOf(file));
}

/** Whether a file imports the other; a C++ file includes its header. */
function imports(file: string, other: string): boolean {
  if (file.endsWith(".cpp")) return textOf(file).includes(`/${path.posix.basename(other, ".cpp")}.h"`);
  const specifier = path.posix.relative(path.posix.dirname(file), other).replace(/\.ts$/, ".js");
  return textOf(file).includes(`from "${specifier.startsWith(".") ? specifier : `./${specifier}`}"`);
}

const has = (file: string, word: string): boolean =>
  new RegExp(`(?<![\\w-])${word.replace(".", "\\.")}(?![\\w-])`).test(textOf(file));

test("there are a seed, a click and a link", () => {
  expect(journeys.map(({ title }) => title)).toEqual([
    "A seed is changed in the settings",
    "A click on a number",
    "A link to a step",
  ]);
});

describe.each(journeys)("$title", ({ rows }) => {
  test(`passes at most ${MOST_FILES} files`, () => {
    expect(new Set(rows.map(({ file }) => file)).size).toBeLessThanOrEqual(MOST_FILES);
  });

  test("names files that exist, and functions that they define", () => {
    for (const { file, functions } of rows) {
      expect(existsSync(inRoot(file)), file).toBe(true);
      expect(functions.length, file).toBeGreaterThan(0);
      for (const name of functions) expect(defines(file, name), `${name} in ${file}`).toBe(true);
    }
  });

  test("reaches each file from the one that it says", () => {
    for (const [i, { file, from = i, by }] of rows.entries()) {
      const before = rows[from - 1]?.file;
      if (i === 0 || before === undefined) continue;
      const isReached = by
        ? has(before, by) && has(file, by)
        : imports(before, file) || imports(file, before);
      expect(isReached, `${before} → ${file} by ${by ?? "an import"}`).toBe(true);
    }
  });
});
