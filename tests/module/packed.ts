/** The package as a user gets it: packed, unpacked elsewhere, imported by its name. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll } from "vitest";
import { distPackage } from "../../scripts/lib/paths.mjs";
import type * as bareModule from "../../web/src/module/bare_entry.js";
import type * as module from "../../web/src/module/index.node.js";
import type * as training from "../../web/src/module/training/bare_entry.js";

export type Package = typeof module;
export type HeadsUp = module.HeadsUp;

/** The folder of an installed copy of dist/package; it goes when the test file is done. */
export function installed(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "heads-up-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const npm = (...args: string[]) =>
    execFileSync("npm", args, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  npm("pack", distPackage, "--silent");
  const tarball = readdirSync(folder).find((file) => file.endsWith(".tgz"));
  npm("install", "--offline", "--no-audit", "--no-fund", "--no-save", `./${tarball}`);
  return folder;
}

/** Imports a file of the package as Node finds it from that folder. */
export async function imported(folder: string): Promise<Package> {
  const found = createRequire(path.join(folder, "index.js")).resolve("heads-up-attention");
  return (await import(pathToFileURL(found).href)) as Package;
}

/** The bare module's file in the package. */
export async function importedBare(folder: string): Promise<typeof bareModule> {
  const found = createRequire(path.join(folder, "index.js")).resolve("heads-up-attention/heads-up.js");
  return (await import(pathToFileURL(found).href)) as typeof bareModule;
}

/** Training's bare module in the package. */
export async function importedTraining(folder: string): Promise<typeof training> {
  const found = createRequire(path.join(folder, "index.js")).resolve(
    "heads-up-attention/heads-up-training.js",
  );
  return (await import(pathToFileURL(found).href)) as typeof training;
}
