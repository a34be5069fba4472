/** Finds and runs installed programs; never downloads one. */
import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import path from "node:path";
import { root } from "./paths.mjs";

/** The error of a failed command; scripts print only its message, without a stack trace. */
export class CommandError extends Error {}

/** How long child processes may take to end after this script was interrupted. */
const GRACE_MS = 1000;
const SIGNALS = /** @type {const} */ ({ SIGINT: 2, SIGTERM: 15, SIGHUP: 1 });

/**
 * The process groups that this script started, by the id of their leader; undefined before the first one.
 * @type {Set<number> | undefined}
 */
let groups;
let interrupted = false;

/** @param {NodeJS.Signals} signal */
function endGroups(signal) {
  for (const group of groups ?? [])
    try {
      process.kill(-group, signal);
    } catch {
      // The group has already ended.
    }
}

/** When the script is interrupted, ends its child processes first: with SIGTERM, then with SIGKILL. */
function watchForInterrupts() {
  process.once("exit", () => endGroups("SIGKILL"));
  for (const [signal, number] of Object.entries(SIGNALS))
    process.on(signal, () => {
      interrupted = true;
      endGroups("SIGTERM");
      setTimeout(() => process.exit(128 + number), groups?.size ? GRACE_MS : 0);
    });
  return new Set();
}

/**
 * Runs a program to its end, in the root of the checkout or in `cwd`; rejects with a CommandError unless it returns 0. It leads
 * its own process group, which ends with this script. With `quiet`, its output is shown only if it fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ quiet?: boolean, cwd?: string }} [options]
 * @returns {Promise<void>}
 */
export function run(command, args, { quiet = false, cwd = root } = {}) {
  groups ??= watchForInterrupts();
  return new Promise((resolve, reject) => {
    if (interrupted) return; // the script is about to end, so nothing more is started
    const out = quiet ? "pipe" : "inherit";
    const child = spawn(command, args, { cwd, stdio: ["ignore", out, out], detached: true });
    const group = child.pid ?? 0;
    if (group > 0) groups?.add(group);
    /** @type {Buffer[]} */
    const output = [];
    child.stdout?.on("data", (chunk) => output.push(chunk));
    child.stderr?.on("data", (chunk) => output.push(chunk));
    child.on("error", (error) => reject(new CommandError(`${command} did not start: ${error.message}`)));
    child.on("close", (code, signal) => {
      if (interrupted) return; // its group stays in the list, because others in it may be alive
      groups?.delete(group);
      if (code === 0) return resolve();
      process.stderr.write(Buffer.concat(output));
      reject(new CommandError(`failed (${signal ?? `exit code ${code}`}): ${[command, ...args].join(" ")}`));
    });
  });
}

/**
 * The output of a program, or undefined if it is missing or fails.
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
 * The path of the first of these programs that exists: by name on the PATH, then at the given paths.
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
 * The parts that the option `--only` names, or all of them without it. Other names are refused: a typo would measure nothing.
 * @template {string} Part
 * @param {readonly Part[]} parts
 * @param {readonly string[] | undefined} only
 */
export function chosenParts(parts, only = parts) {
  for (const name of only) {
    if (!parts.some((part) => part === name))
      throw new CommandError(`--only ${name}: wants one of ${parts.join(", ")}`);
  }
  return parts.filter((part) => only.includes(part));
}

/**
 * Runs the body of a script; if it fails, the exit code is 1.
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
