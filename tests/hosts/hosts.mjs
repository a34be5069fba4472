/** The hosts: how a user sets up each from nothing, and what it must then do. */
import { execFileSync } from "node:child_process";
import path from "node:path";
import { withEsbuild, withRollup, withVite, withViteServer, withWebpack } from "./builders.mjs";
import { both, checkFigure, component, elementSteps, inPage, moduleRan, notebook } from "./in_browser.mjs";
import { withElement } from "./projects.mjs";

/** @typedef {import("./projects.mjs").Project} Project */
/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {{ name: string, with: string, run: (project: Project, browser: Browser) => Promise<void> }} Host */

const tsc = path.join(import.meta.dirname, "node_modules/typescript/bin/tsc");
const strict = ["--strict", "--exactOptionalPropertyTypes", "--target", "es2022", "--lib", "es2023,dom"];

/** What Node prints.  @param {Project} project  @param {...string} args */
const node = ({ folder }, ...args) => execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" });

/** Runs TypeScript and fails with its output.  @param {Project} project  @param {...string} args */
function compile(project, ...args) {
  try {
    node(project, tsc, ...args);
  } catch (error) {
    throw new Error(/** @type {{ stdout: string }} */ (error).stdout);
  }
}

/** @param {(project: Project) => Promise<string>} build  @returns {Host["run"]} */
const bundled = (build) => async (project, browser) => {
  project.take("app.js");
  project.page();
  await inPage(browser, await build(project), both);
};

const IMPORTS = ["index", "element"].map((file) => {
  const name = file === "index" ? "heads-up-attention" : `heads-up-attention/${file}`;
  return [name, `./heads-up-attention/${file}.js`];
});
const importMap = `<script type="importmap">${JSON.stringify({ imports: Object.fromEntries(IMPORTS) })}</script>`;

/** @type {readonly Host[]} */
export const hosts = [
  {
    name: "Node",
    with: ". and ./single",
    run: async (project) => {
      for (const entry of ["heads-up-attention", "heads-up-attention/single"]) {
        const code = `import { load } from "${entry}";
          const { steps } = (await load()).run({ lesson: "masked-multi-head" });
          console.log(JSON.stringify([...steps.find(({ name }) => name === "attention").data.slice(10, 12)]));`;
        checkFigure(JSON.parse(node(project, "--input-type=module", "--eval", code)));
      }
    },
  },
  {
    name: "TypeScript, strict",
    with: "node16 and bundler, then run in Node",
    run: async (project) => {
      project.take("strict.mts", "strict_element.mts");
      const files = ["strict.mts", "strict_element.mts"];
      compile(
        project,
        ...strict,
        "--noEmit",
        "--module",
        "esnext",
        "--moduleResolution",
        "bundler",
        ...files,
      );
      compile(project, ...strict, "--module", "node16", "--moduleResolution", "node16", ...files);
      for (const line of node(project, "strict.mjs").trim().split("\n")) checkFigure(JSON.parse(line));
    },
  },
  { name: "Vite", with: ". and ./element, built", run: bundled((project) => withVite(project)) },
  {
    name: "Vite",
    with: ". and ./element, its own server",
    run: async (project, browser) => {
      project.take("app.js");
      project.page();
      await inPage(browser, await withViteServer(project), both);
    },
  },
  {
    name: "Vite",
    with: ". in a worker",
    run: async (project, browser) => {
      project.take("worker_app.js", "worker.js");
      project.page('<script type="module" src="./worker_app.js"></script>');
      await inPage(browser, await withVite(project), moduleRan);
    },
  },
  { name: "webpack", with: ". and ./element", run: bundled(withWebpack) },
  { name: "Rollup", with: ". and ./element", run: bundled(withRollup) },
  { name: "esbuild", with: ". and ./element", run: bundled(withEsbuild) },
  {
    name: "<script type=module>",
    with: "./element",
    run: async (project, browser) => {
      project.copyPackage("heads-up-attention");
      project.page(withElement('<script type="module" src="./heads-up-attention/element.js"></script>'));
      await inPage(browser, project.folder, elementSteps);
    },
  },
  {
    name: "an import map",
    with: ". and ./element",
    run: async (project, browser) => {
      project.copyPackage("heads-up-attention");
      project.take("app.js");
      project.page(withElement(`${importMap}<script type="module" src="./app.js"></script>`));
      await inPage(browser, project.folder, both);
    },
  },
  {
    name: "a module worker",
    with: ". without a bundler",
    run: async (project, browser) => {
      project.copyPackage("heads-up-attention");
      project.take("worker_app.js", "worker.js");
      project.edit("worker.js", (text) =>
        text.replace('"heads-up-attention"', '"./heads-up-attention/index.js"'),
      );
      project.page('<script type="module" src="./worker_app.js"></script>');
      await inPage(browser, project.folder, moduleRan);
    },
  },
  ...["blob", "data"].map((scheme) => ({
    name: `a ${scheme}: URL`,
    with: "./single",
    run: async (/** @type {Project} */ project, /** @type {Browser} */ browser) => {
      project.copyPackage("heads-up-attention");
      project.take("single_app.js");
      project.page('<script type="module" src="./single_app.js"></script>');
      await inPage(browser, project.folder, moduleRan, `?scheme=${scheme}`);
    },
  })),
  {
    name: "a notebook (AFM)",
    with: "./widget",
    run: async (project, browser) => {
      project.copyPackage("heads-up-attention");
      project.take("notebook.js");
      project.page(
        '<div id="one"></div><div id="two"></div><script type="module" src="./notebook.js"></script>',
      );
      await inPage(browser, project.folder, notebook);
    },
  },
  {
    name: "React",
    with: "./element, examples/react",
    run: async (project, browser) => {
      project.copyExample("react");
      project.link("react", "react-dom", "@types");
      compile(project, "--project", ".");
      await inPage(browser, await withVite(project), component);
    },
  },
  {
    name: "Svelte",
    with: "./element, examples/svelte",
    run: async (project, browser) => {
      project.copyExample("svelte");
      project.link("svelte");
      await inPage(browser, await withVite(project, true), component);
    },
  },
];
