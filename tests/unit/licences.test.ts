/** Everything in dist/ has the licence texts of its contents; esbuild determines these independently of the build. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { build, type Plugin } from "esbuild";
import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { inRoot } from "../../scripts/lib/paths.mjs";

const read = (file: string): string => readFileSync(inRoot(file), "utf8");
const unzipped = (file: string): string =>
  new TextDecoder().decode(unzipSync(readFileSync(inRoot(file)))["LICENSE.txt"]);

/** Imports that only Vite can load: words in parts, texts, workers. None is a package. And what runs programs, which a course has not. */
const withoutAssets: Plugin = {
  name: "without-assets",
  setup: ({ onResolve }) =>
    onResolve({ filter: /\?|^node:|\/notebook_page\.js$|^\.\/program\.js$/ }, ({ path }) => ({
      ...{ path, external: true },
    })),
};

/** All shipped entries, built together so that it takes only a second. */
const ENTRIES = {
  page: ["page/boot.ts"],
  notebook: ["page/notebook/notebook_page.ts"],
  program: ["element/program.ts"],
  frame: ["page/embed/embed.ts", "store/run_worker.ts"],
  module: ["module/index.ts"],
  package: ["module/index.node.ts", "command/main.ts", "package/element.ts", "package/element_class.ts"],
  widget: ["package/widget.ts"],
  course: ["course/course.ts"],
} as const;
const { metafile } = await build({
  ...{ entryPoints: Object.values(ENTRIES).flatMap((files) => files.map((file) => `web/src/${file}`)) },
  ...{ absWorkingDir: inRoot(), outdir: "build", write: false, metafile: true },
  ...{ bundle: true, splitting: true, format: "esm" },
  plugins: [withoutAssets],
});

/** All files that these entries import, directly or not, in one of the metafile's two maps. */
function reachedFrom(
  start: readonly string[],
  all: Readonly<Record<string, { readonly imports: readonly { readonly path: string }[] }>>,
): string[] {
  const reached = new Set<string>();
  const visit = (file: string): void => {
    const one = all[file];
    if (!one || reached.has(file)) return;
    reached.add(file);
    for (const { path } of one.imports) visit(path);
  };
  start.forEach(visit);
  return [...reached];
}

const packagesOf = (files: readonly string[]): string[] => [
  ...new Set(files.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [])),
];

/** The packages that some entries import, and those of them that have code in their bundle. */
function packagesIn(parts: readonly (keyof typeof ENTRIES)[]): { imported: string[]; used: string[] } {
  const sources = parts.flatMap((part) => ENTRIES[part].map((file) => `web/src/${file}`));
  const starts = Object.keys(metafile.outputs).filter((file) =>
    sources.includes(metafile.outputs[file]?.entryPoint ?? ""),
  );
  const inputs = reachedFrom(starts, metafile.outputs).flatMap((file) =>
    Object.entries(metafile.outputs[file]?.inputs ?? {}),
  );
  return {
    imported: packagesOf(reachedFrom(sources, metafile.inputs)),
    used: packagesOf(inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file)),
  };
}

/** The shipped parts: their contents, and where their licence texts are. */
const SHIPPED: Readonly<Record<string, readonly [parts: (keyof typeof ENTRIES)[], text: () => string]>> = {
  "dist/site": [["page", "notebook", "program", "frame"], () => read("dist/site/LICENSE.txt")],
  "dist/heads-up.html": [["page", "notebook", "program"], () => read("dist/heads-up.html")],
  "dist/package": [["module", "package", "widget", "program"], () => read("dist/package/LICENSE")],
  "widget.js": [["widget", "program"], () => read("dist/package/widget.js")],
  "dist/course.zip": [["course"], () => unzipped("dist/course.zip")],
  "dist/course-2004.zip": [["course"], () => unzipped("dist/course-2004.zip")],
  "dist/course-cmi5.zip": [["course"], () => unzipped("dist/course-cmi5.zip")],
};

/** The text, normalised over its forms as a file, a comment and a page. */
const plain = (text: string): string => text.replace(/\* \/|\*\//g, "").replace(/\s+/g, " ");
const licenceOf = (name: string): string => {
  const folder = inRoot("node_modules", name);
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  return plain(readFileSync(path.join(folder, file ?? "LICENSE"), "utf8")).trim();
};

describe.each(Object.entries(SHIPPED))("%s", (_name, [parts, text]) => {
  const shipped = text();
  // The texts are at the end of a script or page.
  const all = plain(shipped.slice(shipped.lastIndexOf("Heads Up\n\nMIT License")));

  test("names the npm packages that it contains and no others, with their texts", () => {
    const { imported, used } = packagesIn(parts);
    const listed = [...shipped.matchAll(/^([@a-z][\w./@-]*) \([\w.-]+\)$/gm)].map(([, name = ""]) => name);
    expect(used.length).toBeGreaterThan(0);
    expect(listed).toEqual(expect.arrayContaining(used));
    expect([...imported, "vite"]).toEqual(expect.arrayContaining(listed)); // Vite adds a helper
    for (const name of used) expect(all, name).toContain(licenceOf(name));
  });

  test("contains our licence, and those of the code compiled into the module", () => {
    expect(all).toContain(plain(read("LICENSE")).trim());
    for (const name of readdirSync(inRoot("docs/licences")))
      expect(all, name).toContain(plain(read(`docs/licences/${name}`)).trim());
    expect(shipped).toContain("https://gitlab.com/libeigen/eigen");
  });
});

test("the README names every dependency", () => {
  const { dependencies } = JSON.parse(read("package.json")) as { dependencies: Record<string, string> };
  const licences = read("README.md").split("\n## Licences\n")[1] ?? "";
  for (const name of [...Object.keys(dependencies), "Eigen", "Emscripten"]) expect(licences).toContain(name);
});
