/** `npm test`: builds and runs every suite but the walks, goes on after a failure, and ends with one line of totals. */
import { build } from "./build.mjs";
import { main } from "./lib/run.mjs";
import { cppTests, runSuites, step, vitest } from "./lib/suites.mjs";
import { setUp } from "./setup.mjs";

/** Ends when dist/ is there, or could not be built. */
let built = Promise.resolve();

await main(() =>
  runSuites([
    [["set-up", step(() => setUp("test"))]],
    // Two at a time. The build comes first: what it does after the modules takes one core, which leaves the other to the
    // compilers of the tests.
    [
      [
        "build",
        step(() => {
          const building = build();
          built = building.catch(() => {});
          return building;
        }),
      ],
      ["C++, native, sanitized", cppTests("sanitized", "~[exhaustive]")],
      ["C++, WebAssembly in Node", cppTests("wasm")],
      ["unit", () => built.then(() => vitest("unit"))],
    ],
    // Page tests wait for what is shown, so other suites should not slow them down.
    [["module", () => vitest("module")]],
    [["page", () => vitest("page")]],
  ]),
);
