/** The keys that work wherever the focus is, unless what has the focus needs them itself. */

export type KeyAction = "next" | "previous" | "toggle" | "close" | "undo" | "redo";

const TYPING = 'input, textarea, select, [role="grid"], [contenteditable]';
/** Where the browser has an undo of its own, of what is typed. */
const TEXT = 'input:not([type="range"], [type="checkbox"]), textarea, [contenteditable]';
const PRESSING = "button, a, summary";

export function keyAction(event: KeyboardEvent): KeyAction | undefined {
  if (event.defaultPrevented || event.altKey) return undefined;
  const path = event.composedPath().filter((node): node is Element => node instanceof Element);
  if (event.ctrlKey || event.metaKey)
    return path.some((node) => node.matches(TEXT)) ? undefined : turnOf(event);
  if (event.key === "Escape") return "close";
  if (path.some((node) => node.matches(TYPING))) return undefined;
  switch (event.key) {
    case "ArrowRight":
      return "next";
    case "ArrowLeft":
      return "previous";
    case " ":
      return path.some((node) => node.matches(PRESSING)) ? undefined : "toggle";
    default:
      return undefined;
  }
}

/** Ctrl or Cmd with Z, and with Shift+Z or Y. */
function turnOf({ key, ctrlKey, shiftKey }: KeyboardEvent): KeyAction | undefined {
  switch (key.toLowerCase()) {
    case "z":
      return shiftKey ? "redo" : "undo";
    case "y":
      return ctrlKey && !shiftKey ? "redo" : undefined;
    default:
      return undefined;
  }
}

/** A button pressed by mouse leaves the focus where it is, so that Space goes on meaning play. */
export const keepFocus = (event: MouseEvent): void => event.preventDefault();
