/** A copy of heads-up.html, or of a course, that carries lessons of one's own. */
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
const WANTS = "wants heads-up.html or course.zip, as npm run build makes them";

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

/** Each lesson becomes a page and an item of its own, before the item of the lesson that it is made of. Throws as packedPage does. */
export function packedCourse(bytes: Uint8Array, file: string, lessons: readonly NamedLesson[]): Uint8Array {
  const files = unzipped(bytes, file);
  const text = (name: string): string => new TextDecoder().decode(files[name]);
  let [manifest, list] = [text("imsmanifest.xml"), text("index.html")];
  if (!manifest.includes('identifier="heads-up"'))
    throw new InputError(`${file}: got another course, ${WANTS}`);
  const pages: Record<string, string> = {};
  for (const own of lessons.toReversed()) {
    const [stem, base] = [stemOf(own.name), own.lesson.spec.lesson];
    const page = `${stem}.html`;
    if (files[page]) throw new InputError(`${file}: has a page ${page} already, wants another name`);
    const like = (part: string): string =>
      part.replaceAll(`-${base}"`, `-${stem}"`).replaceAll(`"${base}.html"`, `"${page}"`);
    manifest = manifest
      .replace(
        new RegExp(`\\s*<item identifier="item-${base}".*?</item>`, "s"),
        (item) =>
          like(item).replace(/<title>.*<\/title>/, () => `<title>${escaped(own.title)}</title>`) + item,
      )
      .replace(
        new RegExp(`\\s*<resource identifier="page-${base}".*?</resource>`, "s"),
        (one) => like(one) + one,
      );
    list = list.replaceAll(
      /<section lang="([\w-]+)".*?<ol>/gs,
      (begin, lang: string) =>
        `${begin}<li><a href="${page}?lang=${lang}">${escaped(own.lesson.title(lang))}</a></li>\n`,
    );
    pages[page] = text(`${base}.html`)
      .replace(`data-lesson="${base}"`, () => `data-lesson="${base}" data-src="${own.name}"`)
      .replace(/<title>.*<\/title>/, () => `${carrier(own)}<title>${escaped(own.title)}</title>`);
  }
  const made = { ...pages, "imsmanifest.xml": manifest, "index.html": list };
  const encoded = Object.entries(made).map(([name, content]) => [name, new TextEncoder().encode(content)]);
  return zipSync({ ...files, ...Object.fromEntries(encoded) }, { level: 9, mtime: MODIFIED });
}

export const stemOf = (name: string): string => name.replace(/\.json$/, "");

function unzipped(bytes: Uint8Array, file: string): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes);
  } catch (error) {
    throw new InputError(`${file}: ${(error as Error).message}, ${WANTS}`);
  }
}
