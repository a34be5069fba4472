/**
 * Language, theme, progress and trail in localStorage. Without storage nothing is kept.
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

/** Returns false if storage is full or refused, as in private windows and on file:// pages. */
export function remember(what: Remembered, value: string | undefined): boolean {
  try {
    if (value === undefined) localStorage.removeItem(keyOf(what));
    else localStorage.setItem(keyOf(what), value);
    return true;
  } catch {
    return false;
  }
}
