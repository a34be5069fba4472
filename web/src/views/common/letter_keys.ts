/**
 * Whether single-character shortcuts (L, M, F, B, ?) are on. Users of speech input, or who hit keys by accident, turn them
 * off (WCAG 2.1.4). Stored on this device; without storage, until the page closes.
 */
const KEY = "heads-up-letters";
const OFF = "off";

let isOff: boolean | undefined;

export function areLetterKeysOn(): boolean {
  isOff ??= kept() === OFF;
  return !isOff;
}

export function setLetterKeys(work: boolean): void {
  isOff = !work;
  try {
    if (work) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, OFF);
  } catch {
    // Storage may be refused, as in a private window.
  }
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
