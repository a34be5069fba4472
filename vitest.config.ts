/** The JavaScript tests in three suites; `npm test` runs them one by one, after a build. */
import { defineConfig } from "vitest/config";

const suite = (name: string, testTimeout: number) => ({
  test: { name, include: [`tests/${name}/**/*.test.ts`], testTimeout, hookTimeout: testTimeout },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    minWorkers: 1,
    projects: [suite("unit", 5_000), suite("module", 10_000), suite("page", 30_000)],
  },
});
