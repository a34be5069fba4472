/**
 * A program as a contestant. It reads requests from its standard input, one per line, fields separated by tabs, and answers
 * each with a line, which begins with "error" on failure:
 *
 *   prepare FORM B L D H MASK X WEIGHTS KEY_MASK OUTPUT   reads the files X, WEIGHTS and KEY_MASK, writes the file OUTPUT
 *   time FORM CALLS                                       answers with milliseconds
 *   dispose FORM
 */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Contestant, Given, Ready } from "./contestant.js";

export interface Command {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly forms: readonly string[];
}

const OUTPUT = "build/bench/output.f32";
/** BLAS libraries read these when they are loaded. */
const ONE_THREAD = { OMP_NUM_THREADS: "1", OPENBLAS_NUM_THREADS: "1" };

export class NativeProgram {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;

  constructor({ command, args }: Command) {
    this.#child = spawn(command, args, { env: { ...process.env, ...ONE_THREAD } });
    this.#child.stderr.pipe(process.stderr);
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  async ask(...fields: readonly (string | number)[]): Promise<string> {
    this.#child.stdin.write(`${fields.join("\t")}\n`);
    const { value, done } = await this.#lines.next();
    if (done) throw new Error("it ended");
    if (value.startsWith("error")) throw new Error(value.slice("error ".length));
    return value;
  }

  end(): void {
    this.#child.stdin.end();
  }
}

export function nativeContestant({ name, forms }: Command, program: NativeProgram): Contestant {
  const entries = forms.map((form) => [form, (given: Given) => prepared(program, form, given)] as const);
  return { name, forms: Object.fromEntries(entries) };
}

async function prepared(program: NativeProgram, form: string, { workload, files }: Given): Promise<Ready> {
  const { batch, length, dModel, numHeads, mask } = workload;
  const sizes = [batch, length, dModel, numHeads, mask];
  await program.ask("prepare", form, ...sizes, files.x, files.weights, files.keyMask, OUTPUT);
  const output = new Float32Array(new Uint8Array(readFileSync(OUTPUT)).buffer);
  return {
    output: () => output,
    time: async (calls) => Number(await program.ask("time", form, calls)),
    dispose: () => program.ask("dispose", form),
  };
}
