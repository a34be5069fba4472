/** Where the keyboard focus goes: to what has come in place of what had it, and along a row of buttons. */
import { isModified } from "./keys.js";

/** Whether nothing has the focus. */
export const isFocusLost = (): boolean => document.activeElement === document.body;

/** Focuses a control, or what is none, such as a heading, if nothing has the focus. */
export function focusIfLost(to: HTMLElement | null | undefined): void {
  if (!to || !isFocusLost()) return;
  if (to.tabIndex < 0) to.tabIndex = -1;
  to.focus({ preventScroll: true });
}

/** Call before a change that may remove what has the focus: if it is gone once `changed` resolves, `next` gets the focus. */
export function refocus(changed: Promise<unknown>, next: () => HTMLElement | null | undefined): void {
  if (!isFocusLost()) void changed.then(() => focusIfLost(next()));
}

/** The title of the step: above the stage in a lecture, which may have words beside it too; else beside the stage. */
export const stepTitle = (root: ParentNode): HTMLElement | null =>
  root.querySelector("h2") ?? root.querySelector("heads-up-side")?.shadowRoot?.querySelector("h2") ?? null;

/** How far a key goes in a row of buttons. */
const MOVES: Readonly<Record<string, number>> = {
  ...{ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 },
  ...{ Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY },
};

/** The button that a key leads to in a row that is one tab stop; the arrows go around. Undefined for other keys. */
export function arrowTo(event: KeyboardEvent, at: number, count: number): number | undefined {
  const move = MOVES[event.key];
  if (move === undefined || isModified(event)) return undefined;
  return Number.isFinite(move) ? (at + move + count) % count : move < 0 ? 0 : count - 1;
}
