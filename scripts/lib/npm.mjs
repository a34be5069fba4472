/** Compares installed npm packages with a lock file. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

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
