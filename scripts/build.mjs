/** `npm run build`: the WebAssembly module, then dist/site, dist/heads-up.html, dist/package and the courses. */
import { copyFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildModule } from "./lib/cmake.mjs";
import { unlessFresh } from "./lib/fresh.mjs";
import { packagesIn } from "./lib/licences.mjs";
import { writePackageFiles } from "./lib/package_files.mjs";
import { distSingleFile, inRoot } from "./lib/paths.mjs";
import { main } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

const settings = [
  "tsconfig.json",
  "package.json",
  "package-lock.json",
  "scripts/lib",
  "scripts/vite",
  "scripts/build.mjs",
];
const licences = ["LICENSE", "docs/licences"];
const guide = ["docs/guide", "examples/own-lesson"];
const inputs = ["web", "build/module", "README.md", "CHANGELOG.md", ...licences, ...guide, ...settings];

/** @param {"site" | "single" | "package" | "package-single" | "package-widget"} mode */
async function viteBuild(mode) {
  const { build } = await import("vite"); // not at the top: set-up may have just installed it
  const built = await build({ configFile: inRoot(`scripts/vite/${mode}.ts`), mode, logLevel: "warn" });
  return /** @type {import("vite").Rollup.RollupOutput} */ (built).output;
}

async function buildSingleFile() {
  await viteBuild("single");
  copyFileSync(inRoot("build/single/index.html"), distSingleFile);
}

export async function buildPackage() {
  const files = [];
  for (const mode of /** @type {const} */ (["package", "package-single", "package-widget"]))
    files.push(...(await viteBuild(mode)));
  await writePackageFiles(packagesIn(files));
}

async function buildCourse() {
  const { coursePackages } = await import("./lib/course.mjs"); // as above
  for (const [name, bytes] of Object.entries(await coursePackages()))
    writeFileSync(inRoot("dist", name), bytes);
}

export async function build() {
  await buildModule();
  await unlessFresh("site", { inputs, outputs: ["dist/site/index.html"], step: () => viteBuild("site") });
  await unlessFresh("single", { inputs, outputs: ["dist/heads-up.html"], step: buildSingleFile });
  await unlessFresh("package", { inputs, outputs: ["dist/package/package.json"], step: buildPackage });
  const courses = ["dist/course.zip", "dist/course-2004.zip"];
  await unlessFresh("course", { inputs, outputs: courses, step: buildCourse });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    await setUp("build");
    await build();
    console.log("Built dist/site, dist/heads-up.html, dist/package and dist/course.zip");
  });
}
