/**
 * A theme with the caches of its frames. Drawing functions are pure; what a frame can reuse from the previous one is in
 * `cache`. To draw many frames, make a palette and pass it as the theme; with a bare theme every frame is drawn from scratch
 * and looks the same.
 */
import type { Theme } from "./theme.js";

/** Caches, keyed by the function that creates an empty one, so that each file declares its own. */
export class DrawCache {
  readonly #caches = new Map<() => unknown, unknown>();

  get<T>(create: () => T): T {
    const existing = this.#caches.get(create);
    if (existing !== undefined) return existing as T;
    const created = create();
    this.#caches.set(create, created);
    return created;
  }
}

export interface Palette extends Theme {
  readonly cache?: DrawCache;
}

export const paletteOf = (theme: Theme): Palette => ({ ...theme, cache: new DrawCache() });
