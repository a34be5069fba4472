/** Runs the races in Node and in browsers, each in its own process. */
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { inRoot, root } from "../paths.mjs";
import { run } from "../run.mjs";
import { serve } from "../serve.mjs";
import { programs } from "./peers.mjs";

/**
 * @typedef {import("../../../tests/bench/job.js").Job} Job
 * @typedef {import("../../../tests/bench/job.js").Answer} Answer
 * @typedef {import("../../../tests/bench/browsers.js").Browser} Browser
 */

/** @param {Job} job @returns {Promise<{ version: string, answer: Answer }>} */
export async function inNode(job) {
  const [jobFile, answerFile] = [inRoot("build/bench/job.json"), inRoot("build/bench/answer.json")];
  writeFileSync(jobFile, JSON.stringify(job));
  await run(process.execPath, [programs.inNode, jobFile, answerFile]);
  return { version: `Node ${process.versions.node}`, answer: JSON.parse(readFileSync(answerFile, "utf8")) };
}

/** @param {Browser} browser @param {Job} job @returns {Promise<{ version: string, answer: Answer }>} */
export async function inBrowser(browser, job) {
  /** @type {typeof import("../../../tests/bench/browsers.js")} */
  const { answerOf } = await import(pathToFileURL(inRoot(programs.browsers)).href);
  const server = await serve({ root });
  try {
    const page = `${server.url}tests/bench/page.html`;
    const { userAgent, answer } = await answerOf(browser, page, job, (what) => console.log(`  ${what}`));
    return { version: versionIn(browser, userAgent), answer };
  } finally {
    await server.close();
  }
}

/** @type {Record<Browser, [name: string, pattern: RegExp]>} */
const USER_AGENTS = {
  chromium: ["Chromium", /Chrome\/(\d+)/],
  firefox: ["Firefox", /Firefox\/(\d+)/],
  webkit: ["WebKitGTK, as Safari", /Version\/([\d.]+)/],
};

/** @param {Browser} browser @param {string} userAgent */
function versionIn(browser, userAgent) {
  const [name, pattern] = USER_AGENTS[browser];
  return `${name} ${pattern.exec(userAgent)?.[1] ?? "?"}`;
}
