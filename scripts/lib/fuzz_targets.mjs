/** The programs of tests/fuzz. */
import { readdirSync } from "node:fs";
import { inRoot } from "./paths.mjs";

/** "fuzz_files", "fuzz_ops" … */
export const fuzzTargets = () =>
  readdirSync(inRoot("tests/fuzz")).flatMap((file) => file.match(/^(fuzz_\w+)\.cpp$/)?.[1] ?? []);
