/** `npm run build`: the WebAssembly module, then dist/site, dist/heads-up.html and dist/package. */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildModule } from "./lib/cmake.mjs";
import { unlessFresh } from "./lib/fresh.mjs";
import { distPackage, distSingleFile, inRoot, tools } from "./lib/paths.mjs";
import { main, run } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

const settings = [
  "vite.config.ts",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
  "scripts/lib",
  "scripts/build.mjs",
];
const guide = ["docs/guide", "examples/own-lesson"];
const inputs = ["web", "build/module", "README.md", "LICENSE", ...guide, ...settings];

/** @param {"site" | "single" | "package"} mode */
async function viteBuild(mode) {
  const { build } = await import("vite"); // not at the top: set-up may only just have installed it
  await build({ configFile: inRoot("vite.config.ts"), mode, logLevel: "warn" });
}

async function buildSingleFile() {
  await viteBuild("single");
  copyFileSync(inRoot("build/single/index.html"), distSingleFile);
}

/** The package.json of the published package: what users need from ours, and where its files are. */
function packageManifest() {
  const { name, version, description, keywords, license, author, type, engines } = JSON.parse(
    readFileSync(inRoot("package.json"), "utf8"),
  );
  return {
    ...{ name, version, description, keywords, license, author, type, engines },
    sideEffects: false,
    types: "./index.d.ts",
    bin: { [name]: "./cli.js" },
    exports: {
      ".": { types: "./index.d.ts", node: "./index.node.js", default: "./index.js" },
      "./heads-up.wasm": "./heads-up.wasm",
      "./lesson.schema.json": "./lesson.schema.json",
      "./package.json": "./package.json",
    },
  };
}

async function buildPackage() {
  await viteBuild("package");
  await run(process.execPath, [tools.tsc, "--project", "web/src/module"]);
  copyFileSync(inRoot("README.md"), `${distPackage}/README.md`);
  copyFileSync(inRoot("web/public/lesson.schema.json"), `${distPackage}/lesson.schema.json`);
  const licences = ["LICENSE", "node_modules/fflate/LICENSE"].map((file) =>
    readFileSync(inRoot(file), "utf8"),
  );
  writeFileSync(`${distPackage}/LICENSE`, licences.join("\nfflate, which is part of module.js:\n\n"));
  writeFileSync(`${distPackage}/package.json`, `${JSON.stringify(packageManifest(), null, 2)}\n`);
}

export async function build() {
  await buildModule();
  await unlessFresh("site", { inputs, outputs: ["dist/site/index.html"], step: () => viteBuild("site") });
  await unlessFresh("single", { inputs, outputs: ["dist/heads-up.html"], step: buildSingleFile });
  await unlessFresh("package", { inputs, outputs: ["dist/package/package.json"], step: buildPackage });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    await setUp("build");
    await build();
    console.log("Built dist/site, dist/heads-up.html and dist/package");
  });
}
