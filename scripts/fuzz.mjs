/**
 * `npm run fuzz -- [target] [minutes]`: runs libFuzzer on one target of tests/fuzz, in C++ or JavaScript, or on all of them one
 * after the other, for five minutes each by default. An input that fails is saved in the target's corpus, where the tests
 * replay it; other inputs that reach new code are added to the corpus.
 */
import { mkdirSync } from "node:fs";
import { buildCpp, buildModule, fuzzTargets } from "./lib/cmake.mjs";
import { buildJsFuzzTargets, jsFuzzTargets, runJsFuzzTarget } from "./lib/fuzz/javascript.mjs";
import { inRoot } from "./lib/paths.mjs";
import { CommandError, main, run } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

/** The seed files of a target, besides its corpus.  @type {Record<string, readonly string[]>} */
const seeds = { fuzz_files: ["tests/fixtures/weights"] };

/**
 * @typedef {(target: string, options: readonly string[], how?: { quiet?: boolean }) => Promise<void>} Run
 * @typedef {{ targets: readonly string[], build: () => Promise<unknown>, run: Run, merge: readonly string[] }} Language
 */

/**
 * How the targets of each language are built and run, and the option that keeps the corpus small.
 * @type {readonly Language[]}
 */
const languages = [
  {
    targets: fuzzTargets(),
    async build() {
      await setUp("fuzz");
      await buildCpp("fuzz");
    },
    run: (target, options, how) => run(inRoot("build/fuzz/tests/fuzz", target), options, how),
    merge: ["-set_cover_merge=1"],
  },
  {
    targets: jsFuzzTargets(),
    async build() {
      await setUp("build");
      await buildModule();
      await buildJsFuzzTargets();
    },
    run: runJsFuzzTarget,
    merge: ["-merge=1"],
  },
];

/** @param {Language} language  @param {string} target  @param {number} minutes */
async function fuzz({ run: runTarget, merge }, target, minutes) {
  const corpus = `tests/fuzz/corpus/${target}`;
  const found = `build/fuzz/found/${target}`;
  for (const folder of [corpus, found]) mkdirSync(inRoot(folder), { recursive: true });
  const options = ["-max_len=4096", "-timeout=10", `-artifact_prefix=${corpus}/`, "-print_final_stats=1"];
  const folders = [found, corpus, ...(seeds[target] ?? [])];
  await runTarget(target, [...options, `-max_total_time=${60 * minutes}`, ...folders]);
  // Merges by which code an input reaches, not how often, so that the corpus stays small.
  await runTarget(target, [...merge, "-max_len=4096", "-timeout=10", "-use_counters=0", corpus, found], {
    quiet: true,
  });
}

await main(async () => {
  const args = process.argv.slice(2);
  const isNumber = (/** @type {string} */ arg) => /^\d*\.?\d+$/.test(arg);
  const name = args.find((arg) => !isNumber(arg));
  const minutes = Number(args.find(isNumber) ?? 5);
  const targets = languages.flatMap((language) => language.targets);
  if (name !== undefined && !targets.includes(name))
    throw new CommandError(`no target ${name}; there are ${targets.join(", ")}`);
  for (const language of languages) {
    const chosen = language.targets.filter((target) => name === undefined || target === name);
    if (chosen.length > 0) await language.build();
    for (const target of chosen) {
      console.log(`\n== ${target}, ${minutes} minutes`);
      await fuzz(language, target, minutes);
    }
  }
});
