/** Measures what stays in memory after very many runs and refusals of the module, in Node. */
import { isDeepStrictEqual } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { lessonNames } from "../locales.mjs";
import { distPackage } from "../paths.mjs";

/** Memory is measured after each round; the first rounds warm up. */
export const ROUNDS = 10;
const WARM_UP_ROUNDS = 2;

/** The relative growth that is allowed, because garbage collection leaves a varying amount behind. */
const ALLOWED_GROWTH = 0.1;

/** @param {number} bytes */
export const megabytes = (bytes) => Math.round(bytes / 1e5) / 10;

/**
 * The fields that have grown by more than that from the end of the warm-up to the last round.
 * @param {readonly Readonly<Record<string, number>>[]} rows  one row per round
 * @param {readonly string[]} fields
 */
export function grown(rows, fields) {
  const [warm = {}, last = {}] = [rows[WARM_UP_ROUNDS - 1], rows.at(-1)];
  return fields.filter((field) => (last[field] ?? 0) > (warm[field] ?? 0) * (1 + ALLOWED_GROWTH) + 1);
}

const LESSONS = lessonNames();
const LONG = Array.from({ length: 1000 }, (_, i) => i);

/** Specs that the module refuses: with a wrong number, a wrong list, a wrong name, and NaN. */
const REFUSED = [
  { lesson: "multi-head", numHeads: 3 },
  { lesson: "masked-multi-head", sequences: [LONG, [500]] },
  { lesson: "nope" },
  { lesson: "multi-head", dModel: Number.NaN },
];

/** A function that runs garbage collection, as `node --expose-gc` would provide. */
function garbageCollector() {
  setFlagsFromString("--expose-gc");
  return /** @type {() => void} */ (runInNewContext("gc"));
}

/**
 * Returns a row for each round. Throws if a run's numbers differ from those of an earlier run of the same spec, or if a spec is
 * not refused.
 * @param {{ runs: number, refusals: number, log: (row: object) => void }} options
 */
export async function coreSoak({ runs, refusals, log }) {
  const { load, HeadsUpError } = await import(`${distPackage}/index.node.js`);
  const hu = await load();
  const collectGarbage = garbageCollector();
  const lesson = (/** @type {number} */ i) => ({ lesson: LESSONS[i % LESSONS.length], seed: i });
  const numbers = (/** @type {any} */ trace) =>
    trace.steps.map((/** @type {any} */ step) => [...step.data.slice(0, 64)]);
  const first = LESSONS.map((_, i) => numbers(hu.run(lesson(i))));
  const rows = [];
  for (let round = 1; round <= ROUNDS; round++) {
    for (let i = 0; i < runs / ROUNDS; i++) {
      const trace = hu.run(lesson(round * runs + i));
      hu.explain(trace, "scores", [0, 0, 0, 0].slice(4 - trace.step("scores").shape.length));
    }
    for (let i = 0; i < refusals / ROUNDS; i++) {
      const spec = REFUSED[i % REFUSED.length];
      try {
        hu.run(spec);
      } catch (error) {
        if (error instanceof HeadsUpError) continue;
        throw error;
      }
      throw new Error(`not refused: ${JSON.stringify(spec)}`);
    }
    const again = LESSONS.map((_, i) => numbers(hu.run(lesson(i))));
    if (!isDeepStrictEqual(again, first)) throw new Error("the same run has other numbers");
    // Buffers found by one collection are freed on another thread, which the next collection waits for.
    collectGarbage();
    collectGarbage();
    const { heapUsed, arrayBuffers, external } = process.memoryUsage();
    const row = {
      runs: (round * runs) / ROUNDS,
      refusals: (round * refusals) / ROUNDS,
      heapMB: megabytes(heapUsed),
      buffersMB: megabytes(arrayBuffers),
      // The memory of the module is external, and no array buffer.
      wasmMB: megabytes(external - arrayBuffers),
    };
    rows.push(row);
    log(row);
  }
  return rows;
}
