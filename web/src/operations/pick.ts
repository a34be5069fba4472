/** Random choices that survive a reload, because they are seeded by the lesson's seed, the question and its round. */

export interface Pick {
  /** A whole number from 0 to count − 1. */
  below(count: number): number;
  /** One of the items; undefined if there are none. */
  one<T>(items: readonly T[]): T | undefined;
  shuffled<T>(items: readonly T[]): T[];
}

/** The FNV-1a hash, because similar names need very different seeds. */
export function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
}

/** A generator seeded by a name (mulberry32). */
export function pickOf(name: string): Pick {
  let state = hash(name);
  const below = (count: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return Math.floor((((x ^ (x >>> 14)) >>> 0) / 2 ** 32) * count);
  };
  return {
    below,
    one: (items) => items[below(items.length)],
    shuffled(items) {
      const remaining = [...items];
      return items.flatMap(() => remaining.splice(below(remaining.length), 1));
    },
  };
}
