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

/** The sections that load last, together with the notes below a step's sentences. */
type Laboratory =
  | ("asides" | "classForm" | "compare" | "mistakes" | "questions" | "queryPlane" | "lessonFile" | "trained")
  | ("cell" | "text" | "takeAway" | "help");
interface LaboratoryWords extends Pick<AllWords, Laboratory> {
  readonly notes: Readonly<Record<string, Pick<StepWords, NoteKey>>>;
}

/** The words of the confusions, of the maps and of the lab, loaded separately by late_words.ts. */
export type ConfusionWords = AllWords["confusions"];
export type MapWords = AllWords["map"];
export type LabWords = AllWords["lab"];

/** Words are loaded in parts (scripts/lib/words_plugin.mjs): those of the steps second, those of the laboratory third. */
export type Words = Omit<AllWords, "steps" | "readable" | "confusions" | "map" | "lab" | Laboratory> &
  Partial<Pick<AllWords, "steps" | "readable"> & LaboratoryWords> & { readonly own?: OwnWords };
export type WholeWords = Words & LaboratoryWords;

export const isWhole = (words: Words): words is WholeWords => words.notes !== undefined;

/** The words of a lesson file in this language, which override the words of the page. */
export interface OwnWords {
  readonly title: string;
  /** By step id; the page's words apply where this has none. */
  readonly steps: Readonly<Record<string, Partial<StepWords>>>;
  readonly asks: Readonly<Record<string, { readonly ask: string; readonly right: string }>>;
  readonly reasons: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, string>>;
}
const first = import.meta.glob<Words>("../../locales/*.json", { import: "default", query: "?first" });
const beside = import.meta.glob<Partial<Words>>("../../locales/*.json", {
  import: "default",
  query: "?beside",
});
const laboratory = import.meta.glob<LaboratoryWords>("../../locales/*.json", {
  import: "default",
  query: "?laboratory",
});
const pathOf = (lang: string): string => `../../locales/${lang}.json`;

export const LANGUAGES: readonly string[] = Object.keys(first)
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
export const loadWords = async (lang: string): Promise<Words> => complete.get(lang) ?? partOf(first, lang);

const complete = new Map<string, Words>();

export async function loadAllWords(lang: string, withLaboratory = false): Promise<Words> {
  const loaded = await Promise.all<Partial<Words>>([
    partOf(first, lang),
    partOf(beside, lang),
    ...(withLaboratory ? [partOf(laboratory, lang)] : []),
  ]);
  const known = complete.get(lang);
  if (known && (isWhole(known) || !withLaboratory)) return known;
  const words: Words = Object.assign({}, ...loaded);
  complete.set(lang, words);
  return words;
}
