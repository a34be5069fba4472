/**
 * A pseudo-locale as a third language: every English sentence with accented letters and 40 % longer, and the site built with
 * that additional file.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "vite";
import { inRoot } from "../../scripts/lib/paths.mjs";

/** A code that is not one of the page's languages. */
export const PSEUDO = "eo";

type Tree = { readonly [key: string]: string | Tree };

const PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ACCENTED = "áƀçđéƒǵħíĵķłɱñóƥɋřśŧúṽŵẋýžÁƁÇĐÉƑǴĦÍĴĶŁṀÑÓƤɊŘŚŦÚṼŴẊÝŽ";
const accent = (text: string): string =>
  [...text].map((letter) => [...ACCENTED][PLAIN.indexOf(letter)] ?? letter).join("");

/** Accents only the words of plural forms, such as `{count|one cell|other cells}`. */
const accentForms = (part: string): string =>
  part.replace(/\|(one|other) ([^|}]*)/g, (_, form: string, words: string) => `|${form} ${accent(words)}`);

/** Accents the words, keeps code and placeholders, and pads the text to be 40 % longer. */
function pseudo(text: string): string {
  const parts = text.split(/(`[^`]*`|\{\w+[^}]*\})/);
  const label = parts.map((part, i) => (i % 2 === 1 ? accentForms(part) : accent(part))).join("");
  const more = Math.ceil(text.replace(/`[^`]*`|\{\w+[^}]*\}/g, "").length * 0.4);
  const tail = Array.from({ length: more }, (_, i) => (i % 7 === 0 ? " " : "ẽ")).join("");
  return `${label}${tail}`.trim();
}

const pseudoTree = (tree: Tree): Tree =>
  Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === "string" ? pseudo(value) : pseudoTree(value),
    ]),
  );

/** Builds the site from a copy of web/ with one more locale file; returns its folder, and a function to remove it. */
export async function buildWithPseudoLocale(): Promise<{ site: string; remove(): void }> {
  // Within the checkout, so that the copy finds the module and its dependencies as the original does.
  mkdirSync(inRoot("build"), { recursive: true });
  const folder = mkdtempSync(inRoot("build/pseudo-"));
  const web = path.join(folder, "web");
  cpSync(inRoot("web"), web, { recursive: true });
  // Files that the sources import from above web/.
  for (const above of ["tsconfig.json", "build/module"])
    cpSync(inRoot(above), path.join(folder, above), { recursive: true });
  const english = JSON.parse(readFileSync(path.join(web, "locales/en.json"), "utf8")) as Tree;
  writeFileSync(path.join(web, `locales/${PSEUDO}.json`), JSON.stringify(pseudoTree(english)));
  const site = path.join(folder, "site");
  // A production build; the tests' NODE_ENV would select the libraries' development builds.
  const { NODE_ENV } = process.env;
  process.env["NODE_ENV"] = "production";
  try {
    await build({
      configFile: inRoot("scripts/vite/site.ts"),
      root: web,
      logLevel: "error",
      build: { outDir: site, emptyOutDir: true },
    });
  } finally {
    process.env["NODE_ENV"] = NODE_ENV;
  }
  return { site, remove: () => rmSync(folder, { recursive: true }) };
}
