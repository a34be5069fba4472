/**
 * `npm run fuzz -- [target] [minutes]`: libFuzzer on one target of tests/fuzz, or on each in turn, for five minutes by
 * default. An input that crashes the target is saved beside its corpus, where the tests replay it; other inputs that
 * reach new code are added to the corpus.
 */
import { mkdirSync } from "node:fs";
import { buildCpp, fuzzTargets } from "./lib/cmake.mjs";
import { inRoot } from "./lib/paths.mjs";
import { CommandError, main, run } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

/** A target's seed files besides its corpus.  @type {Record<string, readonly string[]>} */
const seeds = { fuzz_files: ["tests/fixtures/weights"] };

/** @param {string} target  @param {number} minutes */
async function fuzz(target, minutes) {
  const program = inRoot("build/fuzz/tests/fuzz", target);
  const corpus = `tests/fuzz/corpus/${target}`;
  const found = `build/fuzz/found/${target}`;
  for (const folder of [corpus, found]) mkdirSync(inRoot(folder), { recursive: true });
  const limits = ["-timeout=10", "-max_len=4096"];
  const report = [`-artifact_prefix=${corpus}/`, "-print_final_stats=1"];
  const begin = [found, corpus, ...(seeds[target] ?? [])];
  await run(program, [...limits, ...report, `-max_total_time=${60 * minutes}`, ...begin]);
  // Counts which code an input reaches, not how often, so that the corpus stays small.
  await run(program, [...limits, "-set_cover_merge=1", "-use_counters=0", corpus, found], { quiet: true });
}

await main(async () => {
  const args = process.argv.slice(2);
  const isNumber = (/** @type {string} */ arg) => /^\d*\.?\d+$/.test(arg);
  const name = args.find((arg) => !isNumber(arg));
  const minutes = Number(args.find(isNumber) ?? 5);
  const targets = fuzzTargets();
  const chosen = targets.filter((target) => name === undefined || target === name);
  if (chosen.length === 0) throw new CommandError(`no target ${name}; there are ${targets.join(", ")}`);
  await setUp("fuzz");
  await buildCpp("fuzz");
  for (const target of chosen) {
    console.log(`\n== ${target}, ${minutes} minutes`);
    await fuzz(target, minutes);
  }
});
