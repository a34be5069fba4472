/** axe-core on the page: every rule of WCAG 2.2 A and AA, and its best practices. https://github.com/dequelabs/axe-core */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { LANGUAGES } from "../../web/src/words/words.js";

/** The source of axe-core, a classic script. */
const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
export const AXE_OPTIONS: RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  // The WCAG 2.2 rule is off by default.
  rules: { "target-size": { enabled: true } },
  resultTypes: ["violations"],
};

export interface Audit {
  readonly violations: string[];
  readonly rules: number;
}

/** Runs in the page: one line for each element that violates a rule, and the number of rules that applied. */
export async function runAxe(options: RunOptions): Promise<Audit> {
  const { axe } = window as unknown as { axe: { run(o: RunOptions): Promise<AxeResults> } };
  const { violations, passes } = await axe.run({ ...options, elementRef: true });
  const lines: string[] = [];
  for (const { id, nodes } of violations)
    for (const { element, target, failureSummary } of nodes) {
      // A control that is partly behind the bar of controls is measured again where a reader scrolls it to.
      if (id === "target-size" && element) {
        const { scrollX, scrollY } = window;
        element.scrollIntoView({ block: "start", behavior: "instant" });
        const again = await axe.run({ runOnly: [id], elementRef: true });
        window.scrollTo({ left: scrollX, top: scrollY, behavior: "instant" });
        if (!again.violations.some((one) => one.nodes.some((node) => node.element === element))) continue;
      }
      const why = failureSummary?.split("\n").slice(1).join(" ").trim();
      lines.push(`${id}: ${target.flat().join(" ")} ${why}`);
    }
  return { violations: lines, rules: passes.length };
}

export async function audit(page: Page): Promise<Audit> {
  const loaded = await page.evaluate(() => "axe" in window);
  if (!loaded) await page.evaluate(AXE_SOURCE);
  return page.evaluate(runAxe, AXE_OPTIONS);
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
