/** Finds and runs installed programs; nothing here downloads one. */
import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import path from "node:path";
import { root } from "./paths.mjs";

/** A program that failed; scripts print its message alone, without a stack. */
export class CommandError extends Error {}

/**
 * Runs a program to its end, at the top of the checkout; rejects with a CommandError unless it returns 0.
 * `quiet` holds the output back and shows it only if the program fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ quiet?: boolean }} [options]
 * @returns {Promise<void>}
 */
export function run(command, args, { quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const out = quiet ? "pipe" : "inherit";
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", out, out] });
    /** @type {Buffer[]} */
    const held = [];
    child.stdout?.on("data", (chunk) => held.push(chunk));
    child.stderr?.on("data", (chunk) => held.push(chunk));
    child.on("error", (error) => reject(new CommandError(`${command} did not start: ${error.message}`)));
    child.on("close", (code, signal) => {
      if (code === 0) return resolve();
      process.stderr.write(Buffer.concat(held));
      reject(new CommandError(`failed (${signal ?? `exit code ${code}`}): ${[command, ...args].join(" ")}`));
    });
  });
}

/**
 * What a program prints, or undefined where it is missing or fails.
 * @param {string} command
 * @param {readonly string[]} args
 */
export function outputOf(command, args) {
  const { status, stdout } = spawnSync(command, args, {
    encoding: "utf8",
    maxBuffer: Number.POSITIVE_INFINITY,
    stdio: ["ignore", "pipe", "ignore"],
  });
  return status === 0 ? stdout : undefined;
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The path of the first of these programs that is there: by name on the PATH, then at the given places.
 * @param {readonly string[]} names
 * @param {readonly string[]} [places]
 * @returns {string | undefined}
 */
export function findProgram(names, places = []) {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...onPath, ...places].find(isExecutable);
}

/**
 * The body of a script: a failure ends it with exit code 1.
 * @param {() => Promise<void>} body
 */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    console.error(error instanceof CommandError ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}
