/**
 * `npm run coverage`: what the C++ tests run of each room, as a table of lines, branches and functions. What they do
 * not run is written to build/reports/uncovered.txt.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { buildCpp } from "./lib/cmake.mjs";
import { inRoot } from "./lib/paths.mjs";
import { CommandError, main, outputOf, run } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

const program = inRoot("build/coverage/tests/cpp/headsup_tests");
const profile = inRoot("build/coverage/tests.profdata");
const uncovered = "build/reports/uncovered.txt";
const kinds = /** @type {const} */ (["lines", "branches", "functions"]);

/** @typedef {Record<typeof kinds[number], { count: number, covered: number }>} Summary */

/** @param {readonly string[]} options */
function exported(options) {
  const text = outputOf("llvm-cov", [
    "export",
    program,
    `-instr-profile=${profile}`,
    ...options,
    inRoot("cpp"),
  ]);
  if (text === undefined)
    throw new CommandError("llvm-cov does not take what Clang wrote: are they of one version?");
  return text;
}

/** The room of a file of cpp/.  @param {string} file */
const roomOf = (file) => path.basename(path.dirname(file));

/** The sums of each room.  @returns {Map<string, Summary>} */
function summaries() {
  /** @type {{ data: { files: { filename: string, summary: Summary }[] }[] }} */
  const { data } = JSON.parse(exported(["-summary-only"]));
  /** @type {Map<string, Summary>} */
  const rooms = new Map();
  for (const { filename, summary } of data.flatMap(({ files }) => files)) {
    const room = roomOf(filename);
    const sum = rooms.get(room);
    if (!sum) {
      rooms.set(room, summary);
      continue;
    }
    for (const kind of kinds) {
      sum[kind].count += summary[kind].count;
      sum[kind].covered += summary[kind].covered;
    }
  }
  return rooms;
}

/** "cpp/room/file.cpp:12: the line" for each line that is not run, or runs one way only. */
function gaps() {
  return exported(["-format=lcov"])
    .split("end_of_record")
    .flatMap((record) => {
      const file = record.match(/^SF:(.*)$/m)?.[1];
      if (!file) return [];
      const source = readFileSync(file, "utf8").split("\n");
      const places = [
        ...[...record.matchAll(/^DA:(\d+),0$/gm)].map(([, line]) => ({
          line: Number(line),
          what: "not run",
        })),
        ...[...record.matchAll(/^BRDA:(\d+),\d+,\d+,(?:0|-)$/gm)].map(([, line]) => ({
          line: Number(line),
          what: "one way only",
        })),
      ];
      return places
        .sort((a, b) => a.line - b.line)
        .map(
          ({ line, what }) =>
            `${path.relative(inRoot(), file)}:${line}: ${what}: ${source[line - 1]?.trim() ?? ""}`,
        );
    });
}

/** @param {{ count: number, covered: number }} part */
const share = ({ count, covered }) =>
  `${(count === 0 ? 100 : (100 * covered) / count).toFixed(1).padStart(6)} % ${`(${covered} of ${count})`.padEnd(16)}`;

await main(async () => {
  await setUp("coverage");
  await buildCpp("coverage");
  process.env.LLVM_PROFILE_FILE = inRoot("build/coverage/tests.profraw");
  await run(program, []);
  await run("llvm-profdata", ["merge", "-sparse", process.env.LLVM_PROFILE_FILE, "-o", profile]);

  console.log(`room        ${kinds.map((kind) => kind.padEnd(25)).join("")}`);
  for (const [room, sums] of summaries()) {
    console.log(`${room.padEnd(10)}${kinds.map((kind) => share(sums[kind])).join("")}`);
  }
  mkdirSync(inRoot("build/reports"), { recursive: true });
  const lines = [...new Set(gaps())];
  writeFileSync(inRoot(uncovered), lines.map((line) => `${line}\n`).join(""));
  console.log(`${lines.length} gaps in ${uncovered}`);
});
