/** The words of a language, loaded when it is chosen. To add a language, add one file to web/locales. */
import type english from "../../locales/en.json";

export interface StepWords {
  readonly title: string;
  readonly what: string;
  readonly why: string;
  readonly noteTitle?: string;
  readonly note?: string;
  readonly note2Title?: string;
  readonly note2?: string;
  /** The title for screen readers, if its symbols would be read badly. */
  readonly spoken?: string;
}

type AllWords = typeof english;

/** The sections of the second file, which the second script shows (scripts/lib/plugins/words.mjs splits a language). */
type SecondSection =
  | ("asides" | "cell" | "changes" | "classForm" | "compare" | "confusions" | "help" | "mistakes" | "root")
  | ("questions" | "settingsForm" | "takeAway" | "text");
type SecondWords = Pick<AllWords, SecondSection>;

/** What the page around a room and its controls say; each room's file has them. */
export type PageWords = Pick<
  AllWords,
  "language" | "app" | "lessons" | "controls" | "errors" | "settings" | "lecture" | "undo" | "announce"
>;

/** The words of the first file: those of what draws and plays, and of the page of all lessons. */
export type Words = Omit<AllWords, SecondSection | "html" | "lab" | "notebook"> & {
  readonly own?: OwnWords;
};
/** The words of both files of a lesson. */
export type WholeWords = Words & SecondWords;

export type ConfusionWords = AllWords["confusions"];
export type MapWords = AllWords["map"];
export type LabWords = AllWords["lab"];
export type NotebookWords = AllWords["notebook"] & Pick<AllWords, "takeAway">;

/** The words of a lesson file in this language, which override the words of the page. */
export interface OwnWords {
  readonly title: string;
  /** By step id; the page's words apply where this has none. */
  readonly steps: Readonly<Record<string, Partial<StepWords>>>;
  readonly asks: Readonly<Record<string, { readonly ask: string; readonly right: string }>>;
  readonly reasons: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, string>>;
}

type Files<T> = Readonly<Record<string, () => Promise<T>>>;
const first: Files<Words> = import.meta.glob<Words>("../../locales/*.json", {
  import: "default",
  query: "?first",
});
const second: Files<SecondWords> = import.meta.glob<SecondWords>("../../locales/*.json", {
  import: "default",
  query: "?second",
});
type LabFile = PageWords & Pick<AllWords, "lab">;
const lab: Files<LabFile> = import.meta.glob<LabFile>("../../locales/*.json", {
  import: "default",
  query: "?lab",
});
type NotebookFile = PageWords & Pick<AllWords, "notebook" | "takeAway">;
const notebook: Files<NotebookFile> = import.meta.glob<NotebookFile>("../../locales/*.json", {
  import: "default",
  query: "?notebook",
});

export const LANGUAGES: readonly string[] = Object.keys(first)
  .map((path) => path.slice(path.lastIndexOf("/") + 1, -".json".length))
  .sort();

/** The reader's first preferred language that has a file, else English. */
export function chooseLanguage(wanted: readonly string[]): string {
  const found = wanted
    .map((tag) => tag.toLowerCase().split("-")[0] ?? "")
    .find((lang) => LANGUAGES.includes(lang));
  return found ?? "en";
}

/** The language that is asked for, or else the reader's. */
export const languageFor = (asked: string): string => chooseLanguage(asked ? [asked] : navigator.languages);

/** Browsers load a file once; one that failed is requested again by the next call. */
function fileOf<T>(files: Files<T>, lang: string): Promise<T> {
  const load = files[`../../locales/${lang}.json`] ?? files["../../locales/en.json"];
  return load ? load() : Promise.reject(new Error(`no words for ${lang}`));
}

export const loadWords = (lang: string): Promise<Words> => fileOf(first, lang);

/** The words around a room, from its own file; if that cannot be loaded, from the lessons', so that the page can say so. */
export const loadPageWords = (room: "lessons" | "lab" | "notebook", lang: string): Promise<PageWords> =>
  room === "lessons"
    ? loadWords(lang)
    : fileOf<PageWords>({ lab, notebook }[room], lang).catch(() => loadWords(lang));

export async function loadWholeWords(lang: string): Promise<WholeWords> {
  const [words, more] = await settled([loadWords(lang), fileOf(second, lang)]);
  return { ...words, ...more };
}

/**
 * As Promise.all, but a failure is reported only once none of them is under way any more: the browser gives a request that is
 * about to fail to the next attempt, too.
 */
export async function settled<T extends readonly unknown[] | []>(
  loading: T,
): Promise<{ -readonly [I in keyof T]: Awaited<T[I]> }> {
  await Promise.allSettled(loading);
  return Promise.all(loading);
}

export const loadLabWords = async (lang: string): Promise<LabWords> => (await fileOf(lab, lang)).lab;

export async function loadNotebookWords(lang: string): Promise<NotebookWords> {
  const { notebook: words, takeAway } = await fileOf(notebook, lang);
  return { ...words, takeAway };
}
