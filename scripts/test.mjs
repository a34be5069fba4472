/** `npm test`: builds and runs every suite but the walks, goes on after a failure, and ends with one line of totals. */
import { build } from "./build.mjs";
import { main } from "./lib/run.mjs";
import { cppTests, runSuites, step, vitest } from "./lib/suites.mjs";
import { setUp } from "./setup.mjs";

await main(() =>
  runSuites([
    [["set-up", step(() => setUp("test"))]],
    // Two at a time: a link, or a test program, leaves a core to the next build. The longest come first, and the build
    // after the one that makes its modules.
    [
      ["C++, WebAssembly in Node", cppTests("wasm")],
      ["C++, native", cppTests("native")],
      ["build", step(build)],
    ],
    // Page tests wait for what is shown, so other suites should not slow them down.
    [["unit", () => vitest("unit")]],
    [["module", () => vitest("module")]],
    [["page", () => vitest("page")]],
  ]),
);
