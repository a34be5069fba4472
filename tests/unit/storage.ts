/** A stand-in for localStorage. */
import { vi } from "vitest";

/** What the page has stored. */
export const stored = new Map<string, string>();

/** Puts an empty stand-in in place, which takes no text while it is full. */
export function stubStorage(isFull: () => boolean = () => false): void {
  stored.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (isFull()) throw new DOMException("full", "QuotaExceededError");
      stored.set(key, text);
    },
    removeItem: (key: string) => stored.delete(key),
  });
}
