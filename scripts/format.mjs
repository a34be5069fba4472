/** `npm run format`: fixes what `npm run check` would report, as far as tools can. */
import { writeApiReference } from "./lib/api_reference.mjs";
import { cppFiles } from "./lib/checks.mjs";
import { writeElementDocs } from "./lib/element_manifest.mjs";
import { tools } from "./lib/paths.mjs";
import { main, run } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

await main(async () => {
  await setUp("check");
  await run("clang-format", ["-i", ...cppFiles()]);
  await run(process.execPath, [tools.biome, "check", "--write"]);
  await writeElementDocs();
  await writeApiReference();
});
