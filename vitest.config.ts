/** The JavaScript tests: `npm test` runs unit, module and page one by one, after a build; `npm run walks` runs walks. */
import { defineConfig } from "vitest/config";

const suite = (name: string, testTimeout: number) => ({
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    setupFiles: ["tests/worker.ts"],
    testTimeout,
    hookTimeout: testTimeout,
    // What is waited for comes late on a busy machine, and is seen soon on an idle one.
    expect: { poll: { timeout: testTimeout / 3, interval: 25 } },
  },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    minWorkers: 1,
    // A worker runs file after file: modules are read once, and page tests share the worker's browser.
    poolOptions: { forks: { isolate: false } },
    projects: [suite("unit", 30_000), suite("module", 30_000), suite("page", 90_000), suite("walks", 90_000)],
  },
});
