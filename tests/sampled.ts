/**
 * For tests that try one thing in many ways: `npm test` tries one way, `npm run walks` all the others. Both run the files
 * that import this one (vitest.config.ts).
 */
import { inject, test } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    /** Whether this is `npm run walks`. */
    readonly walks: boolean;
  }
}

const walks = inject("walks");

/** A test of such a file that `npm test` alone runs. */
export const essential = test.skipIf(walks);

/** A test of such a file that `npm run walks` alone runs, because another one in `npm test` is much like it. */
export const exhaustive = test.runIf(walks);

/** The cases for `test.each` and `describe.each`: the first ones in `npm test`, the others in `npm run walks`. */
export function sampled<const T>(cases: readonly T[], count = 1): readonly T[] {
  return walks ? cases.slice(count) : cases.slice(0, count);
}
