/** The tarball that strangers get: dist/package, packed by npm. */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { distPackage } from "./paths.mjs";
import { run } from "./run.mjs";

/** Packs into an emptied folder and says where the tarball is.  @param {string} folder */
export async function pack(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await run("npm", ["pack", distPackage, "--pack-destination", folder, "--silent"], { quiet: true });
  const { name, version } = JSON.parse(readFileSync(path.join(distPackage, "package.json"), "utf8"));
  return path.join(folder, `${name}-${version}.tgz`);
}
