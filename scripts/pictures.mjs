/** `npm run pictures`: repaints the stored pictures of every step; `git diff` then shows which have changed. */
import path from "node:path";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { root } from "./lib/paths.mjs";
import { main } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

const { values: options } = parseArgs({ options: { out: { type: "string" } } });

await main(async () => {
  await setUp("build", "chromium");
  await build();
  // Imported here because the set-up may have only just installed its dependencies.
  const { keepPictures, keptPictures } = await import("./lib/pictures/snapshots.mjs");
  const folder = path.resolve(options.out ?? keptPictures);
  const { count, bytes } = await keepPictures(folder);
  console.log(`${count} pictures, ${Math.round(bytes / 1000)} kB → ${path.relative(root, folder)}`);
});
