/** Runs test suites and counts the results. A suite that cannot be built, crashes or has no tests counts as one failure. */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { buildCpp } from "./cmake.mjs";
import { inRoot, tools } from "./paths.mjs";
import { CommandError, run } from "./run.mjs";

/**
 * `failures` has the name of each failed test, with its error if that is known.
 * @typedef {{ passed: number, failed: number, failures?: readonly string[], note?: string }} Result
 * @typedef {readonly [name: string, run: () => Promise<Result>]} Suite
 * @typedef {Result & { name: string, seconds: number }} Row
 */

/** @param {string} note  @param {number} [passed]  @returns {Result} */
export const failure = (note, passed = 0) => ({ passed, failed: 1, note });

const jobs = String(os.availableParallelism());

/**
 * Runs a program and returns whether its exit code was 0.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ quiet?: boolean }} [options]
 */
async function succeeds(command, args, options) {
  try {
    await run(command, args, options);
    return true;
  } catch (error) {
    if (error instanceof CommandError) return false;
    throw error;
  }
}

/**
 * Runs a program that writes a JUnit report, and counts its test cases. What fails outside of them counts as one failure.
 * @param {string} name  of the report
 * @param {(report: string) => readonly [command: string, args: readonly string[]]} program
 * @param {{ quiet?: boolean }} [options]
 * @returns {Promise<Result>}
 */
async function counted(name, program, options) {
  const report = inRoot("build/reports", `${name}.xml`);
  mkdirSync(path.dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const hasSucceeded = await succeeds(...program(report), options);
  const xml = existsSync(report) ? readFileSync(report, "utf8") : "";
  if (!xml.trimEnd().endsWith(">")) return failure("it crashed");
  const cases = [...xml.matchAll(/<testcase((?:\s[\w-]+="[^"]*")*)\s*(?:\/>|>(.*?)<\/testcase>)/gs)].filter(
    ([, head = "", body = ""]) => !body.includes("<skipped") || head.includes('status="notrun"'),
  );
  const failures = cases
    .filter(
      ([, head = "", body = ""]) => /status="(fail|notrun)"/.test(head) || /<(failure|error)\b/.test(body),
    )
    .map(([, head = "", body = ""]) => {
      const [name, file] = ["name", "classname"].map((key) =>
        text(head.match(new RegExp(`\\b${key}="([^"]*)"`))?.[1]),
      );
      const at = body.match(/\btests\/[\w./]+\.\w+:\d+/)?.[0];
      const message = text(body.match(/message="([^"]*)"/)?.[1])
        .trim()
        .split("\n", 1)[0];
      return `${file ? `${file} > ` : ""}${name}${message ? `: ${message}` : ""}${at ? ` (${at})` : ""}`;
    });
  const passed = cases.length - failures.length;
  if (cases.length === 0) return failure("it has no tests");
  if (hasSucceeded || failures.length > 0) return { passed, failed: failures.length, failures };
  return failure("it failed outside its tests", passed);
}

const text = (xml = "") =>
  xml
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");

/**
 * Builds the C++ tests and runs them.
 * @param {string} preset
 * @param {string} [tags]  of Catch2; without them, every test is run
 */
export const cppTests = (preset, tags) => async () => {
  await buildCpp(preset, preset, "headsup_tests");
  const program = inRoot("build", preset, "tests/cpp/headsup_tests");
  const [command = "", ...args] = [
    ...(preset === "wasm" ? [process.execPath, `${program}.js`] : [program]),
    ...(tags === undefined ? [] : [tags]),
  ];
  const result = await counted(preset, (report) => [
    command,
    [...args, "--reporter", "junit", "--out", report],
  ]);
  if (result.failed > 0) await succeeds(command, args); // once more, with readable output
  return result;
};

/** Builds everything of a preset and runs its tests of a label. @param {string} preset  @param {string} label */
export const ctest = (preset, label) => async () => {
  await buildCpp(preset);
  return counted(
    `${preset}-${label}`,
    (report) => [
      "ctest",
      ["--preset", preset, "-L", label, "-j", jobs, "--no-tests=error", "--output-junit", report],
    ],
    { quiet: true },
  );
};

/** @param {string} project  a suite of vitest.config.ts */
export const vitest = (project) =>
  counted(project, (report) => [
    process.execPath,
    [
      ...[tools.vitest, "run", "--project", project, "--maxWorkers", jobs, "--minWorkers", jobs],
      ...["--reporter", "default", "--reporter", "junit", `--outputFile.junit=${report}`],
    ],
  ]);

/** @param {() => Promise<unknown>} body  a step without tests  @returns {() => Promise<Result>} */
export const step = (body) => async () => {
  await body();
  return { passed: 0, failed: 0 };
};

/** @param {Suite} suite  @returns {Promise<Row>} */
async function rowOf([name, body]) {
  console.log(`\n== ${name}`);
  const start = performance.now();
  const result = await body().catch((error) => {
    const note = error instanceof Error ? error.message : String(error);
    console.error(note);
    return failure(note);
  });
  return { name, ...result, seconds: (performance.now() - start) / 1000 };
}

/**
 * Runs suites in parallel, at most one per core.
 * @param {readonly Suite[]} suites
 * @returns {Promise<Row[]>}
 */
async function inParallel(suites) {
  /** @type {Row[]} */
  const rows = [];
  const queue = [...suites.entries()];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) rows[next[0]] = await rowOf(next[1]);
  };
  await Promise.all(Array.from({ length: os.availableParallelism() }, worker));
  return rows;
}

/**
 * Runs stages of suites, the suites of a stage in parallel. Continues after a failure, unless it is in the first suite, the
 * set-up. Prints the failed tests and one line of totals.
 * @param {readonly (readonly Suite[])[]} stages
 */
export async function runSuites(stages) {
  /** @type {Row[]} */
  const rows = [];
  for (const stage of stages) {
    rows.push(...(await inParallel(stage)));
    if (rows[0]?.failed) break; // nothing can work without its tools
  }
  console.log("");
  for (const { name, passed, failed, seconds, note } of rows) {
    const counts = `${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed`;
    console.log(`${name.padEnd(26)}${counts} ${seconds.toFixed(1).padStart(7)} s${note ? `   ${note}` : ""}`);
  }
  const failures = rows.flatMap((row) => row.failures ?? (row.note ? [`${row.name}: ${row.note}`] : []));
  for (const failure of failures) console.log(`failed: ${failure}`);
  const sum = (/** @type {"passed" | "failed"} */ count) =>
    rows.reduce((total, row) => total + row[count], 0);
  console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
  if (sum("failed") > 0) process.exitCode = 1;
}
