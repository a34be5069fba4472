/** How the command fails: each kind has its exit code and is said in one line. */
import { HeadsUpError } from "../module/errors.js";

export const REFUSED = 1;
export const MISUSED = 2;

/** A command line that cannot be meant. */
export class UsageError extends Error {}

/** A file that cannot be read or written, or a step that there is not. */
export class InputError extends Error {}

// Words of files and of the command line may be anything; a terminal must not act on them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e]+/g;

/** The exit code and the line of a failure; anything else is a mistake of this program and goes on as it is. */
export function failureOf(error: unknown): { exitCode: number; line: string } {
  const line = (text: string) => `heads-up-attention: ${text.replace(CONTROL, " ")}`;
  if (error instanceof UsageError) {
    return { exitCode: MISUSED, line: line(`${error.message}; --help says more`) };
  }
  if (error instanceof HeadsUpError || error instanceof InputError) {
    return { exitCode: REFUSED, line: line(error.message) };
  }
  throw error;
}
