/** The words of a language, loaded when it is chosen. A new language is one new file in web/locales. */
import type english from "../../locales/en.json";
import type { NoteKey } from "../lessons/asides.js";

export interface StepWords {
  readonly title: string;
  readonly what: string;
  readonly why: string;
  readonly noteTitle?: string;
  readonly note?: string;
  readonly note2Title?: string;
  readonly note2?: string;
  /** The title for screen readers, where symbols would be read badly. */
  readonly spoken?: string;
}

type AllWords = typeof english;

/**
 * Words come in parts (scripts/lib/words_plugin.mjs). The first part lacks the words of the steps and of elements that
 * load late; the words of sheets and notes load when the first of them is opened, those of questions with the questions.
 */
export type Words = Omit<AllWords, "steps" | "questions" | "lessonFile" | Sheets | "asides"> &
  Partial<Pick<AllWords, "steps" | Sheets> & Notes> & { readonly own?: OwnWords };
type Sheets = "compare" | "mistakes";

/** The notes below a step's sentences, by the step's words, and the sentences of their figures. */
interface Notes extends Pick<AllWords, "asides"> {
  readonly notes: Readonly<Record<string, Pick<StepWords, NoteKey>>>;
}

/** The words of a lesson file in this language, which override the words of the page. */
export interface OwnWords {
  readonly title: string;
  /** By step id; the page's words apply where this has none. */
  readonly steps: Readonly<Record<string, Partial<StepWords>>>;
  readonly asks: Readonly<Record<string, { readonly ask: string; readonly right: string }>>;
  readonly reasons: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, string>>;
}
export type SheetWords = Words & Pick<AllWords, Sheets>;
export type NotedWords = Words & Notes;

export const hasSheets = (words: Words): words is SheetWords => words.compare !== undefined;
export const hasNotes = (words: Words): words is NotedWords => words.notes !== undefined;

const shells = import.meta.glob<Words>("../../locales/*.json", { import: "default", query: "?shell" });
const late = import.meta.glob<Partial<AllWords>>("../../locales/*.json", {
  import: "default",
  query: "?late",
});
const sheets = import.meta.glob<Pick<AllWords, Sheets>>("../../locales/*.json", {
  import: "default",
  query: "?sheets",
});
const notes = import.meta.glob<Notes>("../../locales/*.json", { import: "default", query: "?notes" });
const pathOf = (lang: string): string => `../../locales/${lang}.json`;

export const LANGUAGES: readonly string[] = Object.keys(shells)
  .map((path) => path.slice(path.lastIndexOf("/") + 1, -".json".length))
  .sort();

/** The reader's language where there is a file for it, English otherwise. */
export function chooseLanguage(wanted: readonly string[]): string {
  const found = wanted
    .map((tag) => tag.toLowerCase().split("-")[0] ?? "")
    .find((lang) => LANGUAGES.includes(lang));
  return found ?? "en";
}

function partOf<T>(files: Readonly<Record<string, () => Promise<T>>>, lang: string): Promise<T> {
  const load = files[pathOf(lang)] ?? files[pathOf("en")];
  return load ? load() : Promise.reject(new Error(`no words for ${lang}`));
}

/** All that the first picture needs; complete if the rest has already been loaded. */
export const loadWords = async (lang: string): Promise<Words> => complete.get(lang) ?? partOf(shells, lang);

const complete = new Map<string, Words>();

/** Words that load when the reader opens the first sheet or note. */
export type Opened = "sheets" | "notes";
const opened = { sheets: { files: sheets, has: hasSheets }, notes: { files: notes, has: hasNotes } } as const;

export async function loadAllWords(lang: string, also: Iterable<Opened> = []): Promise<Words> {
  const parts = [...also].map((part) => opened[part]);
  const files = [shells, late, ...parts.map((part) => part.files)];
  const loaded = await Promise.all(files.map((file) => partOf<Partial<Words>>(file, lang)));
  const known = complete.get(lang);
  if (known && parts.every(({ has }) => has(known))) return known;
  const words: Words = Object.assign({}, known, ...loaded);
  complete.set(lang, words);
  return words;
}
