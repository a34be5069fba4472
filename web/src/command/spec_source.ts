/** Reads a spec from a file or standard input, or takes the name of a lesson. */
import { existsSync, readFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import type { LessonSpec } from "../module/types.js";
import { InputError } from "./failure.js";

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
