/** The keys that work regardless of focus, unless the focused element needs them itself. */

import type { Rules } from "../../lessons/rules.js";

export type KeyAction = "next" | "previous" | "toggle" | "close" | "undo" | "redo";

const TYPING = 'input, textarea, select, [role="grid"], [contenteditable]';
/** Fields in which the browser has its own undo. */
const TEXT = 'input:not([type="range"], [type="checkbox"]), textarea, [contenteditable]';
const PRESSING = "button, a, summary";

export function keyAction(event: KeyboardEvent): KeyAction | undefined {
  if (event.defaultPrevented || event.altKey) return undefined;
  const path = event.composedPath().filter((node): node is Element => node instanceof Element);
  if (event.ctrlKey || event.metaKey)
    return path.some((node) => node.matches(TEXT)) ? undefined : undoAction(event);
  if (event.key === "Escape") return "close";
  if (isTakenKey(event)) return undefined;
  switch (event.key) {
    case "ArrowRight":
      return "next";
    case "ArrowLeft":
      return "previous";
    case " ":
      return "toggle";
    default:
      return undefined;
  }
}

/**
 * Keys pressed outside the element count only for the first element on a page: undo and redo unless a dialog has the focus,
 * other keys only if nothing has the focus.
 */
export function isForElement(
  event: KeyboardEvent,
  element: HTMLElement,
  action: KeyAction | undefined,
): boolean {
  if (event.composedPath().includes(element)) return true;
  if (document.querySelector("heads-up") !== element) return false;
  const isUndo = action === "undo" || action === "redo";
  return event.target === document.body || (isUndo && !(event.target as Element).closest?.("dialog"));
}

const NEEDS: Readonly<Partial<Record<KeyAction, keyof Rules>>> = {
  toggle: "play",
  next: "steps",
  previous: "steps",
  undo: "data",
  redo: "data",
};

export function isAllowed(action: KeyAction, rules: Rules): boolean {
  const needed = NEEDS[action];
  return needed === undefined || rules[needed];
}

/** Ctrl or Cmd with Z, and with Shift+Z or Y. */
function undoAction(event: KeyboardEvent): KeyAction | undefined {
  if (isKey(event, "z")) return event.shiftKey ? "redo" : "undo";
  return isKey(event, "y") && event.ctrlKey && !event.shiftKey ? "redo" : undefined;
}

/** A letter key, also on keyboard layouts of other alphabets. */
export const isKey = ({ key, code }: KeyboardEvent, letter: string): boolean =>
  key.toLowerCase() === letter || (code === `Key${letter.toUpperCase()}` && !/^[a-z]$/i.test(key));

/** Whether the focused element needs this key itself. */
export function isTakenKey(event: KeyboardEvent): boolean {
  const path = event.composedPath().filter((node): node is Element => node instanceof Element);
  return path.some((node) => node.matches(TYPING) || (event.key === " " && node.matches(PRESSING)));
}

/** Keeps a mouse click on a button from moving the focus, so that Space still means play. */
export const keepFocus = (event: MouseEvent): void => event.preventDefault();
