/** Checks the names that <heads-up> is given: of modes and themes, of which it replaces unknown ones, and of its attributes. */
import { THEME_NAMES } from "../draw/theme.js";
import { ALLOWANCES, MODES } from "../lessons/rules.js";
import type { Refusal } from "../module/refusal.js";
import { SPEC_FIELDS } from "../spec/fields.js";
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
    report(unknownName(field, got, known.join(", ")));
  }
}

const unknownName = (field: string, got: string, wants: string): Refusal => ({
  code: "unknown-value",
  message: `${field}: got ${got}, wants one of ${wants}`,
  details: { field, got, wants },
});

/** Names that are guessed for attributes, and the attributes that they stand for. */
const GUESSES: Readonly<Record<string, string>> = {
  ...{ text: "tokens", sentence: "tokens", sentences: "tokens", sequences: "tokens" },
  ...{ heads: "numheads", currentstep: "step", language: "lang", ownlesson: "src" },
};
const SPEC_NAMES = Object.keys(SPEC_FIELDS).map((name) => name.toLowerCase());

/** An attribute that means nothing but resembles one that does, such as `d-model`. Others may be the page's own. */
export function wrongAttributes(given: readonly string[], known: readonly string[]): Refusal[] {
  return given.flatMap((name) => {
    const plain = name.toLowerCase().replace(/[-_]/g, "");
    const meant = known.includes(plain) ? plain : (GUESSES[plain] ?? (SPEC_NAMES.includes(plain) && "spec"));
    return known.includes(name) || !meant ? [] : [unknownName("attribute", name, meant)];
  });
}
