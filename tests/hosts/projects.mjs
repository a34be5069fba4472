/** Project folders as a user has them: the installed package, a few files, and what a tool builds from them. */
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";

const here = import.meta.dirname;
export const examples = path.join(here, "../../examples");

const html = (/** @type {string} */ body) =>
  `<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>A page of somebody's</title>\n<body>${body}</body></html>\n`;
const ELEMENT =
  '<heads-up lesson="masked-multi-head" step="scores" lang="en" controls="none" seed="42"></heads-up>';

/** Installs the package in an empty folder.  @param {string} folder  @param {string} tarball */
function install(folder, tarball) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    path.join(folder, "package.json"),
    '{ "name": "stranger", "private": true, "type": "module" }\n',
  );
  const args = ["install", "--offline", "--no-audit", "--no-fund", "--silent", tarball];
  execFileSync("npm", args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
}

/**
 * The helpers with which a host sets up its project.
 * @typedef {object} Project
 * @property {string} folder
 * @property {(...names: string[]) => void} take  files of app/ to the top of the folder
 * @property {(body?: string, name?: string) => void} page  an HTML page
 * @property {(name: string) => void} copyExample  an example's files to the top of the folder
 * @property {(...names: string[]) => void} link  packages of this folder's node_modules
 * @property {(name: string, change: (text: string) => string) => void} edit  one of the files
 * @property {(to: string) => void} copyPackage  the installed package as files of the page
 */

/** @param {string} folder  @param {string} tarball  @returns {Project} */
export function newProject(folder, tarball) {
  install(folder, tarball);
  const at = (/** @type {string} */ name) => path.join(folder, name);
  return {
    folder,
    take: (...names) => {
      for (const name of names) copyFileSync(path.join(here, "app", name), at(name));
    },
    page: (body = `${ELEMENT}<script type="module" src="./app.js"></script>`, name = "index.html") =>
      writeFileSync(at(name), html(body)),
    copyExample: (name) => cpSync(path.join(examples, name), folder, { recursive: true }),
    link: (...names) => {
      for (const name of names)
        symlinkSync(path.join(here, "node_modules", name), at(`node_modules/${name}`));
    },
    edit: (name, change) => writeFileSync(at(name), change(readFileSync(at(name), "utf8"))),
    copyPackage: (to) => cpSync(at("node_modules/heads-up-attention"), at(to), { recursive: true }),
  };
}

/** The element in a page, before the script that makes it work. */
export const withElement = (/** @type {string} */ script) => `${ELEMENT}${script}`;
