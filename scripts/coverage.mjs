/**
 * `npm run coverage`: measures what the C++ tests and the fuzzers' corpus run of cpp/, a file a line, and writes the sources
 * with the counts of each line and branch to build/reports/coverage-tests.txt and coverage-corpus.txt.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { buildCpp, fuzzTargets } from "./lib/cmake.mjs";
import { inRoot } from "./lib/paths.mjs";
import { CommandError, main, outputOf, run } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

const build = inRoot("build/coverage");

/** @param {...string} args */
function llvmCov(...args) {
  const text = outputOf("llvm-cov", args);
  if (text === undefined)
    throw new CommandError("llvm-cov does not take what Clang wrote: are they of one version?");
  return text;
}

/**
 * Runs programs and reports their coverage together.
 * @param {string} name
 * @param {readonly (readonly [program: string, ...args: string[]])[]} commands
 */
async function coverageOf(name, commands) {
  const profile = `${build}/${name}.profdata`;
  const counts = commands.map((_, i) => `${build}/${name}-${i}.profraw`);
  for (const [i, [program, ...args]] of commands.entries()) {
    process.env.LLVM_PROFILE_FILE = counts[i];
    await run(program, args, { quiet: true });
  }
  await run("llvm-profdata", ["merge", "-sparse", ...counts, "-o", profile]);
  const [first = "", ...others] = commands.map(([program]) => program);
  const inputs = [first, ...others.map((program) => `-object=${program}`), `-instr-profile=${profile}`];
  console.log(`\n== ${name}\n${llvmCov("report", ...inputs, inRoot("cpp"))}`);
  const out = inRoot(`build/reports/coverage-${name}.txt`);
  mkdirSync(inRoot("build/reports"), { recursive: true });
  writeFileSync(out, llvmCov("show", ...inputs, "-show-branches=count", inRoot("cpp")));
  console.log(`Line by line: ${out}`);
}

await main(async () => {
  await setUp("coverage");
  await buildCpp("coverage");
  await coverageOf("tests", [[`${build}/tests/cpp/headsup_tests`]]);
  await coverageOf(
    "corpus",
    fuzzTargets().map((target) => [`${build}/tests/fuzz/${target}`, inRoot("tests/fuzz/corpus", target)]),
  );
});
