/** The keys that work regardless of focus, unless the focused element needs them itself. */

import type { LitElement } from "lit";
import type { Rules } from "../../lessons/rules.js";
import { whileConnected } from "./while_connected.js";

export type KeyAction = "next" | "previous" | "toggle" | "close" | "undo" | "redo";

const TYPING = 'input, textarea, select, [role="grid"], [contenteditable]';
/** Fields in which the browser has its own undo. */
const TEXT = 'input:not([type="range"], [type="checkbox"]), textarea, [contenteditable]';
const PRESSING = "button, a, summary";
const ACTIONS: Readonly<Record<string, KeyAction>> = {
  ArrowRight: "next",
  ArrowLeft: "previous",
  " ": "toggle",
};

/** Whether the key is for an input method, such as the Escape that ends a Korean syllable. Safari marks its last key only by 229. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;

/** Whether the key is held with Alt, Ctrl or Cmd, as in the browser's own shortcuts: Alt and ← go back. */
export const isModified = ({ altKey, ctrlKey, metaKey }: KeyboardEvent | MouseEvent): boolean =>
  altKey || ctrlKey || metaKey;

export function keyAction(event: KeyboardEvent): KeyAction | undefined {
  if (event.defaultPrevented || event.altKey || isComposing(event)) return undefined;
  if (event.ctrlKey || event.metaKey) return isWriting(event) ? undefined : undoAction(event);
  if (event.key === "Escape") return "close";
  return isTakenKey(event) ? undefined : ACTIONS[event.key];
}

/** Whether the key was pressed in an element that matches the selector. */
export const isWithin = (event: Event, selector: string): boolean =>
  event.composedPath().some((node) => node instanceof Element && node.matches(selector));

/** Whether the key is pressed where the browser or an editor takes letters. */
export const isWriting = (event: Event): boolean => isWithin(event, TEXT);

/** Whether the key is text: pressed in a field, or in the editor of programs. */
export const isTyping = (event: Event): boolean =>
  isWithin(event, "input, textarea, select, [contenteditable]");

/** Whether the key was pressed while nothing had the focus, or only the title of the page, which takes no keys. */
export const isOnPage = ({ target }: Event): boolean => (target as Element).matches?.("body, h1");

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
  return isOnPage(event) || (isUndo && !(event.target as Element).closest?.("dialog"));
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

/** Handles the keys for an element that its rules allow. */
export function followKeys(
  element: LitElement & { readonly rules: Rules },
  act: (action: KeyAction) => void,
): void {
  const onKey = (event: KeyboardEvent): void => {
    const action = keyAction(event);
    if (!action || !isForElement(event, element, action) || !isAllowed(action, element.rules)) return;
    act(action);
    if (action !== "close") event.preventDefault();
  };
  whileConnected(element, (signal) => window.addEventListener("keydown", onKey, { signal }));
}

/** Ctrl or Cmd with Z, and with Shift+Z or Y. */
export function undoAction(event: KeyboardEvent): "undo" | "redo" | undefined {
  if (isKey(event, "z")) return event.shiftKey ? "redo" : "undo";
  return isKey(event, "y") && event.ctrlKey && !event.shiftKey ? "redo" : undefined;
}

/** A letter key, also on keyboard layouts of other alphabets. */
export const isKey = ({ key, code }: KeyboardEvent, letter: string): boolean =>
  key.toLowerCase() === letter || (code === `Key${letter.toUpperCase()}` && !/^[a-z]$/i.test(key));

/** Whether the focused element needs this key itself. */
export const isTakenKey = (event: KeyboardEvent): boolean =>
  isWithin(event, TYPING) || (event.key === " " && isWithin(event, PRESSING));

/** Whether Space is for what has the focus, so that it does not play. */
export function isSpaceTaken(): boolean {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused?.closest(`${TYPING}, ${PRESSING}`) != null;
}

/** Keeps a mouse click on a button from moving the focus, so that Space still means play. */
export const keepFocus = (event: MouseEvent): void => event.preventDefault();
