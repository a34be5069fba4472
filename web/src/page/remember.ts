/**
 * What the page remembers on this device: the language, the theme, how far the reader came and by which way. Storage
 * may be refused; then it forgets.
 */

export type Remembered = "lang" | "theme" | "progress" | "trail";

const keyOf = (what: Remembered): string => `heads-up-${what}`;

export function remembered(what: Remembered): string | undefined {
  try {
    return localStorage.getItem(keyOf(what)) ?? undefined;
  } catch {
    return undefined;
  }
}

export function remember(what: Remembered, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(keyOf(what));
    else localStorage.setItem(keyOf(what), value);
  } catch {
    // A private window or a file:// page may keep nothing.
  }
}
