/**
 * `pack`: puts lesson files into a copy of heads-up.html or of a course, which then opens them without a request, and says what
 * completes the lessons of a course and which score passes. Prints what it wrote.
 */
import { basename } from "node:path";
import { load } from "../module/index.node.js";
import { fill } from "../words/number_text.js";
import type { WholeWords } from "../words/words.js";
import { checkedLessons, summary, wordsIn } from "./check.js";
import { InputError } from "./failure.js";
import type { PackOptions } from "./options.js";
import { write } from "./output.js";
import { carriedBy, packedCourse, packedPage, refuseSameIds } from "./packed.js";
import { bytesOf } from "./spec_source.js";

export async function pack({ files, lang, into, out, completion, masteryScore }: PackOptions): Promise<void> {
  const [hu, words] = [await load(), await wordsIn(lang)];
  const names = namesOf(files, words.lessonFile);
  const checked = await checkedLessons(files, words, hu);
  const lessons = checked.map((one, i) => ({ ...one, name: names[i] ?? "" }));
  const bytes = bytesOf(into);
  const isArchive = new TextDecoder().decode(bytes.subarray(0, 2)) === "PK";
  const areSet = completion !== undefined || masteryScore !== undefined;
  if (areSet && !isArchive)
    throw new InputError(`${into}: --completion and --mastery-score are for a course, wants course.zip`);
  const packed = isArchive
    ? packedCourse(bytes, into, lessons, { completion, masteryScore })
    : packedPage(bytes, into, lessons);
  const carried = carriedBy(bytes, isArchive).map((one) => ({ ...one, name: `${into}/${one.name}` }));
  refuseSameIds([...carried, ...lessons], words.lessonFile);
  await write(packed, out);
  const lines = [
    ...lessons.map(({ name, lesson }) => `${name}: ${summary(lesson, words, hu)}`),
    ...(completion === undefined ? [] : [`completion ${completion}`]),
    ...(masteryScore === undefined ? [] : [`mastery score ${masteryScore}`]),
  ];
  await write(lines.map((line) => `${out}: ${line}\n`).join(""), undefined);
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
