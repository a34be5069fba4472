/** `pack`: puts lesson files into a copy of heads-up.html or of a course, which then opens them without a request. */
import { basename } from "node:path";
import { load } from "../module/index.node.js";
import { checkedLessons } from "./check.js";
import { InputError } from "./failure.js";
import type { PackOptions } from "./options.js";
import { write } from "./output.js";
import { packedCourse, packedPage } from "./packed.js";
import { bytesOf } from "./spec_source.js";

export async function pack({ files, lang, into, out }: PackOptions): Promise<void> {
  const names = files.map(nameOf);
  const checked = await checkedLessons(files, lang, await load());
  const lessons = checked.map((one, i) => ({ ...one, name: names[i] ?? "" }));
  const bytes = bytesOf(into);
  const isArchive = new TextDecoder().decode(bytes.subarray(0, 2)) === "PK";
  await write((isArchive ? packedCourse : packedPage)(bytes, into, lessons), out);
}

/** The name of a lesson in URLs, manifests and archives. */
function nameOf(file: string, i: number, files: readonly string[]): string {
  const name = basename(file);
  if (!/^[a-z0-9][\w-]*\.json$/i.test(name))
    throw new InputError(`${file}: wants a name of letters a to z, digits, - and _ that ends in .json`);
  if (files.findIndex((other) => basename(other) === name) < i)
    throw new InputError(`${file}: the second file called ${name}, wants another name`);
  return name;
}
