/** Where a spec comes from: a file, standard input, or just the name of a lesson. */
import { existsSync, readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import type { LessonSpec } from "../module/types.js";
import { InputError } from "./failure.js";

/** The module checks what is in it; only a seed can be set here. */
export async function specFrom(source: string, seed: number | undefined): Promise<LessonSpec> {
  const spec = isLessonName(source) ? { lesson: source } : await parsed(source);
  return seed === undefined ? spec : { ...spec, seed };
}

/** A word without dot and slash that is no file; whether there is such a lesson is the core's to say. */
const isLessonName = (source: string): source is LessonSpec["lesson"] =>
  /^[\w-]{2,}$/.test(source) && !existsSync(source);

async function parsed(source: string): Promise<LessonSpec> {
  const json = source === "-" ? await text(process.stdin) : new TextDecoder().decode(bytesOf(source));
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new InputError(`${source}: got ${(error as Error).message}, wants a spec as JSON`);
  }
}

export function bytesOf(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new InputError(`${file}: ${(error as Error).message}, wants a file that can be read`);
  }
}
