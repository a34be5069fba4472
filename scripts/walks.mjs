/** `npm run walks`: every lesson, question and language from end to end, in three engines; ends with one line of totals. */
import { build } from "./build.mjs";
import { main } from "./lib/run.mjs";
import { runSuites, step, vitest } from "./lib/suites.mjs";
import { setUp } from "./setup.mjs";

await main(() =>
  runSuites([
    [["set-up", step(() => setUp("test"))]],
    [["build", step(build)]],
    [["walks", () => vitest("walks")]],
  ]),
);
