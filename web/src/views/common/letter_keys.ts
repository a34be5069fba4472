/**
 * Whether single letters and signs are keys here (L, F, B, ?). Who speaks to the computer, or types past its fields, turns
 * them off (WCAG 2.1.4). Kept on this device; where storage is refused, as long as the page.
 */
const KEY = "heads-up-letters";
const OFF = "off";

let isOff: boolean | undefined;

export function lettersWork(): boolean {
  isOff ??= kept() === OFF;
  return !isOff;
}

export function letLettersWork(work: boolean): void {
  isOff = !work;
  try {
    if (work) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, OFF);
  } catch {
    // A private window keeps nothing.
  }
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
