/** What the command reads and writes, and how it fails: with one line and an exit code. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { HeadsUpError } from "../module/errors.js";
import type { LessonSpec } from "../module/types.js";

const REFUSED = 1;
const MISUSED = 2;

/** An invalid command line. */
export class UsageError extends Error {}

/** A file that cannot be read or written, or an unknown step. */
export class InputError extends Error {}

/** Mistakes in lesson files and programs, which have been printed already. */
export class MistakesError extends Error {}

// Messages quote files and arguments; their control characters must not reach the terminal.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e]+/g;

/** The text on one line, without control characters. */
export const plainLine = (text: string): string => text.replace(CONTROL, " ");

/** The exit code and the line to print for a failure, if any. Other errors are bugs and are rethrown. */
export function failureOf(error: unknown): { exitCode: number; line?: string } {
  if (error instanceof MistakesError) return { exitCode: REFUSED };
  const line = (text: string) => plainLine(`heads-up-attention: ${text}`);
  if (error instanceof UsageError) {
    return { exitCode: MISUSED, line: line(`${error.message}; --help says more`) };
  }
  if (error instanceof HeadsUpError || error instanceof InputError) {
    return { exitCode: REFUSED, line: line(error.message) };
  }
  throw error;
}

/** The core validates the spec; only the seed is set here. */
export async function specFrom(source: string, seed: number | undefined): Promise<LessonSpec> {
  const spec = isPlainName(source)
    ? { lesson: source as LessonSpec["lesson"] }
    : await parsedJson<LessonSpec>(source);
  return seed === undefined ? spec : { ...spec, seed };
}

/** Whether the source is a word without dots or slashes that is not a file. The core checks whether the lesson exists. */
export const isPlainName = (source: string): boolean => /^[\w-]{2,}$/.test(source) && !existsSync(source);

/** The JSON of a file, or of standard input (-). */
export async function parsedJson<T>(source: string): Promise<T> {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await bytesFrom(source)));
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`${source}: got ${(error as Error).message}, wants a spec as JSON in UTF-8`);
  }
}

/** The bytes of a file, or of standard input (-). */
export const bytesFrom = async (source: string): Promise<Uint8Array> =>
  source === "-" ? buffer(process.stdin) : bytesOf(source);

export function bytesOf(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    // Node's message is "ENOENT: no such file or directory, open 'name'".
    const reason = (error as Error).message.replace(/, \w+ '.*'$/s, "");
    throw new InputError(`${file}: ${reason}, wants a file that can be read`);
  }
}

export async function write(content: string | Uint8Array, file: string | undefined): Promise<void> {
  if (file === undefined) return toStandardOutput(content);
  try {
    writeFileSync(file, content);
  } catch (error) {
    throw new InputError(`${file}: ${(error as Error).message}, wants a file that can be written`);
  }
}

/** That a reader such as `| head` closes the pipe early is not an error; a full disk is. */
async function toStandardOutput(content: string | Uint8Array): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      process.stdout.once("error", reject).write(content, (error) => (error ? reject(error) : resolve()));
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EPIPE") return;
    throw new InputError(`standard output: ${message}, wants room to write`);
  }
}

export type Emphasis = (text: string) => string;

/** Bold in a terminal; plain in pipes, files, dumb terminals and with NO_COLOR (https://no-color.org). */
export function emphasis(toTerminal: boolean, environment: NodeJS.ProcessEnv): Emphasis {
  const plain = !toTerminal || Boolean(environment["NO_COLOR"]) || environment["TERM"] === "dumb";
  return plain ? (text) => text : (text) => `\u001b[1m${text}\u001b[22m`;
}
