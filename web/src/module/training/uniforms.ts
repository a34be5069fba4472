/**
 * The uniform numbers with which text is generated, one per token: those of torch.rand(()) with a generator of this seed.
 * MT19937: M. Matsumoto and T. Nishimura, "Mersenne Twister", 1998.
 */

const [SIZE, MIDDLE] = [624, 397] as const;

/** The initial 624 words for a seed of 32 bits. */
function seeded(seed: number): Uint32Array {
  const words = new Uint32Array(SIZE);
  words[0] = seed;
  for (let i = 1; i < SIZE; i++) {
    const before = words[i - 1] ?? 0;
    words[i] = Math.imul(1812433253, before ^ (before >>> 30)) + i;
  }
  return words;
}

/** Replaces the words by the next 624 words. */
function twist(words: Uint32Array): void {
  const at = (i: number): number => words[i % SIZE] ?? 0;
  for (let i = 0; i < SIZE; i++) {
    const joined = (at(i) & 0x80000000) | (at(i + 1) & 0x7fffffff);
    words[i] = at(i + MIDDLE) ^ (joined >>> 1) ^ (joined & 1 ? 0x9908b0df : 0);
  }
}

function tempered(word: number): number {
  let y = word;
  y ^= y >>> 11;
  y ^= (y << 7) & 0x9d2c5680;
  y ^= (y << 15) & 0xefc60000;
  return (y ^ (y >>> 18)) >>> 0;
}

/** An endless sequence of numbers of 24 bits, at least 0 and below 1. */
export function* uniforms(seed: number): Generator<number, never> {
  const words = seeded(seed);
  for (;;) {
    twist(words);
    for (const word of words) yield (tempered(word) & 0xffffff) / 0x1000000;
  }
}
