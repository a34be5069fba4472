/**
 * The lessons as the page opens them: their names, and their traces from the built module in a form that can be sent to a
 * page.
 */
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { lessonNames } from "../locales.mjs";
import { inRoot } from "../paths.mjs";
import { CommandError } from "../run.mjs";

/**
 * @param {{ lesson?: string | undefined, sizes?: Partial<import("../../../web/src/module/types.js").LessonSpec> }} [asked]
 * @returns {Promise<{ lesson: string, trace: unknown }[]>}
 */
export async function lessonTraces({ lesson, sizes = {} } = {}) {
  const module = inRoot("dist/package/index.node.js");
  if (!existsSync(module)) throw new CommandError(`${module} is not there yet: npm run build makes it`);
  const hu = await (await import(pathToFileURL(module).href)).load();
  const { openingSpec } = await lessonList();
  return lessonNames()
    .filter((name) => !lesson || name === lesson)
    .map((name) => ({ lesson: name, trace: plain(hu.run({ ...openingSpec(name), ...sizes })) }));
}

/**
 * The page's own list of lessons.
 * @returns {Promise<typeof import("../../../web/src/lessons/lessons.js")>}
 */
async function lessonList() {
  const entryPoints = [inRoot("web/src/lessons/lessons.ts")];
  const { outputFiles } = await build({ entryPoints, bundle: true, write: false, format: "esm" });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? "")}`);
}

/** A trace as JSON: typed arrays become lists, and numbers that JSON lacks become text. @param {any} trace */
const plain = (trace) => ({
  spec: trace.spec,
  steps: trace.steps.map((/** @type {any} */ step) => ({
    ...step,
    data: Array.from(step.data, (/** @type {number} */ v) => (Number.isFinite(v) ? v : String(v))),
  })),
});
