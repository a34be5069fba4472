/** The licence texts of everything shipped: the project, the core's libraries, and the npm packages that a bundle contains. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { inRoot } from "../paths.mjs";
import { coreLibraries } from "./core_libraries.mjs";

/**
 * @typedef {import("vite").Rollup.OutputBundle[string]} OutputFile
 * @typedef {Map<string, string>} Packages  the folder of each npm package, by its name
 */

/**
 * The npm packages of which a bundle contains modules; helpers that Vite adds count as Vite's.
 * @param {readonly OutputFile[]} files
 * @returns {Packages}
 */
export function packagesIn(files) {
  const modules = files.flatMap((file) => (file.type === "chunk" ? Object.keys(file.modules) : []));
  const found = modules.flatMap((id) => {
    if (id.startsWith("\0vite/")) return [/** @type {const} */ (["vite", inRoot("node_modules/vite")])];
    const [, folder, name] = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(id) ?? [];
    return folder && name ? [/** @type {const} */ ([name, folder])] : [];
  });
  return new Map(found);
}

/** @param {string} name  @param {string} folder */
function packageLicence(name, folder) {
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)/i.test(file));
  if (files.length === 0) throw new Error(`${name} is shipped, but ${folder} has no licence text`);
  const text = files.map((file) => readFileSync(path.join(folder, file), "utf8").trim()).join("\n\n");
  // Vite's own licence comes first; the others belong to packages inside Vite, which are not shipped.
  return name === "vite" ? (text.split("\n# Licenses of bundled dependencies")[0] ?? "") : text;
}

/**
 * All licences as one text. Packages with the same licence text share it.
 * @param {Packages} packages
 */
export function licenceText(packages) {
  /** @type {Map<string, string[]>} */
  const namesByText = new Map();
  for (const [name, folder] of [...packages].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { license } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    const text = packageLicence(name, folder);
    namesByText.set(text, [...(namesByText.get(text) ?? []), `${name} (${license})`]);
  }
  const ours = `Heads Up\n\n${readFileSync(inRoot("LICENSE"), "utf8")}`;
  const parts = coreLibraries().map(
    ({ title, file }) => `${title}\n\n${readFileSync(inRoot("docs/licences", file), "utf8")}`,
  );
  const bundled = [...namesByText].map(([text, names]) => `${names.join("\n")}\n\n${text}`);
  return `${[ours, ...parts, ...bundled].map((text) => text.trim()).join(`\n\n${"=".repeat(78)}\n\n`)}\n`;
}

/**
 * Writes LICENSE.txt beside a page. A worker is a separate bundle, so `collect` belongs in the worker's plugins.
 * @returns {{ collect: import("vite").Plugin, write: import("vite").Plugin }}
 */
export function licencesBeside() {
  /** @type {Packages} */
  const packages = new Map();
  return {
    collect: {
      name: "heads-up:licences-collect",
      generateBundle(_, bundle) {
        for (const [name, folder] of packagesIn(Object.values(bundle))) packages.set(name, folder);
      },
    },
    write: {
      name: "heads-up:licences-beside",
      apply: "build",
      generateBundle(_, bundle) {
        const allPackages = new Map([...packages, ...packagesIn(Object.values(bundle))]);
        this.emitFile({ type: "asset", fileName: "LICENSE.txt", source: licenceText(allPackages) });
      },
    },
  };
}

/**
 * Appends the texts to a page that is a single file.
 * @returns {import("vite").Plugin}
 */
export const licencesInPage = () => ({
  name: "heads-up:licences-in-page",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (_html, { bundle = {} }) => [
      {
        tag: "script",
        attrs: { type: "text/plain", id: "licences" },
        children: licenceText(packagesIn(Object.values(bundle))),
        injectTo: "body",
      },
    ],
  },
});

/** The texts as a comment at the end of a script that is a single file.  @param {Packages} packages */
export const licenceComment = (packages) => `/*!\n${licenceText(packages).replaceAll("*/", "* /")}*/\n`; // "*/" would end it
