/**
 * `npm run walks`: tests every lesson, question and language from end to end in three engines, the C++ tests optimised and as
 * WebAssembly, the installed C++ library, the fuzzers' corpus, and that two builds of dist/ have the same bytes. Ends with one
 * line of totals.
 */
import { build } from "./build.mjs";
import { buildCpp } from "./lib/cmake.mjs";
import { main } from "./lib/run.mjs";
import { cppTests, ctest, runSuites, step, vitest } from "./lib/suites.mjs";
import { reproducible } from "./reproducible.mjs";
import { setUp } from "./setup.mjs";

/** @param {string} preset  @param {string} label */
const labelled = (preset, label) => async () => {
  await buildCpp(preset);
  return ctest(preset, label);
};

await main(() =>
  runSuites([
    [["set-up", step(() => setUp("test"))]],
    [
      ["build", step(build)],
      ["C++, installed", labelled("native", "install")],
      ["C++, native, optimised", cppTests("native")],
      ["C++, WebAssembly in Node", cppTests("wasm")],
      ["C++, exhaustive, sanitized", cppTests("sanitized", "[exhaustive]")],
      ["C++, the fuzzers' corpus", labelled("sanitized", "fuzz")],
    ],
    [["walks", () => vitest("walks")]],
    [["dist/, built twice", step(async () => void (await reproducible()))]],
  ]),
);
