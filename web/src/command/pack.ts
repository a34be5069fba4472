/**
 * `pack`: puts lesson files into a copy of heads-up.html or of a course, which then opens them without a request, and says what
 * completes the lessons of a course and which score passes. Prints what it wrote, and its size.
 */
import { basename } from "node:path";
import { unzipSync, zipSync } from "fflate";
import { type CarriedLesson, carriedIn, carrierElement, lessonId } from "../lesson_file/carried.js";
import type { OwnLesson, OwnProgram } from "../lesson_file/read_lesson.js";
import { clipped } from "../module/errors.js";
import { escaped } from "../module/escaped.js";
import { load } from "../module/index.node.js";
import { format } from "../words/number_text.js";
import { loadWholeWords, type WholeWords } from "../words/words.js";
import { checkedLessons, summary } from "./check.js";
import { bytesOf, InputError, write } from "./io.js";
import type { PackOptions } from "./options.js";

export async function pack({ files, lang, into, out, completion, masteryScore }: PackOptions): Promise<void> {
  const [hu, words] = [await load(), await loadWholeWords(lang)];
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
    `${Buffer.byteLength(packed)} bytes`,
  ];
  await write(lines.map((line) => `${out}: ${line}\n`).join(""), undefined);
}

/** The names of the lessons in URLs, manifests and archives. */
function namesOf(files: readonly string[], { badName, sameName }: WholeWords["lessonFile"]): string[] {
  const names = files.map((file) => basename(file));
  names.forEach((name, i) => {
    const isBad = !/^[a-z0-9][a-z0-9_-]*\.json$/.test(name);
    if (isBad || names.indexOf(name) < i)
      throw new InputError(format(isBad ? badName : sameName, { file: files[i] ?? "", name }));
  });
  return names;
}

export interface NamedLesson extends CarriedLesson {
  readonly lesson: OwnLesson | OwnProgram;
  /** The title in every language it has. */
  readonly title: string;
}

/** The date of the files in an archive, fixed so that the same lessons give the same bytes. */
const MODIFIED = new Date(1980, 0, 1);
const WANTS =
  "wants heads-up.html, course.zip, course-2004.zip or course-cmi5.zip, as npm run build makes them";

/** Lessons are put before the title, which is after the character set and before the script that reads them. */
const TITLE = "<title>";

/** Throws an InputError for any other page, and for one that already contains a lesson of the same name. */
export function packedPage(bytes: Uint8Array, file: string, lessons: readonly NamedLesson[]): string {
  const page = new TextDecoder().decode(bytes);
  if (!page.includes("<title>Heads Up</title>")) throw new InputError(`${file}: got another file, ${WANTS}`);
  for (const { name } of lessons)
    if (page.includes(`data-lesson-file="${name}"`))
      throw new InputError(`${file}: carries ${name} already, wants another name`);
  return page.replace(TITLE, () => lessons.map(carrierElement).join("") + TITLE);
}

/** The lessons that a page or a course of ours carries. */
export function carriedBy(bytes: Uint8Array, isArchive: boolean): readonly CarriedLesson[] {
  const pages = isArchive
    ? Object.values(unzipSync(bytes, { filter: ({ name }) => name.endsWith(".html") }))
    : [bytes];
  return pages.flatMap((page) => carriedIn(new TextDecoder().decode(page)));
}

/** Lessons of one id, or of one title without an id, would share what learners have done in them. */
export function refuseSameIds(lessons: readonly CarriedLesson[], { sameId }: WholeWords["lessonFile"]): void {
  const known = new Map<string, string>();
  for (const { name, text } of lessons) {
    const id = lessonId(JSON.parse(text));
    const other = known.get(id);
    if (other !== undefined) throw new InputError(format(sameId, { file: name, other, id: clipped(id) }));
    known.set(id, name);
  }
}

interface Manifest {
  /** Text that only our manifests contain. */
  readonly mark: string;
  /** Patterns of the elements of a lesson, in which its name ends a value, a URL or a file name. */
  elements(lesson: string): readonly string[];
}

/** The manifests by file name. Each package has one. */
const MANIFESTS: Readonly<Record<string, Manifest>> = {
  "imsmanifest.xml": {
    mark: 'identifier="heads-up"',
    elements: (lesson) => [
      `<item identifier="item-${lesson}".*?</item>`,
      `<resource identifier="page-${lesson}".*?</resource>`,
    ],
  },
  "cmi5.xml": {
    mark: 'id="urn:heads-up:course"',
    elements: (lesson) => [`<au id="urn:heads-up:${lesson}".*?</au>`],
  },
};

