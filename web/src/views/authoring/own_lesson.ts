/** Reads lessons from JSON files that are fetched or chosen. */

import { carriedLessons } from "../../lesson_file/carried.js";
import { MOST_BYTES } from "../../lesson_file/json_text.js";
import { lessonOf } from "../../lesson_file/lesson_of.js";
import { problemOf, type WrongLesson } from "../../lesson_file/problem.js";
import type { ReadLesson } from "../../lesson_file/read_lesson.js";
import { messageOf } from "../../module/errors.js";
import { loadModule } from "../../store/lesson_runner.js";
import type { LessonSource } from "../../store/state.js";

/** Fetches the lesson at a URL, unless the page carries it; or reads what a page gives as an object. */
export async function fetchLesson(source: LessonSource, options: RequestInit = {}): Promise<ReadLesson> {
  return typeof source === "string" ? lessonAt(source, options) : lessonGiven(source);
}

/** Reads an object; its problems have no line numbers. */
async function lessonGiven(given: object): Promise<ReadLesson> {
  const name = "ownLesson";
  try {
    const read = await readLesson(JSON.stringify(given), name);
    return "problems" in read
      ? { name, problems: read.problems.map(({ line: _, ...problem }) => problem) }
      : read;
  } catch (error) {
    // JSON has no form for an object that contains itself, or a bigint.
    const problem = problemOf({
      path: [],
      code: "wrong-type",
      details: { got: messageOf(error), wants: "object" },
    });
    return { name, problems: [problem] };
  }
}

async function lessonAt(address: string, options: RequestInit): Promise<ReadLesson> {
  const carried = carriedLessons().find(({ name }) => name === address);
  if (carried) return readLesson(carried.text, address);
  const unreached = (got: string): WrongLesson => ({
    name: address,
    problems: [problemOf({ path: [], code: "file-unreached", details: { got, wants: "a lesson file" } })],
  });
  try {
    const response = await fetch(address, { credentials: "same-origin", ...options });
    if (!response.ok) return unreached(`HTTP ${response.status}`);
    const read = await readLesson(await bytesOf(response), address);
    return "problems" in read ? read : { ...read, src: new URL(address, document.baseURI).href };
  } catch (error) {
    return unreached(messageOf(error));
  }
}

const bytesOf = async (source: Response | Blob): Promise<Uint8Array> =>
  new Uint8Array(await source.arrayBuffer());

/** Reads a chosen or dropped file, but no more bytes than are needed to see that it is too large. */
export async function lessonIn(file: File): Promise<ReadLesson> {
  return readLesson(await bytesOf(file.slice(0, MOST_BYTES + 1)), file.name);
}

/** Without the WebAssembly module only the form is checked; the element itself reports that the module is missing. */
async function readLesson(content: string | Uint8Array, name: string): Promise<ReadLesson> {
  const hu = await loadModule().catch(() => undefined);
  return lessonOf(content, name, hu);
}
