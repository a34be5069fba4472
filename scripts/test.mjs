/** `npm test`: builds and runs every suite but the walks, continues after a failure, and ends with one line of totals. */
import { build } from "./build.mjs";
import { main } from "./lib/run.mjs";
import { cppTests, runSuites, step, vitest } from "./lib/suites.mjs";
import { setUp } from "./setup.mjs";

/** Resolves when dist/ has been built, or could not be built. */
let built = Promise.resolve();

await main(() =>
  runSuites([
    [["set-up", step(() => setUp("test"))]],
    // Suites of a stage run in parallel. The build comes first, because after compiling the modules it uses only one core and
    // leaves the others to the compilers of the tests.
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
    // Page tests wait for rendering, so no other suites run beside them.
    [["module", () => vitest("module")]],
    [["page", () => vitest("page")]],
  ]),
);
