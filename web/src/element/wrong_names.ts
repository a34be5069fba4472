/** Checks the inputs of <heads-up> that must be known names, and replaces unknown ones. */
import { THEME_NAMES } from "../draw/theme.js";
import { ALLOWANCES, MODES } from "../lessons/rules.js";
import type { Refusal } from "../module/errors.js";
import { type Inputs, UNSET } from "./inputs.js";

/** The inputs that are names, and the names that they may be. */
const NAMES = {
  mode: MODES,
  allow: [...ALLOWANCES, "none"],
  controls: ["full", "minimal", "none"],
  theme: THEME_NAMES,
} as const;

/**
 * Replaces each unknown name by its default and reports it. `allow` may have several names and keeps the known ones; without
 * any it allows nothing.
 */
export function replaceWrong(inputs: Inputs, report: (refusal: Refusal) => void): void {
  for (const field of Object.keys(NAMES) as (keyof typeof NAMES)[]) {
    const [got, known] = [String(inputs[field]), NAMES[field] as readonly string[]];
    const given = field === "allow" ? got.split(",").map((name) => name.trim()) : [got];
    const used = given.filter((name) => known.includes(name)).join();
    if (!got || used === given.join()) continue;
    Object.assign(inputs, { [field]: field === "allow" ? used || "none" : UNSET[field] });
    const wants = known.join(", ");
    const message = `${field}: got ${got}, wants one of ${wants}`;
    report({ code: "unknown-value", message, details: { field, got, wants } });
  }
}
