/** `npm run build`: the WebAssembly module, then dist/site, dist/heads-up.html, dist/package and the courses. */
import { appendFileSync, copyFileSync, existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildModule } from "./lib/cmake.mjs";
import { unlessFresh } from "./lib/fresh.mjs";
import { licenceComment, packagesIn } from "./lib/licences/licences.mjs";
import { writeSbom } from "./lib/licences/sbom.mjs";
import { writePackageFiles } from "./lib/package_files.mjs";
import { distPackage, distSingleFile, inRoot } from "./lib/paths.mjs";
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
const courses = ["dist/course.zip", "dist/course-2004.zip", "dist/course-cmi5.zip"];
const inputs = ["web", "build/module", ...licences, ...guide, ...settings];

/** @param {"site" | "single" | "package" | "package-single" | "package-widget"} mode */
async function viteBuild(mode) {
  const { build } = await import("vite"); // imported here because the set-up may have only just installed it
  const built = await build({
    configFile: inRoot(`scripts/vite/${mode.split("-")[0]}.ts`),
    mode,
    logLevel: "warn",
  });
  return /** @type {import("vite").Rollup.RollupOutput} */ (built).output;
}

async function buildSingleFile() {
  await viteBuild("single");
  copyFileSync(inRoot("build/single/index.html"), distSingleFile);
}

async function buildPackage() {
  const parts = [...(await viteBuild("package")), ...(await viteBuild("package-single"))];
  const widget = await viteBuild("package-widget");
  appendFileSync(path.join(distPackage, "widget.js"), licenceComment(packagesIn(widget)));
  await writePackageFiles(packagesIn([...parts, ...widget]));
}

async function buildCourse() {
  const { coursePackages } = await import("./lib/course.mjs"); // as above
  for (const [name, bytes] of Object.entries(await coursePackages()))
    writeFileSync(inRoot("dist", name), bytes);
}

/** Prints the name of each step before it starts, with its time on two idle cores. */
export async function build() {
  const isFirst = !existsSync(inRoot("build/wasm/module"));
  console.log(
    `The C++ core as WebAssembly: ${isFirst ? "about 3 minutes" : "seconds, or minutes after a change"}`,
  );
  await buildModule();
  await buildDist();
}

/** Builds everything but the core, except what is up to date. */
export async function buildDist() {
  const documents = ["README.md", "CHANGELOG.md", "docs"];
  await unlessFresh("site", {
    ...{ inputs, outputs: ["dist/site/index.html"], step: () => viteBuild("site") },
    says: "The page, dist/site: about 20 s",
  });
  await unlessFresh("single", {
    ...{ inputs, outputs: ["dist/heads-up.html"], step: buildSingleFile },
    says: "The page in one file, dist/heads-up.html: about 10 s",
  });
  await unlessFresh("package", {
    ...{ inputs: [...inputs, ...documents], outputs: ["dist/package/package.json"], step: buildPackage },
    says: "The npm package, dist/package: about 40 s",
  });
  await unlessFresh("sbom", {
    inputs: [
      ...["package-lock.json", "scripts/lib/licences/sbom.mjs", "scripts/lib/licences/core_libraries.mjs"],
      ...["dist/package/build-info.json", "dist/site/LICENSE.txt"],
    ],
    outputs: ["dist/sbom.cdx.json", "dist/package/sbom.cdx.json"],
    step: async () => writeSbom(),
  });
  await unlessFresh("course", {
    ...{ inputs, outputs: courses, step: buildCourse },
    says: "The courses, dist/course*.zip: about 20 s",
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    await setUp("build");
    await build();
    const others = ["dist/heads-up.html", "dist/package", ...courses];
    console.log(`Built dist/site, ${others.join(", ")} and dist/sbom.cdx.json`);
  });
}
