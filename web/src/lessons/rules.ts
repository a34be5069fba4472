/**
 * What the reader may do with an element: everything, or, where it is locked for an exam, only what was left open. This
 * is not security: anyone who can edit the address can unlock it.
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

/** `allow` is a comma-separated list of what stays open; without it, everything in the list above does. */
export function rulesOf(mode: string, allow: string): Rules {
  const open = mode !== "locked";
  const named = allow.split(",").map((name) => name.trim());
  const may = (name: Allowance): boolean => open || allow.trim() === "" || named.includes(name);
  return {
    data: open,
    links: open,
    play: may("play"),
    steps: may("steps"),
    ask: may("ask"),
    questions: may("questions"),
  };
}
