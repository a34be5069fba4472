/** Runs the commands of the command line. */
import { env } from "node:process"; // because the build replaces process.env by {}
import { version } from "../../../package.json";
import type { HeadsUp } from "../module/heads_up.js";
import { load } from "../module/index.node.js";
import { READABLE } from "../module/readable.js";
import { traceToJson } from "../module/trace/json.js";
import { traceToNpz } from "../module/trace/npz.js";
import type { LessonSpec, Step, Trace } from "../module/types.js";
import { readWeights } from "../module/weights/read_weights.js";
import type { WeightsInput } from "../module/weights/weights_input.js";
import { check } from "./check.js";
import { type Explained, explained, explanationJson, explanationTable } from "./explanation.js";
import { failureOf, InputError, UsageError } from "./failure.js";
import { HELP } from "./help.js";
import {
  checkOptionsOf,
  packOptionsOf,
  type RunOptions,
  runOptionsOf,
  torchOptionsOf,
  trainOptionsOf,
} from "./options.js";
import { emphasis, write } from "./output.js";
import { pack } from "./pack.js";
import { bytesOf, specFrom } from "./spec_source.js";
import { stepList, stepNumbers } from "./step_table.js";
import { train } from "./train.js";

/** Runs the command line and returns the exit code. */
export async function command(args: readonly string[]): Promise<number> {
  try {
    await dispatch(args);
    return 0;
  } catch (error) {
    const { exitCode, line } = failureOf(error);
    if (line !== undefined) console.error(line);
    return exitCode;
  }
}

async function dispatch([name, ...args]: readonly string[]): Promise<void> {
  const has = (...options: string[]) => [name, ...args].some((word) => options.includes(word ?? ""));
  if (has("--help", "-h")) await write(HELP, undefined);
  else if (has("--version", "-v")) await write(`${version}\n`, undefined);
  else if (name === "run") await run(runOptionsOf(args, Boolean(process.stdout.isTTY)));
  else if (name === "torch") await torch(args);
  else if (name === "train") await train(trainOptionsOf(args));
  else if (name === "check") await check(checkOptionsOf(args));
  else if (name === "pack") await pack(packOptionsOf(args));
  else throw new UsageError(`${name ?? "no command"}: wants run, torch, train, check or pack`);
}

async function torch(args: readonly string[]): Promise<void> {
  const { spec, seed, out, form } = torchOptionsOf(args);
  const hu = await load();
  await write(hu.toPyTorch(await specFrom(spec, seed), form), out);
}

async function run(options: RunOptions): Promise<void> {
  const spec = await specFrom(options.spec, options.seed);
  const hu = await load();
  const trace = hu.run(spec, weightsFrom(hu, spec, options.weights));
  const { explain, out } = options;
  if (explain) stepOf(trace, "--explain", explain.name);
  await write(explain ? explanation(explained(hu, trace, explain), options) : tensors(trace, options), out);
}

/** The weights of a file, or those made by the formula for "readable". */
function weightsFrom(hu: HeadsUp, spec: LessonSpec, weights: string | undefined): WeightsInput {
  if (weights === undefined) return {};
  return weights === READABLE ? hu.readableWeights(spec) : readWeights(bytesOf(weights), weights);
}

/** Formats headings: bold in a terminal. */
const heading = ({ out }: RunOptions) => emphasis(out === undefined && Boolean(process.stdout.isTTY), env);

const explanation = (answer: Explained, options: RunOptions): string =>
  options.format === "json" ? explanationJson(answer) : explanationTable(answer, heading(options));

function tensors(trace: Trace, options: RunOptions): string | Uint8Array {
  const steps =
    options.steps.length > 0 ? options.steps.map((name) => stepOf(trace, "--step", name)) : trace.steps;
  if (options.format === "json") return traceToJson({ ...trace, steps });
  if (options.format === "npz") return traceToNpz({ ...trace, steps });
  return options.steps.length > 0 ? stepNumbers(steps, heading(options)) : stepList(steps, heading(options));
}

function stepOf({ spec, steps }: Trace, option: string, name: string): Step {
  const names = steps.map((step) => step.name).join(", ");
  const step = steps.find((other) => other.name === name);
  if (!step) throw new InputError(`${option} ${name}: not a step of ${spec.lesson}, wants one of ${names}`);
  return step;
}
