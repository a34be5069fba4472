/** `npm test`: builds and runs every suite but the walks, goes on after a failure, and ends with one line of totals. */
import { build } from "./build.mjs";
import { buildCpp } from "./lib/cmake.mjs";
import { inRoot } from "./lib/paths.mjs";
import { main } from "./lib/run.mjs";
import { catch2, runSuites, step, vitest } from "./lib/suites.mjs";
import { setUp } from "./setup.mjs";

/**
 * The C++ tests of a build, and what runs them.
 * @param {string} preset
 * @param {readonly string[]} program
 * @param {string} [buildPreset]
 */
const cpp = (preset, program, buildPreset) => async () => {
  await buildCpp(preset, buildPreset);
  return catch2(preset, program);
};

const testsOf = (/** @type {string} */ preset) => inRoot("build", preset, "tests/cpp/headsup_tests");

await main(() =>
  runSuites([
    [["set-up", step(() => setUp("test"))]],
    // Two at a time: a link, or a test program, leaves a core to the next build. The longest come first, and the build
    // after the one that makes its modules.
    [
      ["C++, WebAssembly in Node", cpp("wasm", [process.execPath, `${testsOf("wasm")}.js`])],
      ["C++, sanitized", cpp("sanitized", [testsOf("sanitized")], "sanitized-tests")],
      ["C++, native", cpp("native", [testsOf("native")])],
      ["build", step(build)],
    ],
    // Page tests wait for what is shown, so other suites should not slow them down.
    [["unit", () => vitest("unit")]],
    [["module", () => vitest("module")]],
    [["page", () => vitest("page")]],
  ]),
);
