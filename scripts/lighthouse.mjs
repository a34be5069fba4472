/**
 * `npm run lighthouse`: runs Lighthouse on the built site as a phone and as a laptop: performance, accessibility, best
 * practices, search. It is a package of its own (tests/lighthouse), installed at its first use. Writes its reports to
 * build/reports/lighthouse.
 */
import { mkdirSync, readFileSync } from "node:fs";
import { build } from "./build.mjs";
import { chromiumOptions } from "./lib/browsers.mjs";
import { installPackages } from "./lib/npm.mjs";
import { distSite, inRoot } from "./lib/paths.mjs";
import { main, run } from "./lib/run.mjs";
import { serve } from "./lib/serve.mjs";
import { setUp } from "./setup.mjs";

const home = inRoot("tests/lighthouse");
const reports = inRoot("build/reports/lighthouse");
const pages = { landing: "", lesson: "?lesson=masked-multi-head&step=scores&lang=en" };
const devices = { phone: [], laptop: ["--preset=desktop"] };

await main(async () => {
  await setUp("build", "chromium");
  await build();
  await installPackages(home, "Lighthouse");
  mkdirSync(reports, { recursive: true });
  const { executablePath, args } = chromiumOptions();
  process.env.CHROME_PATH = executablePath;
  const server = await serve({ root: distSite });
  try {
    for (const [page, query] of Object.entries(pages)) {
      for (const [device, preset] of Object.entries(devices)) {
        const out = `${reports}/${page}-${device}`;
        await run(process.execPath, [
          ...[`${home}/node_modules/lighthouse/cli/index.js`, server.url + query, ...preset, "--quiet"],
          ...["--output=json", "--output=html", `--output-path=${out}`],
          `--chrome-flags=${["--headless=new", ...args].join(" ")}`,
        ]);
        const { categories } = JSON.parse(readFileSync(`${out}.report.json`, "utf8"));
        const scores = Object.entries(categories).map(
          ([name, { score }]) => `${name} ${Math.round(100 * score)}`,
        );
        console.log(`${page}, ${device}: ${scores.join(" · ")} → ${out}.report.html`);
      }
    }
  } finally {
    await server.close();
  }
});
