/** The failures of the command. Each is printed as one line, and each kind has an exit code. */
import { HeadsUpError } from "../module/errors.js";

export const REFUSED = 1;
const MISUSED = 2;

/** An invalid command line. */
export class UsageError extends Error {}

/** A file that cannot be read or written, or an unknown step. */
export class InputError extends Error {}

/** Mistakes in lesson files, which have been printed already. */
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
