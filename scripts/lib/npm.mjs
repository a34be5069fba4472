/** Installs the npm packages of a lock file, and packs ours. */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { distPackage } from "./paths.mjs";
import { run } from "./run.mjs";

/**
 * Whether a folder's node_modules has exactly the versions of its lock file. File times are not compared, because a checkout
 * changes them.
 * @param {string} folder
 */
export function hasLockedPackages(folder) {
  const installedLock = path.join(folder, "node_modules/.package-lock.json");
  if (!existsSync(installedLock)) return false;
  /** @type {Record<string, { version: string, optional?: boolean }>} */
  const wanted = JSON.parse(readFileSync(path.join(folder, "package-lock.json"), "utf8")).packages;
  /** @type {Record<string, { version: string }>} */
  const installed = JSON.parse(readFileSync(installedLock, "utf8")).packages;
  return Object.entries(wanted).every(([place, { version, optional }]) => {
    if (place === "") return true;
    const found = installed[place];
    return found ? found.version === version : optional === true;
  });
}

/**
 * Installs a folder's packages unless they are there.
 * @param {string} folder  @param {string} what  it is told that these are installed  @param {readonly string[]} [options]
 */
export async function installPackages(folder, what, options = []) {
  // npm can end without an error and without having installed anything.
  for (let tries = 0; tries < 3 && !hasLockedPackages(folder); tries++) {
    console.log(`Installing ${what}`);
    const flags = ["--ignore-scripts", "--no-audit", "--no-fund", ...options];
    await run("npm", ["ci", "--prefix", folder, ...flags], { quiet: true });
  }
}

/** Empties a folder, packs dist/package into it and returns the path of the tarball, which users install.  @param {string} folder */
export async function pack(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await run("npm", ["pack", distPackage, "--pack-destination", folder, "--silent"], { quiet: true });
  const { name, version } = JSON.parse(readFileSync(path.join(distPackage, "package.json"), "utf8"));
  return path.join(folder, `${name}-${version}.tgz`);
}
