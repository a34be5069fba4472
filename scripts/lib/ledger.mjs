/** The ledger of lines: how much there is to read, the most that there may be, and how much there should be. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { filesBelow } from "./fresh.mjs";
import { root } from "./paths.mjs";
import { CommandError } from "./run.mjs";

const CODE = /\.(ts|mts|mjs|js|cpp|h)$/;

/**
 * What is counted below a folder, what is not, the ceiling, and the goal, if it is not reached yet.
 * Fixtures are what PyTorch computed and the scripts for that.
 * @type {readonly { folder: string, files: RegExp, without?: RegExp, most: number, goal?: number }[]}
 */
const LEDGER = [
  { folder: "web/src", files: /\.ts$/, most: 56_200, goal: 42_000 },
  { folder: "tests", files: CODE, without: /^tests\/(fixtures|fuzz\/corpus)\//, most: 55_600, goal: 43_000 },
  { folder: "scripts", files: CODE, most: 5000 },
  { folder: "cpp", files: CODE, without: /^cpp\/(files|python)\//, most: 19_945, goal: 12_500 },
  { folder: "cpp/python", files: /\.(cpp|h|py)$/, most: 17_450, goal: 7000 },
];

/** Prints the ledger; rejects if a ceiling is exceeded. */
export async function ledger() {
  const over = LEDGER.flatMap(({ folder, files, without, most, goal = most }) => {
    const names = filesBelow(path.join(root, folder))
      .map((file) => path.relative(root, file))
      .filter((file) => files.test(file) && !without?.test(file) && !file.includes("node_modules/"));
    const lines = names.reduce(
      (sum, file) => sum + readFileSync(path.join(root, file), "utf8").split("\n").length - 1,
      0,
    );
    console.log(
      `${folder.padEnd(10)}${lines.toLocaleString("en").padStart(7)} lines, at most ${most.toLocaleString("en")}${goal < most ? `, better ${goal.toLocaleString("en")}` : ""}`,
    );
    return lines > most ? [`${folder} has ${lines - most} lines too many`] : [];
  });
  if (over.length > 0) throw new CommandError(over.join("\n"));
}
