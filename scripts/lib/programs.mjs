/** Finds installed programs; nothing here downloads one. */
import { accessSync, constants } from "node:fs";
import path from "node:path";

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
