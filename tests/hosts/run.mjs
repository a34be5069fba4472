/**
 * `npm run hosts`: the packed package in every host that can run here, each in an empty folder, and the course with a Learning
 * Record Store. The hosts' own tools and the store have separate lock files and are installed by the first run. An argument
 * selects hosts: `npm run hosts -- vite`, `npm run hosts -- lrs`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "../../scripts/build.mjs";
import { installPackages, pack } from "../../scripts/lib/npm.mjs";
import { main } from "../../scripts/lib/run.mjs";
import { setUp } from "../../scripts/setup.mjs";

/** What is installed by the first run. */
const TOOLS = [
  { folder: import.meta.dirname, what: "what the hosts are made with" },
  {
    folder: path.join(import.meta.dirname, "../lrs"),
    what: "a Learning Record Store",
    // It asks for Node 6 to 8 and runs on 20; npm hands this project's own strictness on to what it runs.
    options: ["--no-engine-strict"],
  },
];

/** @param {string} wanted */
async function tryAll(wanted) {
  const [{ hosts }, { visits }, { launch }, { newProject }] = await Promise.all([
    import("./hosts.mjs"),
    import("../lrs/visits.mjs"),
    import("./in_browser.mjs"),
    import("./projects.mjs"),
  ]);
  const folder = mkdtempSync(path.join(tmpdir(), "heads-up-hosts-"));
  const browser = await launch();
  const rows = [];
  try {
    const tarball = await pack(path.join(folder, "packed"));
    for (const [i, host] of [...hosts, ...visits].entries()) {
      const title = `${host.name.padEnd(22)}${host.with}`;
      if (!title.toLowerCase().includes(wanted)) continue;
      const start = performance.now();
      const failure = await Promise.resolve()
        .then(() =>
          "visit" in host
            ? host.visit(browser)
            : host.run(newProject(path.join(folder, `host-${i}`), tarball), browser),
        )
        .then(() => undefined, String);
      const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(6);
      rows.push({ title, failure });
      console.log(
        `${failure ? "failed" : "passed"} ${seconds} s   ${title}${failure ? `\n${failure}\n` : ""}`,
      );
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return rows;
}

await main(async () => {
  await setUp("build", "test");
  await build();
  for (const { folder, what, options } of TOOLS) await installPackages(folder, what, options);
  const rows = await tryAll((process.argv[2] ?? "").toLowerCase());
  const failed = rows.filter(({ failure }) => failure !== undefined);
  for (const { title, failure } of failed) console.log(`failed: ${title}: ${failure?.split("\n")[0]}`);
  console.log(`${rows.length - failed.length} passed, ${failed.length} failed`);
  if (failed.length > 0 || rows.length === 0) process.exitCode = 1;
});
