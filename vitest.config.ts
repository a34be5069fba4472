/** The JavaScript tests in three suites; `npm test` runs them one by one, after a build. */
import { defineConfig } from "vitest/config";

const suite = (name: string, testTimeout: number, retry = 0) => ({
  test: {
    name,
    retry,
    include: [`tests/${name}/**/*.test.ts`],
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
    projects: [
      suite("unit", 5_000),
      suite("module", 10_000),
      // Three browsers share a machine with whoever else is on it; what comes too late once is told, what fails twice is a fault.
      suite("page", 30_000, 1),
    ],
  },
});
