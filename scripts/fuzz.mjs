/**
 * `npm run fuzz -- [target] [minutes]`: tries one target of tests/fuzz, or all of them one after the other, for five minutes
 * each by default: those in C++ by libFuzzer, those in JavaScript by fast-check. An input that fails is saved in the target's
 * corpus, where the tests replay it; libFuzzer also adds inputs that reach new code.
 */
import { mkdirSync, readdirSync } from "node:fs";
import { build } from "./build.mjs";
import { buildCpp, fuzzTargets } from "./lib/cmake.mjs";
import { inRoot, tools } from "./lib/paths.mjs";
import { CommandError, main, run } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

/** @param {string} target  @param {number} minutes */
async function fuzzCpp(target, minutes) {
  const corpus = `tests/fuzz/corpus/${target}`;
  const found = `build/fuzz/found/${target}`;
  for (const folder of [corpus, found]) mkdirSync(inRoot(folder), { recursive: true });
  const program = inRoot("build/fuzz/tests/fuzz", target);
  const options = ["-max_len=4096", "-timeout=10"];
  await run(program, [
    ...[...options, `-artifact_prefix=${corpus}/`, "-print_final_stats=1", `-max_total_time=${60 * minutes}`],
    ...[found, corpus, ...(target === "fuzz_files" ? ["tests/fixtures/weights"] : [])],
  ]);
  // Merges by which code an input reaches, not how often, so that the corpus stays small.
  await run(program, ["-set_cover_merge=1", ...options, "-use_counters=0", corpus, found], { quiet: true });
}

/** @param {string} target  @param {number} minutes */
function fuzzJs(target, minutes) {
  Object.assign(process.env, { FUZZ_MINUTES: String(minutes) });
  const args = ["run", "--project", "module", "tests/module/fuzz_corpus.test.ts", "-t", `${target}.ts`];
  return run(process.execPath, [tools.vitest, ...args]);
}

await main(async () => {
  const args = process.argv.slice(2);
  const isNumber = (/** @type {string} */ arg) => /^\d*\.?\d+$/.test(arg);
  const name = args.find((arg) => !isNumber(arg));
  const minutes = Number(args.find(isNumber) ?? 5);
  const cpp = fuzzTargets();
  const js = readdirSync(inRoot("tests/fuzz/js")).flatMap(
    (file) => file.match(/^(fuzz_\w+)\.ts$/)?.[1] ?? [],
  );
  const chosen = [...cpp, ...js].filter((target) => name === undefined || target === name);
  if (chosen.length === 0)
    throw new CommandError(`no target ${name}; there are ${[...cpp, ...js].join(", ")}`);
  if (chosen.some((target) => cpp.includes(target))) {
    await setUp("fuzz");
    await buildCpp("fuzz");
  }
  if (chosen.some((target) => js.includes(target))) {
    await setUp("build");
    await build();
  }
  for (const target of chosen) {
    console.log(`\n== ${target}, ${minutes} minutes`);
    await (cpp.includes(target) ? fuzzCpp : fuzzJs)(target, minutes);
  }
});
