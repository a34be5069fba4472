/** Randomness that survives a reload: seeded by the lesson's seed, the question and its round. */

export interface Pick {
  /** A whole number from 0 to below `count`. */
  below(count: number): number;
  /** One of the items; undefined if there are none. */
  one<T>(items: readonly T[]): T | undefined;
  shuffled<T>(items: readonly T[]): T[];
}

/** FNV-1a, so that similar names give very different seeds. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
}

/** mulberry32. */
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
      const left = [...items];
      return items.flatMap(() => left.splice(below(left.length), 1));
    },
  };
}
