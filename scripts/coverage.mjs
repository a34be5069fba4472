/**
 * `npm run coverage`: measures the coverage (lines, branches, functions) of each folder of cpp/ by the C++ tests and by the
 * fuzzers' corpus. Lists what the tests do not run in build/reports/uncovered.txt.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { buildCpp, fuzzTargets } from "./lib/cmake.mjs";
import { inRoot, root } from "./lib/paths.mjs";
import { CommandError, main, outputOf, run } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

const build = inRoot("build/coverage");
const uncovered = "build/reports/uncovered.txt";
const kinds = /** @type {const} */ (["lines", "branches", "functions"]);

/** @typedef {Record<typeof kinds[number], { count: number, covered: number }>} Summary */
/** @typedef {(options: readonly string[]) => string} Export  runs `llvm-cov export` on cpp/ */

/**
 * Runs programs and merges their coverage.
 * @param {string} name
 * @param {readonly (readonly [program: string, ...args: string[]])[]} commands
 * @returns {Promise<Export>}
 */
async function coverageOf(name, commands) {
  const profile = path.join(build, `${name}.profdata`);
  const counts = commands.map((_, i) => path.join(build, `${name}-${i}.profraw`));
  for (const [i, [program, ...args]] of commands.entries()) {
    process.env.LLVM_PROFILE_FILE = counts[i];
    await run(program, args, { quiet: true });
  }
  await run("llvm-profdata", ["merge", "-sparse", ...counts, "-o", profile]);
  const [first = "", ...others] = commands.map(([program]) => program);
  const objects = [first, ...others.map((program) => `-object=${program}`)];
  return (options) => {
    const args = ["export", ...objects, `-instr-profile=${profile}`, ...options, inRoot("cpp")];
    const text = outputOf("llvm-cov", args);
    if (text === undefined)
      throw new CommandError("llvm-cov does not take what Clang wrote: are they of one version?");
    return text;
  };
}

/** Sums per folder.  @param {Export} exported  @returns {Map<string, Summary>} */
function summaries(exported) {
  /** @type {{ data: { files: { filename: string, summary: Summary }[] }[] }} */
  const { data } = JSON.parse(exported(["-summary-only"]));
  /** @type {Map<string, Summary>} */
  const folders = new Map();
  for (const { filename, summary } of data.flatMap(({ files }) => files)) {
    const folder = path.basename(path.dirname(filename));
    const sum = folders.get(folder);
    if (!sum) {
      folders.set(folder, summary);
      continue;
    }
    for (const kind of kinds) {
      sum[kind].count += summary[kind].count;
      sum[kind].covered += summary[kind].covered;
    }
  }
  return folders;
}

/** @param {{ count: number, covered: number }} part */
const share = ({ count, covered }) =>
  `${(count === 0 ? 100 : (100 * covered) / count).toFixed(1).padStart(6)} % ${`(${covered} of ${count})`.padEnd(16)}`;

/** @param {string} name  @param {Export} exported */
function printTable(name, exported) {
  console.log(`\n${name.padEnd(16)}${kinds.map((kind) => kind.padEnd(25)).join("")}`);
  for (const [folder, sums] of summaries(exported)) {
    console.log(`${`  ${folder}`.padEnd(14)}${kinds.map((kind) => share(sums[kind])).join("")}`);
  }
}

/**
 * "cpp/folder/file.cpp:12: not run: the line" for each line that is not run, or that has a branch taken only one way.
 * @param {Export} exported
 */
function gaps(exported) {
  return exported(["-format=lcov"])
    .split("end_of_record")
    .flatMap((record) => {
      const file = record.match(/^SF:(.*)$/m)?.[1];
      if (!file) return [];
      const source = readFileSync(file, "utf8").split("\n");
      /** @type {Map<number, string>} */
      const lines = new Map();
      for (const [, line] of record.matchAll(/^BRDA:(\d+),\d+,\d+,(?:0|-)$/gm))
        lines.set(Number(line), "one way only");
      for (const [, line] of record.matchAll(/^DA:(\d+),0$/gm)) lines.set(Number(line), "not run");
      return [...lines]
        .sort(([a], [b]) => a - b)
        .map(
          ([line, what]) =>
            `${path.relative(root, file)}:${line}: ${what}: ${source[line - 1]?.trim() ?? ""}`,
        );
    });
}

await main(async () => {
  await setUp("coverage");
  await buildCpp("coverage");
  const tests = await coverageOf("tests", [[path.join(build, "tests/cpp/headsup_tests")]]);
  printTable("tests", tests);
  const replays = fuzzTargets().map(
    (target) =>
      /** @type {const} */ ([path.join(build, "tests/fuzz", target), inRoot("tests/fuzz/corpus", target)]),
  );
  printTable("corpus", await coverageOf("corpus", replays));

  const lines = gaps(tests);
  mkdirSync(inRoot("build/reports"), { recursive: true });
  writeFileSync(inRoot(uncovered), lines.map((line) => `${line}\n`).join(""));
  console.log(`\n${lines.length} gaps of the tests in ${uncovered}`);
});
