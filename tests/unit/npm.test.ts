/** Packages are installed again when the lock file asks for others than are installed. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { hasLockedPackages } from "../../scripts/lib/npm.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "heads-up-npm-"));
  mkdirSync(path.join(folder, "node_modules"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (file: string, packages: object): void =>
  writeFileSync(path.join(folder, file), JSON.stringify({ packages }));
const lock = (packages: object): void => write("package-lock.json", { "": {}, ...packages });
const install = (packages: object): void => write("node_modules/.package-lock.json", packages);

test("nothing is installed before the first installation", () => {
  lock({ "node_modules/a": { version: "1.0.0" } });
  expect(hasLockedPackages(folder)).toBe(false);
});

test("the versions of the lock file count, not only the names", () => {
  lock({ "node_modules/a": { version: "1.0.1" } });
  install({ "node_modules/a": { version: "1.0.0" } });
  expect(hasLockedPackages(folder)).toBe(false);
  install({ "node_modules/a": { version: "1.0.1" } });
  expect(hasLockedPackages(folder)).toBe(true);
});

test("a package may be missing only if it is optional, as for another system", () => {
  const a = { "node_modules/a": { version: "1.0.0" } };
  install(a);
  lock({ ...a, "node_modules/b": { version: "2.0.0", optional: true } });
  expect(hasLockedPackages(folder)).toBe(true);
  lock({ ...a, "node_modules/b": { version: "2.0.0" } });
  expect(hasLockedPackages(folder)).toBe(false);
});
