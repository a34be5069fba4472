/** The paths of files and folders in the checkout. */
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** @param {...string} parts */
export const inRoot = (...parts) => path.join(root, ...parts);

export const distSite = inRoot("dist/site");
export const distPackage = inRoot("dist/package");
/** The pictures of every step with which the walks compare. */
export const keptPictures = inRoot("tests/pictures");
export const distSingleFile = inRoot("dist/heads-up.html");

/** Programs from node_modules, started by their own files because `node_modules/.bin` differs between platforms. */
export const tools = {
  attw: inRoot("node_modules/@arethetypeswrong/cli/dist/index.js"),
  biome: inRoot("node_modules/@biomejs/biome/bin/biome"),
  tsc: inRoot("node_modules/typescript/bin/tsc"),
  vitest: inRoot("node_modules/vitest/vitest.mjs"),
};
