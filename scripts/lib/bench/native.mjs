/** Times native programs on one thread: this library, onnxruntime-node, PyTorch. */
import { readFileSync, writeFileSync } from "node:fs";
import { inRoot } from "../paths.mjs";
import { outputOf, run } from "../run.mjs";
import { programs } from "./peers.mjs";

/**
 * @typedef {import("../../../tests/bench/native_contestant.js").Command} Command
 * @typedef {import("./engines.mjs").Job} Job
 * @typedef {import("./engines.mjs").Answer} Answer
 */

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

/** @param {Job} job @returns {Promise<Answer>} */
export async function inPrograms(job) {
  const jobFile = inRoot("build/bench/job.json");
  const answerFile = inRoot("build/bench/answer.json");
  const commandsFile = inRoot("build/bench/commands.json");
  writeFileSync(jobFile, JSON.stringify(job));
  writeFileSync(commandsFile, JSON.stringify({ attention: ATTENTION, training: TRAINING }));
  await run(process.execPath, [programs.native, jobFile, answerFile, commandsFile]);
  return JSON.parse(readFileSync(answerFile, "utf8"));
}
