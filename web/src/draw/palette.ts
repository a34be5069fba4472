/**
 * A theme with the caches of its frames. Drawing functions are pure: what a frame can reuse from the previous one is in
 * `kept`. To draw many frames, make a palette and pass it as the theme; with a bare theme every frame is drawn from scratch
 * and looks the same.
 */
import type { Theme } from "./theme.js";

/** Caches, keyed by the function that creates an empty one, so that each file declares its own. */
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
