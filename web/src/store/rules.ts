/**
 * What the reader may do with an element: everything, or, where it is locked for an exam, only what was left open. A
 * convenience for honest people: whoever can change the address can change this.
 */

/** What a locked element may leave open. */
export const ALLOWANCES = ["play", "steps", "ask", "questions"] as const;
export type Allowance = (typeof ALLOWANCES)[number];
export const MODES = ["lecture", "locked"] as const;
export type Mode = (typeof MODES)[number];

export interface Rules extends Readonly<Record<Allowance, boolean>> {
  /** Whether the data may be changed, and so whether there is anything to undo, and another lesson chosen. */
  readonly data: boolean;
  /** Whether anything may be taken away: links, code, files. */
  readonly links: boolean;
}

/** `allow` names what stays open, by commas; where it says nothing, all of it does. */
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
