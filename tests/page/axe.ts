/** axe-core on the page: every rule of WCAG 2.2 A and AA, and its best practices. https://github.com/dequelabs/axe-core */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { LANGUAGES } from "../../web/src/words/words.js";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const OPTIONS: RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  // The WCAG 2.2 rule is off by default.
  rules: { "target-size": { enabled: true } },
  resultTypes: ["violations"],
};

/** One line for each element that violates a rule, and the number of rules that applied. */
export async function audit(page: Page): Promise<{ violations: string[]; rules: number }> {
  const loaded = await page.evaluate(() => "axe" in window);
  if (!loaded) await page.evaluate(source);
  const { violations, passes } = await page.evaluate(
    (options) => (window as unknown as { axe: { run(o: RunOptions): Promise<AxeResults> } }).axe.run(options),
    OPTIONS,
  );
  const lines = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => {
      const why = node.failureSummary?.split("\n").slice(1).join(" ").trim();
      return `${id}: ${node.target.flat().join(" ")} ${why}`;
    }),
  );
  return { violations: lines, rules: passes.length };
}

export const THEMES = [
  ["light", "light"],
  ["dark", "dark"],
  ["contrast", "light"],
  ["contrast", "dark"],
] as const;

/** Every combination of language and theme, numbered, so that views can be assigned to them in turn. */
export const LOOKS = LANGUAGES.flatMap((lang) =>
  THEMES.map(([theme, colorScheme]) => ({ lang, theme, colorScheme })),
).map((one, look) => ({ look, ...one }));

/** The violations with the view they were found in; fails if an audit had nothing to check. */
export async function faultsIn(page: Page, where: string): Promise<string[]> {
  const { violations, rules } = await audit(page);
  expect(rules, where).toBeGreaterThan(10);
  return violations.map((violation) => `${where}: ${violation}`);
}
