/**
 * A theme in use. Drawing is a function of its arguments and keeps nothing itself: what one frame can reuse from the one
 * before lies in `kept`. Whoever draws many frames makes a palette and passes it where a theme is wanted; with a bare theme
 * every frame is drawn from scratch and looks the same.
 */
import type { Theme } from "./theme.js";

/** Caches by the function that makes an empty one, so that each file declares its own. */
export class Kept {
  readonly #caches = new Map<() => unknown, unknown>();

  of<T>(make: () => T): T {
    const known = this.#caches.get(make);
    if (known !== undefined) return known as T;
    const cache = make();
    this.#caches.set(make, cache);
    return cache;
  }
}

export interface Palette extends Theme {
  readonly kept?: Kept;
}

export const paletteOf = (theme: Theme): Palette => ({ ...theme, kept: new Kept() });