/** What completes the lessons of a course, and which score passes; undefined: as the course says already. */
export interface CourseSettings {
  readonly completion: string | undefined;
  readonly masteryScore: number | undefined;
}

/** A page or a manifest with these settings. */
function withSettings(text: string, { completion, masteryScore: score }: CourseSettings): string {
  const set = (now: string, pattern: RegExp, value: string | number | undefined): string =>
    value === undefined ? now : now.replace(pattern, (_, before: string) => before + value);
  const percent = score && Math.round(1e4 * score) / 100;
  const settings = [
    [/(<html [^>]*data-completion=")\w+/g, completion],
    [/( masteryScore=")[\d.]+/g, score],
    [/(<imsss:minNormalizedMeasure>)[\d.]+/g, score],
    [/(<adlcp:masteryscore>)[\d.]+/g, percent],
  ] as const;
  return settings.reduce((now, [pattern, value]) => set(now, pattern, value), text);
}

/** Gives each lesson its own page and item, before the item of the lesson that it is based on. Throws like packedPage. */
export function packedCourse(
  bytes: Uint8Array,
  file: string,
  lessons: readonly NamedLesson[],
  settings: CourseSettings,
): Uint8Array {
  const files = unzipped(bytes, file);
  const text = (name: string): string => new TextDecoder().decode(files[name]);
  const manifests = Object.entries(MANIFESTS).filter(([name, { mark }]) => text(name).includes(mark));
  if (manifests.length === 0) throw new InputError(`${file}: got another course, ${WANTS}`);
  const changed: Record<string, string> = Object.fromEntries(manifests.map(([name]) => [name, text(name)]));
  changed["index.html"] = withLinks(text("index.html"), lessons);
  for (const packed of lessons) {
    if (!("spec" in packed.lesson))
      throw new InputError(
        `${packed.name}: has code, and a course tells its LMS of lessons; wants heads-up.html`,
      );
    const [stem, base] = [stemOf(packed.name), packed.lesson.spec.lesson];
    const page = `${stem}.html`;
    if (files[page]) throw new InputError(`${file}: has a page ${page} already, wants another name`);
    for (const [name, { elements }] of manifests)
      for (const element of elements(base))
        changed[name] = (changed[name] ?? "").replace(
          new RegExp(`\\s*${element}`, "s"),
          (found) =>
            withTitles(found.replaceAll(nameInElement(base), `$<before>${stem}$<after>`), packed) + found,
        );
    changed[page] = text(`${base}.html`)
      .replace(`data-lesson="${base}"`, () => `data-lesson="${base}" data-src="${packed.name}"`)
      .replace(
        /<title>.*<\/title>/,
        () => `${carrierElement(packed)}<title>${escaped(packed.title)}</title>`,
      );
  }
  const others = Object.keys(files).filter((name) => /\.html$/.test(name) && !(name in changed));
  const all = { ...Object.fromEntries(others.map((name) => [name, text(name)])), ...changed };
  const encoded = Object.entries(all).map(([name, content]) => [
    name,
    new TextEncoder().encode(withSettings(content, settings)),
  ]);
  return zipSync({ ...files, ...Object.fromEntries(encoded) }, { level: 9, mtime: MODIFIED });
}

/** The page of all lessons, with links to these at the beginning of each list. */
const withLinks = (page: string, lessons: readonly NamedLesson[]): string =>
  page.replaceAll(/<section lang="([\w-]+)".*?<ol>/gs, (begin, lang: string) => {
    const links = lessons.map(
      ({ name, lesson }) =>
        `<li><a href="${stemOf(name)}.html?lang=${lang}">${escaped(lesson.title(lang))}</a></li>\n`,
    );
    return begin + links.join("");
  });

/** Matches the name of a lesson where an element of a manifest refers to the lesson. */
const nameInElement = (lesson: string): RegExp =>
  new RegExp(`(?<before>[-:>"])${lesson}(?<after>"|\\.html["<])`, "g");

/** An element of a manifest with the lesson's titles, which also replace its descriptions. */
const withTitles = (element: string, { lesson, title }: NamedLesson): string =>
  element
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(title)}</title>`)
    .replaceAll(
      /(<\w+ lang="([\w-]+)">)[^<]*/g,
      (_, begin: string, lang: string) => begin + escaped(lesson.title(lang)),
    );

const stemOf = (name: string): string => name.replace(/\.json$/, "");

function unzipped(bytes: Uint8Array, file: string): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes);
  } catch (error) {
    throw new InputError(`${file}: ${(error as Error).message}, ${WANTS}`);
  }
}
