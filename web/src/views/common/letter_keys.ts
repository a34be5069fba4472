/**
 * Whether single-character shortcuts (L, M, F, B, ., ?, /) are on. Readers who use speech input or hit keys by accident turn
 * them off (WCAG 2.1.4). Stored on this device; without storage, the choice lasts until the page closes.
 */
const KEY = "heads-up-letters";
const OFF = "off";

let isOff: boolean | undefined;

export function areLetterKeysOn(): boolean {
  isOff ??= stored() === OFF;
  return !isOff;
}

export function setLetterKeys(isOn: boolean): void {
  isOff = !isOn;
  try {
    if (isOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, OFF);
  } catch {
    // Storage may be refused, as in a private window.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
