/** The package as a user gets it: packed, unpacked elsewhere, imported by its name. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { distPackage } from "../../scripts/lib/paths.mjs";
import type * as bareModule from "../../web/src/module/bare_entry.js";
import type * as module from "../../web/src/module/index.node.js";
import type * as python from "../../web/src/module/python/bare_entry.js";
import type * as training from "../../web/src/module/training/bare_entry.js";

export type Package = typeof module;
export type HeadsUp = module.HeadsUp;

/** Where the package is installed, once for all test files of a worker. */
let installation: string | undefined;

/** A folder that lasts as long as the worker, because hooks added by a running test would never be called. */
function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "heads-up-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function installPackage(): string {
  const folder = makeFolder();
  const npm = (...args: string[]) =>
    execFileSync("npm", args, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  npm("pack", distPackage, "--silent");
  const tarball = readdirSync(folder).find((file) => file.endsWith(".tgz"));
  npm("install", "--offline", "--no-audit", "--no-fund", "--no-save", `./${tarball}`);
  return folder;
}

/** A folder in which dist/package is installed, for one test file or test. */
export function installed(): string {
  installation ??= installPackage();
  const folder = makeFolder();
  symlinkSync(path.join(installation, "node_modules"), path.join(folder, "node_modules"), "junction");
  return folder;
}

/** Imports the package as Node resolves it from that folder. */
export async function imported(folder: string): Promise<Package> {
  const found = createRequire(path.join(folder, "index.js")).resolve("heads-up-attention");
  return (await import(pathToFileURL(found).href)) as Package;
}

/** What `load` of the package gives, for one test file. */
export const loadInstalled = async (): Promise<HeadsUp> => (await imported(installed())).load();

/** The package's bare module. */
export async function importedBare(folder: string): Promise<typeof bareModule> {
  const found = createRequire(path.join(folder, "index.js")).resolve("heads-up-attention/heads-up.js");
  return (await import(pathToFileURL(found).href)) as typeof bareModule;
}

/** The package's bare training module. */
export async function importedTraining(folder: string): Promise<typeof training> {
  const found = createRequire(path.join(folder, "index.js")).resolve(
    "heads-up-attention/heads-up-training.js",
  );
  return (await import(pathToFileURL(found).href)) as typeof training;
}

/** The package's bare module of the interpreter. */
export async function importedPython(folder: string): Promise<typeof python> {
  const found = createRequire(path.join(folder, "index.js")).resolve("heads-up-attention/heads-up-python.js");
  return (await import(pathToFileURL(found).href)) as typeof python;
}
