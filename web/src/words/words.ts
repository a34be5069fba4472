/** The words of a language, loaded when it is chosen. A new language is one new file in web/locales. */
import type english from "../../locales/en.json";
import type { NoteKey } from "../lessons/asides.js";
import type { LessonName } from "../module/types.js";

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
  | ("cell" | "text" | "takeAway" | "help" | "settingsForm" | "trailSheet");
interface LaboratoryWords extends Pick<AllWords, Laboratory> {
  readonly notes: Readonly<Record<string, Pick<StepWords, NoteKey>>>;
}

/** The words of the confusions, of the maps and of the lab, loaded separately by late_words.ts. */
export type ConfusionWords = AllWords["confusions"];
export type MapWords = AllWords["map"];
export type LabWords = AllWords["lab"];

/** Words are loaded in parts (scripts/lib/plugins/words.mjs): those of a lesson's steps second, those of the laboratory third. */
type Beside = "steps" | "readable" | "landing" | "course";
export type Words = Omit<
  AllWords,
  Beside | "html" | "classroom" | "confusions" | "map" | "lab" | Laboratory
> &
  Partial<Pick<AllWords, Beside> & LaboratoryWords> & { readonly own?: OwnWords };
export type WholeWords = Words & LaboratoryWords;

/** The words of the page of all lessons come with those of all steps. */
export type HomeWords = Words & Pick<AllWords, "landing">;
export const areForHome = (words: Words): words is HomeWords => words.landing !== undefined;

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
type Parts = Readonly<Record<string, () => Promise<Partial<Words>>>>;
const first = import.meta.glob<Words>("../../locales/*.json", { import: "default", query: "?first" });
const beside: Parts = import.meta.glob<Partial<Words>>("../../locales/*.json", {
  import: "default",
  query: "?beside",
});
const attention: Parts = import.meta.glob<Partial<Words>>("../../locales/*.json", {
  import: "default",
  query: "?attention",
});
const block: Parts = import.meta.glob<Partial<Words>>("../../locales/*.json", {
  import: "default",
  query: "?block",
});
const weights: Parts = import.meta.glob<Partial<Words>>("../../locales/*.json", {
  import: "default",
  query: "?weights",
});
const laboratory: Parts = import.meta.glob<Partial<Words>>("../../locales/*.json", {
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

/** What has been loaded beyond the first part, by language. */
const complete = new Map<string, { readonly words: Words; readonly parts: ReadonlySet<Parts> }>();

/** All that the first picture needs, with what else has already been loaded. */
export const loadWords = async (lang: string): Promise<Words> =>
  complete.get(lang)?.words ?? partOf(first, lang);

const stepsFor = (lesson: LessonName): Parts => (lesson === "transformer-block" ? block : attention);

/** Whether the words of a lesson's steps have been loaded. */
export function hasStepWords(lang: string, lesson: LessonName): boolean {
  const parts = complete.get(lang)?.parts;
  return parts !== undefined && (parts.has(beside) || parts.has(stepsFor(lesson)));
}

/**
 * The words with the steps of one lesson, or of all; the laboratory's words come with all. `withWeights`: also those of readable
 * and trained weights, which the laboratory's contain.
 */
export async function loadAllWords(
  lang: string,
  withLaboratory = false,
  lesson?: LessonName,
  withWeights = false,
): Promise<Words> {
  const steps = lesson ? (hasStepWords(lang, lesson) ? [] : [stepsFor(lesson)]) : [beside];
  const parts = withLaboratory ? [beside, laboratory] : withWeights ? [...steps, weights] : steps;
  if (parts.length === 0) return loadWords(lang);
  const [opening, ...loaded] = await Promise.all([
    partOf(first, lang),
    ...parts.map((part) => partOf(part, lang)),
  ]);
  const known = complete.get(lang);
  if (known && parts.every((part) => known.parts.has(part))) return known.words;
  const all: Partial<Words>[] = [known?.words ?? opening, ...loaded];
  const words = Object.assign({}, ...all, { steps: Object.assign({}, ...all.map(({ steps }) => steps)) });
  complete.set(lang, { words, parts: new Set([...(known?.parts ?? []), ...parts]) });
  return words;
}
