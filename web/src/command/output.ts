/** Writes the output to a file or to standard output. */
import { writeFileSync } from "node:fs";
import { InputError } from "./failure.js";

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
