/** The keys that work wherever the focus is, unless what has the focus needs them itself. */

export type KeyAction = "next" | "previous" | "toggle" | "close";

const TYPING = 'input, textarea, select, [role="grid"], [contenteditable]';
const PRESSING = "button, a, summary";

export function keyAction(event: KeyboardEvent): KeyAction | undefined {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return undefined;
  if (event.key === "Escape") return "close";
  const path = event.composedPath().filter((node): node is Element => node instanceof Element);
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

/** A button pressed by mouse leaves the focus where it is, so that Space goes on meaning play. */
export const keepFocus = (event: MouseEvent): void => event.preventDefault();
