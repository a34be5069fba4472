/**
 * What the reader may do with an element: everything, or only what was left open where it is locked for an exam. This is not
 * security: anyone who can edit the URL can unlock it.
 */

/** What a locked element may leave open. */
export const ALLOWANCES = ["play", "steps", "ask", "questions"] as const;
export type Allowance = (typeof ALLOWANCES)[number];
export const MODES = ["lecture", "locked"] as const;
export type Mode = (typeof MODES)[number];

export interface Rules extends Readonly<Record<Allowance, boolean>> {
  /** Whether the data may be changed; this covers undo and choosing another lesson. */
  readonly data: boolean;
  /** Whether links, code and files may be copied or saved. */
  readonly links: boolean;
}

/** `allow` is a comma-separated list of the allowances that a locked element keeps; if it is empty, all of them. */
export function rulesOf(mode: string, allow: string): Rules {
  const isUnlocked = mode !== "locked";
  const allowed = allow.split(",").map((name) => name.trim());
  const may = (name: Allowance): boolean => isUnlocked || allow.trim() === "" || allowed.includes(name);
  return {
    data: isUnlocked,
    links: isUnlocked,
    play: may("play"),
    steps: may("steps"),
    ask: may("ask"),
    questions: may("questions"),
  };
}
