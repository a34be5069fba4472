#!/usr/bin/env node
/** The command-line program, described in docs/command-line.md. */
import { version } from "../../../package.json";
import { load } from "../module/index.node.js";
import { check } from "./check.js";
import { HELP } from "./help.js";
import { failureOf, specFrom, UsageError, write } from "./io.js";
import {
  checkOptionsOf,
  isProgram,
  packOptionsOf,
  programOptionsOf,
  runOptionsOf,
  torchOptionsOf,
  trainOptionsOf,
} from "./options.js";
import { pack } from "./pack.js";
import { runProgram } from "./program.js";
import { run } from "./run.js";
import { train } from "./train.js";

/** Runs the command line and returns the exit code. */
async function command(args: readonly string[]): Promise<number> {
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
  else if (name === "run" && args.some(isProgram)) await runProgram(programOptionsOf(args));
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

process.exitCode = await command(process.argv.slice(2));
