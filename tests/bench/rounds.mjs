/** Interleaves contestants: each round takes one sample of each, and starts with a different one. */

/**
 * @typedef {(calls: number) => number | Promise<number>} Timed  total milliseconds of that many calls
 * @typedef {object} Pace
 * @property {number} sampleMs   the shortest sample, because browsers' clocks are coarse
 * @property {number} budgetMs   no round starts after this time …
 * @property {number} minRounds  … unless there were fewer rounds than this
 * @property {number} maxRounds
 */

/** @typedef {{ calls: number, ms: number[] }} Samples  ms per call, one number per round */

/** The warm-up, in which engines compile hot code. */
const WARM_UP_MS = 1000;

/**
 * Warms up, then returns the milliseconds per call.
 * @param {Timed} timed @param {number} sampleMs  the length of a reliable sample
 * @param {number} [warmUpMs]
 */
export async function msOfCall(timed, sampleMs, warmUpMs = WARM_UP_MS) {
  let elapsed = 0;
  for (let calls = 1; ; ) {
    const ms = await timed(calls);
    elapsed += ms;
    if (elapsed >= warmUpMs && ms >= sampleMs / 2) return ms / calls;
    if (ms < sampleMs / 2) calls *= 2;
  }
}

/**
 * @param {Readonly<Record<string, Timed>>} contestants
 * @param {Pace} pace
 * @returns {Promise<Record<string, Samples>>}
 */
export async function interleave(contestants, { sampleMs, budgetMs, minRounds, maxRounds }) {
  /** @type {Record<string, Samples>} */
  const samples = {};
  for (const [name, timed] of Object.entries(contestants))
    samples[name] = { calls: Math.ceil(sampleMs / (await msOfCall(timed, sampleMs))), ms: [] };
  const names = Object.keys(contestants);
  const start = performance.now();
  for (let round = 0; round < maxRounds; round++) {
    if (round >= minRounds && performance.now() - start > budgetMs) break;
    for (const i of names.keys()) {
      const name = names[(i + round) % names.length] ?? "";
      const { calls, ms } = samples[name] ?? { calls: 1, ms: [] };
      ms.push(((await contestants[name]?.(calls)) ?? Number.NaN) / calls);
    }
  }
  return samples;
}
