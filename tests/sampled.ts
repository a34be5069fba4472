/**
 * For tests that check one claim in many cases: `npm test` runs the first ones, `npm run walks` all the others. Both run the
 * files that import this one (vitest.config.ts).
 */
import { inject, test } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    /** Whether this is `npm run walks`. */
    readonly walks: boolean;
  }
}

const walks = inject("walks");

/** A test that only `npm test` runs. */
export const essential = test.skipIf(walks);

/** A test that only `npm run walks` runs, because a similar test runs in `npm test`. */
export const exhaustive = test.runIf(walks);

/** The cases for `test.each` and `describe.each`: the first ones in `npm test`, the others in `npm run walks`. */
export function sampled<const T>(cases: readonly T[], count = 1): readonly T[] {
  return walks ? cases.slice(count) : cases.slice(0, count);
}
