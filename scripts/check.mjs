/** `npm run check`: checks format, lint, types, links, references, the package and sizes. Runs all checks before it reports. */
import { build } from "./build.mjs";
import { apiReference } from "./lib/api_reference.mjs";
import { budgets } from "./lib/budgets.mjs";
import { biome, clangFormat, clangTidy, docs, links, packedPackage, types } from "./lib/checks.mjs";
import { elementDocs } from "./lib/element_manifest.mjs";
import { main } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

/** @type {readonly [name: string, run: () => Promise<void>][]} */
const checks = [
  ["build", build], // first, because tests import the built package and its types
  ["clang-format", clangFormat],
  ["clang-tidy", clangTidy],
  ["biome", biome],
  ["types", types],
  ["links", links],
  ["C++ reference", docs],
  ["the element's table", elementDocs],
  ["the module's reference", apiReference],
  ["the package", packedPackage],
  ["sizes", budgets],
];

await main(async () => {
  await setUp("check");
  const failed = [];
  for (const [name, run] of checks) {
    console.log(`\n== ${name}`);
    try {
      await run();
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      failed.push(name);
    }
  }
  console.log(failed.length === 0 ? "\nEvery check passed" : `\nFailed: ${failed.join(", ")}`);
  if (failed.length > 0) process.exitCode = 1;
});
