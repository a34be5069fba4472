/** Programs and folders that live as long as a browser. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A browser starts slowly while others are running. */
const START_MS = 60_000;

export interface Program {
  /** The first group of the pattern's match in the output. */
  readonly said: string;
  stop(): Promise<void>;
}

/** Starts a program and waits until its output matches the pattern. */
export function start(command: string, args: readonly string[], until: RegExp): Promise<Program> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  process.once("exit", () => child.kill());
  return new Promise((resolve, reject) => {
    let output = "";
    const giveUp = (why: string): void => {
      child.kill();
      reject(new Error(`${command} ${why}: ${output.slice(-500)}`));
    };
    const end = (): void => giveUp("ended");
    const timer = setTimeout(() => giveUp("did not become ready"), START_MS);
    const read = (chunk: Buffer): void => {
      output += chunk;
      const found = until.exec(output);
      if (!found) return;
      child.off("exit", end);
      clearTimeout(timer);
      for (const stream of [child.stdout, child.stderr]) stream.off("data", read).resume();
      resolve({ said: found[1] ?? "", stop: () => stop(child) });
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("error", (error) => giveUp(error.message));
    child.once("exit", end);
  });
}

/** Starts a program that prints nothing when ready, and polls `answers` until it succeeds. */
export async function startAndPoll(
  command: string,
  args: readonly string[],
  { env, answers }: { env: Readonly<Record<string, string>>; answers: () => Promise<unknown> },
): Promise<Program> {
  const child = spawn(command, args, { stdio: "ignore", env: { ...process.env, ...env } });
  process.once("exit", () => child.kill());
  const deadline = performance.now() + START_MS;
  for (;;) {
    try {
      await answers();
      return { said: "", stop: () => stop(child) };
    } catch (error) {
      if (performance.now() > deadline) {
        child.kill();
        throw error;
      }
      await sleep(50);
    }
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill();
  const killTimer = setTimeout(() => child.kill("SIGKILL"), 3000);
  await ended;
  clearTimeout(killTimer);
}

/** A new folder for a browser's own files. */
export const profileFolder = (): string => mkdtempSync(path.join(tmpdir(), "heads-up-browser-"));

export const removeFolder = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

/** Cleanup steps, run in reverse order: at the end, or at once if a launch fails half-way. */
export class Undo {
  readonly #steps: (() => unknown)[] = [];

  later(step: () => unknown): void {
    this.#steps.push(step);
  }

  async now(): Promise<void> {
    for (const step of this.#steps.splice(0).reverse()) await step();
  }
}

/** Launches, and cleans up on failure. */
export async function withCleanup<T>(body: (undo: Undo) => Promise<T>): Promise<T> {
  const undo = new Undo();
  try {
    return await body(undo);
  } catch (error) {
    await undo.now();
    throw error;
  }
}
