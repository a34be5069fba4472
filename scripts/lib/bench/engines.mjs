/**
 * Runs the races in Node, in browsers, and of native programs on one thread (this library, onnxruntime-node, PyTorch), each in
 * its own process. The peers are a separate package (tests/bench), installed at the first run.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { installPackages } from "../npm.mjs";
import { inRoot, root } from "../paths.mjs";
import { outputOf, run } from "../run.mjs";
import { serve } from "../serve.mjs";

/**
 * @typedef {import("../../../tests/bench/job.js").Job} Job
 * @typedef {import("../../../tests/bench/job.js").Answer} Answer
 * @typedef {import("../../../tests/bench/browsers.js").Browser} Browser
 * @typedef {import("../../../tests/bench/native_contestant.js").Command} Command
 */

const home = inRoot("tests/bench");

/** The exact version of each package. @returns {Record<string, string>} */
export const peerVersions = () => JSON.parse(readFileSync(`${home}/package.json`, "utf8")).dependencies;

export const installPeers = () => installPackages(home, "what we are measured against");

const built = "build/bench";
export const programs = {
  inNode: `${built}/in_node.cjs`,
  native: `${built}/native.cjs`,
  nativeOnnxruntime: `${built}/native_onnxruntime.cjs`,
  browsers: `${built}/browsers.mjs`,
  /** The script that is served to browsers. */
  inBrowser: `${built}/in_browser.js`,
};

/** Bundles the TypeScript sources into programs. */
export async function bundle() {
  const { build } = await import("esbuild"); // imported here because the set-up may have only just installed it
  const common = { bundle: true, target: "es2022", absWorkingDir: inRoot(), logLevel: "warning" };
  /** @param {string} entry @param {string} outfile @param {object} options */
  const bundleProgram = (entry, outfile, options) =>
    build({ .../** @type {any} */ (common), entryPoints: [`tests/bench/${entry}`], outfile, ...options });
  const node = { platform: "node", format: "cjs" };
  const external = { platform: "node", format: "esm", packages: "external" };
  await bundleProgram("in_node.ts", programs.inNode, node);
  await bundleProgram("native.ts", programs.native, node);
  await bundleProgram("native_onnxruntime.ts", programs.nativeOnnxruntime, node);
  await bundleProgram("browsers.ts", programs.browsers, external);
  await bundleProgram("in_browser.ts", programs.inBrowser, { platform: "browser", format: "esm" });
}

/**
 * Runs a program that reads a job from one file and writes its answer to another.
 * @param {string} program @param {Job} job @param {...string} others  more arguments @returns {Promise<Answer>}
 */
async function answerOf(program, job, ...others) {
  const [jobFile, answerFile] = [inRoot("build/bench/job.json"), inRoot("build/bench/answer.json")];
  writeFileSync(jobFile, JSON.stringify(job));
  await run(process.execPath, [program, jobFile, answerFile, ...others]);
  return JSON.parse(readFileSync(answerFile, "utf8"));
}

/** @param {Job} job */
export const inNode = async (job) => ({
  version: `Node ${process.versions.node}`,
  answer: await answerOf(programs.inNode, job),
});

/** @param {Browser} browser @param {Job} job @returns {Promise<{ version: string, answer: Answer }>} */
export async function inBrowser(browser, job) {
  /** @type {typeof import("../../../tests/bench/browsers.js")} */
  const browsers = await import(pathToFileURL(inRoot(programs.browsers)).href);
  const server = await serve({ root });
  try {
    const page = `${server.url}tests/bench/page.html`;
    const { userAgent, answer } = await browsers.answerOf(browser, page, job, (what) =>
      console.log(`  ${what}`),
    );
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

/** Debian's Python, because others may lack torch. */
const PYTHON = process.env.PYTHON ?? "/usr/bin/python3";
const printed = (/** @type {string} */ expression) =>
  outputOf(PYTHON, ["-c", `import torch; print(${expression})`])?.trim();

/** PyTorch's version, or undefined if it is not installed. */
export const torchVersion = () => printed("torch.__version__.split('+')[0]");

/** On Linux, PyTorch may lack a fast BLAS, which makes its times meaningless. */
export const hasFastBlas = () =>
  process.platform !== "linux" ||
  (outputOf("ldconfig", ["-p"]) ?? "").includes("libopenblas") ||
  (printed("torch.__config__.show()") ?? "").toLowerCase().includes("mkl");

/** @type {readonly Command[]} */
const ATTENTION = [
  {
    name: "heads-up-attention",
    command: inRoot("build/bench/tests/bench/native/headsup_bench_contestant"),
    args: [],
    forms: ["multi_head_attention"],
  },
  {
    name: "onnxruntime-node",
    command: process.execPath,
    args: [programs.nativeOnnxruntime],
    forms: ["ONNX Attention", "com.microsoft MultiHeadAttention", "com.microsoft Attention", "MatMul"],
  },
  {
    name: "PyTorch",
    command: PYTHON,
    args: ["tests/bench/native/torch_contestant.py"],
    forms: ["by hand", "nn.MultiheadAttention"],
  },
];

/** @type {readonly Command[]} */
const TRAINING = [
  {
    name: "heads-up-attention",
    command: inRoot("build/bench/tests/bench/native/headsup_bench_training_contestant"),
    args: [],
    forms: ["step"],
  },
  {
    name: "PyTorch",
    command: PYTHON,
    args: ["tests/bench/native/torch_training.py"],
    forms: ["AdamW", "AdamW, foreach"],
  },
];

/** @param {Job} job */
export async function inPrograms(job) {
  const commandsFile = inRoot("build/bench/commands.json");
  writeFileSync(commandsFile, JSON.stringify({ attention: ATTENTION, training: TRAINING }));
  return { version: "Native, one thread", answer: await answerOf(programs.native, job, commandsFile) };
}
