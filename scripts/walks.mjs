/**
 * `npm run walks`: tests every lesson, question and language from end to end in three engines, the C++ tests optimised,
 * the installed C++ library, the fuzzers' corpus, and that two builds of dist/ have the same bytes. Ends with one
 * line of totals.
 */
import { build } from "./build.mjs";
import { main } from "./lib/run.mjs";
import { cppTests, ctest, runSuites, step, vitest } from "./lib/suites.mjs";
import { reproducible } from "./reproducible.mjs";
import { setUp } from "./setup.mjs";

await main(() =>
  runSuites([
    [["set-up", step(() => setUp("test"))]],
    [
      ["build", step(build)],
      ["C++, installed", ctest("native", "install")],
      ["C++, native, optimised", cppTests("native")],
      ["C++, exhaustive, sanitized", cppTests("sanitized", "[exhaustive]")],
      ["C++, the fuzzers' corpus", ctest("sanitized", "fuzz")],
    ],
    [["walks", () => vitest("walks")]],
    [["dist/, built twice", step(() => reproducible())]],
  ]),
);
