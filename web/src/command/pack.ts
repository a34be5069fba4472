/** `pack`: puts lesson files into a copy of heads-up.html or of a course, which then opens them without a request. */
import { basename } from "node:path";
import { load } from "../module/index.node.js";
import { fill } from "../words/number_text.js";
import type { WholeWords } from "../words/words.js";
import { checkedLessons, wordsIn } from "./check.js";
import { InputError } from "./failure.js";
import type { PackOptions } from "./options.js";
import { write } from "./output.js";
import { carriedBy, packedCourse, packedPage, refuseSameIds } from "./packed.js";
import { bytesOf } from "./spec_source.js";

export async function pack({ files, lang, into, out }: PackOptions): Promise<void> {
  const words = await wordsIn(lang);
  const names = namesOf(files, words.lessonFile);
  const checked = await checkedLessons(files, words, await load());
  const lessons = checked.map((one, i) => ({ ...one, name: names[i] ?? "" }));
  const bytes = bytesOf(into);
  const isArchive = new TextDecoder().decode(bytes.subarray(0, 2)) === "PK";
  const packed = (isArchive ? packedCourse : packedPage)(bytes, into, lessons);
  const carried = carriedBy(bytes, isArchive).map((one) => ({ ...one, name: `${into}/${one.name}` }));
  refuseSameIds([...carried, ...lessons], words.lessonFile);
  await write(packed, out);
}

/** The names of the lessons in URLs, manifests and archives. */
function namesOf(files: readonly string[], { badName, sameName }: WholeWords["lessonFile"]): string[] {
  const names = files.map((file) => basename(file));
  names.forEach((name, i) => {
    const isBad = !/^[a-z0-9][a-z0-9_-]*\.json$/.test(name);
    if (isBad || names.indexOf(name) < i)
      throw new InputError(fill(isBad ? badName : sameName, { file: files[i] ?? "", name }));
  });
  return names;
}
