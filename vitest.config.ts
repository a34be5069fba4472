/** The JavaScript tests: `npm test` runs unit, module and page one by one, after a build; `npm run walks` runs walks. */
import { readdirSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

/** The files of a folder that have cases for `npm run walks` too. */
const sampledIn = (folder: string): string[] =>
  readdirSync(folder)
    .map((name) => `${folder}/${name}`)
    .filter((file) => file.endsWith(".test.ts") && readFileSync(file, "utf8").includes('"../sampled.js"'));

const suite = (name: string, testTimeout: number, more: readonly string[] = []) => ({
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`, ...more],
    setupFiles: ["tests/worker.ts"],
    provide: { walks: name === "walks" },
    testTimeout,
    hookTimeout: testTimeout,
    // What is waited for comes late on a busy machine, and is seen soon on an idle one.
    // A test that asserts nothing fails. Many walks wait for what they want to see.
    expect: { requireAssertions: name !== "walks", poll: { timeout: testTimeout / 3, interval: 25 } },
  },
});

export default defineConfig({
  test: {
    // As many at the end as at the start: a pool that ends idle workers ends them twice, and then the run fails.
    maxWorkers: 2,
    minWorkers: 2,
    // A worker runs file after file: modules are read once, and page tests share the worker's browser.
    poolOptions: { forks: { isolate: false } },
    projects: [
      suite("unit", 30_000),
      suite("module", 30_000),
      suite("page", 90_000),
      suite("walks", 90_000, ["tests/page", "tests/unit", "tests/module"].flatMap(sampledIn)),
    ],
  },
});
