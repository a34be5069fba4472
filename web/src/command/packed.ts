/** A copy of heads-up.html, or of a course by SCORM, cmi5 or Tin Can, that carries lessons of one's own. */
import { unzipSync, zipSync } from "fflate";
import { type Carried, carrier } from "../lesson_file/carried.js";
import type { OwnLesson } from "../lesson_file/read_lesson.js";
import { InputError } from "./failure.js";

export interface NamedLesson extends Carried {
  readonly lesson: OwnLesson;
  /** In every language it has. */
  readonly title: string;
}

/** The files' date in an archive: fixed, so that the same lessons give the same bytes. */
const MODIFIED = new Date(1980, 0, 1);
const WANTS =
  "wants heads-up.html, course.zip, course-2004.zip or course-cmi5.zip, as npm run build makes them";

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** Lessons go before the title: after the character set, which must come early, and before the script that reads them. */
const TITLE = "<title>";

/** Throws an InputError for a page of something else, and for one that already carries a lesson of the same name. */
export function packedPage(bytes: Uint8Array, file: string, lessons: readonly NamedLesson[]): string {
  const page = new TextDecoder().decode(bytes);
  if (!page.includes("<title>Heads Up</title>")) throw new InputError(`${file}: got another file, ${WANTS}`);
  for (const { name } of lessons)
    if (page.includes(`data-lesson-file="${name}"`))
      throw new InputError(`${file}: carries ${name} already, wants another name`);
  return page.replace(TITLE, () => lessons.map(carrier).join("") + TITLE);
}

interface Manifest {
  /** What only a manifest of ours says. */
  readonly mark: string;
  /** The elements that name a lesson; its name ends a value, an address or the name of a file there. */
  elements(lesson: string): readonly string[];
}

/** By the names of their files: SCORM has the first, the other two stand in one package. */
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
  "tincan.xml": {
    mark: 'id="urn:heads-up:course"',
    elements: (lesson) => [`<activity id="urn:heads-up:${lesson}".*?</activity>`],
  },
};

/** Each lesson becomes a page and an item of its own, before the item of the lesson that it is made of. Throws as packedPage does. */
export function packedCourse(bytes: Uint8Array, file: string, lessons: readonly NamedLesson[]): Uint8Array {
  const files = unzipped(bytes, file);
  const text = (name: string): string => new TextDecoder().decode(files[name]);
  const manifests = Object.entries(MANIFESTS).filter(([name, { mark }]) => text(name).includes(mark));
  if (manifests.length === 0) throw new InputError(`${file}: got another course, ${WANTS}`);
  const made = Object.fromEntries(
    ["index.html", ...manifests.map(([name]) => name)].map((name) => [name, text(name)]),
  );
  for (const own of lessons.toReversed()) {
    const [stem, base] = [stemOf(own.name), own.lesson.spec.lesson];
    const page = `${stem}.html`;
    if (files[page]) throw new InputError(`${file}: has a page ${page} already, wants another name`);
    for (const [name, { elements }] of manifests)
      for (const element of elements(base))
        made[name] = (made[name] ?? "").replace(
          new RegExp(`\\s*${element}`, "s"),
          (one) => entitled(one.replaceAll(naming(base), `$<before>${stem}$<after>`), own) + one,
        );
    made["index.html"] = (made["index.html"] ?? "").replaceAll(
      /<section lang="([\w-]+)".*?<ol>/gs,
      (begin, lang: string) =>
        `${begin}<li><a href="${page}?lang=${lang}">${escaped(own.lesson.title(lang))}</a></li>\n`,
    );
    made[page] = text(`${base}.html`)
      .replace(`data-lesson="${base}"`, () => `data-lesson="${base}" data-src="${own.name}"`)
      .replace(/<title>.*<\/title>/, () => `${carrier(own)}<title>${escaped(own.title)}</title>`);
  }
  const encoded = Object.entries(made).map(([name, content]) => [name, new TextEncoder().encode(content)]);
  return zipSync({ ...files, ...Object.fromEntries(encoded) }, { level: 9, mtime: MODIFIED });
}

/** Where an element of a manifest names a lesson. */
const naming = (lesson: string): RegExp =>
  new RegExp(`(?<before>[-:>"])${lesson}(?<after>"|\\.html["<])`, "g");

/** An element of a manifest with the lesson's titles, which stand for its description, too. */
const entitled = (element: string, { lesson, title }: NamedLesson): string =>
  element
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(title)}</title>`)
    .replaceAll(
      /(<\w+ lang="([\w-]+)">)[^<]*/g,
      (_, begin: string, lang: string) => begin + escaped(lesson.title(lang)),
    );

export const stemOf = (name: string): string => name.replace(/\.json$/, "");

function unzipped(bytes: Uint8Array, file: string): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes);
  } catch (error) {
    throw new InputError(`${file}: ${(error as Error).message}, ${WANTS}`);
  }
}
