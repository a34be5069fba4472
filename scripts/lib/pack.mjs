/** Makes the tarball that users install: dist/package, packed by npm. */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { distPackage } from "./paths.mjs";
import { run } from "./run.mjs";

/** Empties a folder, packs into it and returns the tarball's path.  @param {string} folder */
export async function pack(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await run("npm", ["pack", distPackage, "--pack-destination", folder, "--silent"], { quiet: true });
  const { name, version } = JSON.parse(readFileSync(path.join(distPackage, "package.json"), "utf8"));
  return path.join(folder, `${name}-${version}.tgz`);
}
