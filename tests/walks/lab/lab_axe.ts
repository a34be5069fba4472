/** axe-core on the leak lab in any engine, in every theme and at every width. */
import { copyFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { expect } from "vitest";
import { AXE_OPTIONS, runAxe } from "../../page/axe.js";
import type { Engine } from "../../page/engines/engine.js";
import { overflow, setTheme } from "./lab_state.js";

export const WIDTHS = [1280, 390] as const;
const FILE = "axe.js";

/** Copies axe into the site, so that a strict policy allows it. */
export const placeAxe = (site: string): void =>
  copyFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), path.join(site, FILE));

/** Runs in the page: loads axe. */
async function loadAxe(file: string): Promise<void> {
  if ("axe" in window) return;
  const script = document.createElement("script");
  script.src = `./${file}`;
  await new Promise((loaded, failed) => {
    script.addEventListener("load", loaded);
    script.addEventListener("error", failed);
    document.head.append(script);
  });
}

/** axe's violations and horizontal overflow, in these themes, at this width. */
export async function findings(engine: Engine, width: number, themes: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  await engine.resize(width, 844);
  await engine.evaluate(loadAxe, FILE);
  for (const theme of themes) {
    await engine.evaluate(setTheme, theme);
    const { violations, rules } = await engine.evaluate(runAxe, AXE_OPTIONS);
    expect(rules).toBeGreaterThan(10);
    found.push(...violations.map((one) => `${theme}, ${width} wide: ${one}`));
    const wider = await engine.evaluate(overflow);
    if (wider > 0) found.push(`${theme}, ${width} wide: the page is ${wider} wider`);
  }
  return found;
}
