/** `npm test`: builds and runs every suite, goes on after a failure, and ends with one line of totals. */
import { build } from "./build.mjs";
import { buildCpp } from "./lib/cmake.mjs";
import { inRoot } from "./lib/paths.mjs";
import { main } from "./lib/run.mjs";
import { broken, catch2, ctest, vitest } from "./lib/suites.mjs";
import { setUp } from "./setup.mjs";

/** @typedef {import("./lib/suites.mjs").Result} Result */

/**
 * A step that counts only where it fails.
 * @param {() => Promise<void>} run
 */
const step = (run) => async () => {
  await run();
  return { passed: 0, failed: 0 };
};

/** @type {readonly [name: string, run: () => Promise<Result>][]} */
const suites = [
  ["set-up", step(() => setUp("test"))],
  [
    "C++, native",
    async () => {
      await buildCpp("native");
      return catch2("native", [inRoot("build/native/tests/cpp/headsup_tests")]);
    },
  ],
  ["C++, installed", () => ctest("native", "install")],
  [
    "C++, sanitized",
    async () => {
      await buildCpp("sanitized");
      return catch2("sanitized", [inRoot("build/sanitized/tests/cpp/headsup_tests")]);
    },
  ],
  ["C++, the fuzzers' corpus", () => ctest("sanitized", "fuzz")],
  [
    "C++, WebAssembly in Node",
    async () => {
      await buildCpp("wasm");
      return catch2("wasm", [process.execPath, inRoot("build/wasm/tests/cpp/headsup_tests.js")]);
    },
  ],
  ["build", step(build)],
  ["unit", () => vitest("unit")],
  ["module", () => vitest("module")],
  ["page", () => vitest("page")],
];

/** @param {() => Promise<Result>} run */
async function resultOf(run) {
  try {
    return await run();
  } catch (error) {
    const note = error instanceof Error ? error.message : String(error);
    console.error(note);
    return broken(note);
  }
}

await main(async () => {
  const rows = [];
  for (const [name, run] of suites) {
    console.log(`\n== ${name}`);
    const start = performance.now();
    rows.push({ name, ...(await resultOf(run)), seconds: (performance.now() - start) / 1000 });
    if (name === "set-up" && rows[0]?.failed) break; // nothing can work without its tools
  }

  console.log("");
  for (const { name, passed, failed, seconds, note } of rows) {
    const counts = `${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed`;
    console.log(`${name.padEnd(26)}${counts} ${seconds.toFixed(1).padStart(7)} s${note ? `   ${note}` : ""}`);
  }
  const failed = rows.reduce((sum, row) => sum + row.failed, 0);
  console.log(`${rows.reduce((sum, row) => sum + row.passed, 0)} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
});
