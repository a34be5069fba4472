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

/** @param {string} file */
function freshReport(file) {
  const report = inRoot("build/reports", file);
  mkdirSync(path.dirname(report), { recursive: true });
  rmSync(report, { force: true });
  return report;
}

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
 * The number of passed and failed test cases in Catch2's XML, or undefined if the report is incomplete.
 * @param {string} report
 */
function countCatch2(report) {
  const xml = existsSync(report) ? readFileSync(report, "utf8") : "";
  const total = [...xml.matchAll(/<OverallResultsCases ([^/]*)\/>/g)].at(-1)?.[1];
  if (total === undefined || !xml.trimEnd().endsWith(">")) return undefined;
  const number = (/** @type {string} */ name) =>
    Number(total.match(new RegExp(`${name}="(\\d+)"`))?.[1] ?? 0);
  const failures = xml
    .split("<TestCase ")
    .slice(1)
    .filter((testCase) => testCase.includes('<OverallResult success="false"'))
    .map((testCase) => testCase.match(/name="([^"]*)"/)?.[1] ?? "");
  return { passed: number("successes") + number("expectedFailures"), failed: number("failures"), failures };
}

/**
 * @param {string} name
 * @param {readonly string[]} program  the command that starts the test program
 * @returns {Promise<Result>}
 */
async function catch2(name, program) {
  const report = freshReport(`${name}.xml`);
  const [command = "", ...args] = program;
  const hasSucceeded = await succeeds(command, [...args, "--reporter", "xml", "--out", report]);
  if (!hasSucceeded) await succeeds(command, args); // once more, with readable output
  const count = countCatch2(report);
  if (!count) return failure("it crashed");
  if (count.passed + count.failed === 0) return failure("it has no tests");
  return hasSucceeded || count.failed > 0 ? count : failure("it failed outside its tests", count.passed);
}

/**
 * Builds the C++ tests and runs them.
 * @param {string} preset
 * @param {string} [tags]  of Catch2; without them, every test is run
 */
export const cppTests = (preset, tags) => async () => {
  await buildCpp(preset, preset, "headsup_tests");
  const program = inRoot("build", preset, "tests/cpp/headsup_tests");
  const command = preset === "wasm" ? [process.execPath, `${program}.js`] : [program];
  return catch2(preset, tags === undefined ? command : [...command, tags]);
};

/**
 * @param {string} preset  of the build
 * @param {string} label  of the tests to run
 * @returns {Promise<Result>}
 */
export async function ctest(preset, label) {
  const report = freshReport(`${preset}-${label}.xml`);
  const jobs = String(os.availableParallelism());
  const args = ["--preset", preset, "-L", label, "-j", jobs, "--no-tests=error", "--output-junit", report];
  const hasSucceeded = await succeeds("ctest", args, { quiet: true });
  if (!existsSync(report)) return failure("it has no tests");
  const xml = readFileSync(report, "utf8");
  const count = (/** @type {RegExp} */ tests) => [...xml.matchAll(tests)].length;
  const passed = count(/<testcase [^>]*status="run"/g);
  const failed = count(/<testcase /g) - passed; // tests skipped because another failed count as failed
  const failures = [...xml.matchAll(/<testcase name="([^"]*)"(?![^>]*status="run")/g)].map(
    ([, test = ""]) => test,
  );
  if (hasSucceeded || failed > 0) return { passed, failed, failures };
  return failure("it failed outside its tests", passed);
}

/**
 * The parts of vitest's JSON report about a test, a file, and a run.
 * @typedef {{ fullName: string, status: string, failureMessages?: string[] }} VitestTest
 * @typedef {{ name: string, status: string, message: string, assertionResults: VitestTest[] }} VitestFile
 * @typedef {{ numPassedTests: number, testResults: VitestFile[] }} VitestReport
 */

/** @param {VitestFile} file  @returns {string[]} its failed tests; a file that fails to load counts as one failed test */
function failuresOf({ name, status, message, assertionResults }) {
  const file = path.relative(inRoot("."), name);
  const line = (/** @type {string} */ test, /** @type {string} */ error) => {
    const at = error.match(/\btests\/[\w./]+\.ts:\d+/)?.[0];
    return `${file}${test}: ${error.trim().split("\n", 1)[0]}${at ? ` (${at})` : ""}`;
  };
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (failed.length === 0) return status === "failed" ? [line("", message)] : [];
  return failed.map(({ fullName, failureMessages = [] }) => line(` > ${fullName}`, failureMessages[0] ?? ""));
}

/**
 * @param {string} project  a suite of vitest.config.ts
 * @param {number} [workers]
 * @returns {Promise<Result>}
 */
export async function vitest(project, workers = os.availableParallelism()) {
  const report = freshReport(`${project}.json`);
  const options = [
    ...["--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    ...[`--maxWorkers=${workers}`, `--minWorkers=${workers}`],
  ];
  const command = [tools.vitest, "run", "--project", project, ...options];
  const hasSucceeded = await succeeds(process.execPath, command);
  if (!existsSync(report)) return failure("it crashed, or it has no tests");
  /** @type {VitestReport} */
  const { numPassedTests: passed, testResults } = JSON.parse(readFileSync(report, "utf8"));
  const failures = testResults.flatMap(failuresOf);
  const failed = failures.length;
  if (passed + failed === 0) return failure("it has no tests");
  if (hasSucceeded || failed > 0) return { passed, failed, failures };
  return failure("it failed outside its tests", passed);
}

/**
 * A step that is counted only if it fails.
 * @param {() => Promise<void>} body
 */
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
