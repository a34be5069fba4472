/** The words of a language, loaded when it is chosen. To add a language, add one file to web/locales. */
import type english from "../../locales/en.json";
import type { LessonName } from "../module/types.js";

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

/** The sections that load last, together with the notes below a step's sentences. */
type LaboratorySection =
  | ("asides" | "classForm" | "compare" | "mistakes" | "questions" | "queryPlane" | "lessonFile" | "trained")
  | ("cell" | "text" | "takeAway" | "help" | "settingsForm");
interface LaboratoryWords extends Pick<AllWords, LaboratorySection | EarlySection> {
  readonly notes: Readonly<Record<string, Pick<StepWords, "note" | "note2">>>;
}

/** The words of the confusions, of the maps and of the lab, loaded separately by late_words.ts. */
export type ConfusionWords = AllWords["confusions"];
export type MapWords = AllWords["map"];
export type LabWords = AllWords["lab"];

/** The sections of which the first part has a few words, and the laboratory's all. */
type EarlySection = "settings" | "undo";
interface EarlyWords {
  readonly settings: Early<AllWords["settings"], "places" | "sequences" | "target">;
  readonly undo: Early<AllWords["undo"], "nothingToUndo" | "nothingToRedo" | "fields">;
}
type Early<Section, Key extends keyof Section> = Pick<Section, Key> & Partial<Section>;

/** The sections that load with the words of a lesson's steps, after the first part and before the laboratory's. */
type BesideSection = "steps" | "readable" | "landing" | "course";
export type Words = Omit<
  AllWords,
  BesideSection | "html" | "classroom" | "confusions" | "map" | "lab" | LaboratorySection | EarlySection
> &
  EarlyWords &
  Partial<Pick<AllWords, BesideSection> & Omit<LaboratoryWords, EarlySection>> & { readonly own?: OwnWords };
export type WholeWords = Words & LaboratoryWords;

/** The words of the page of all lessons, which load with those of all steps. */
export type HomeWords = Words & Pick<AllWords, "landing">;
export const areHomeWords = (words: Words): words is HomeWords => words.landing !== undefined;

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
const localePath = (lang: string): string => `../../locales/${lang}.json`;

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

function partOf<T>(files: Readonly<Record<string, () => Promise<T>>>, lang: string): Promise<T> {
  const load = files[localePath(lang)] ?? files[localePath("en")];
  return load ? load() : Promise.reject(new Error(`no words for ${lang}`));
}

/** The words and parts that have been loaded beyond the first part, by language. */
const loadedWords = new Map<string, { readonly words: Words; readonly parts: ReadonlySet<Parts> }>();

/** The words that the first picture needs, and all others that have already been loaded. */
export const loadWords = async (lang: string): Promise<Words> =>
  loadedWords.get(lang)?.words ?? partOf(first, lang);

const stepsFor = (lesson: LessonName): Parts => (lesson === "transformer-block" ? block : attention);

/** Whether the words of a lesson's steps have been loaded. */
export function hasStepWords(lang: string, lesson: LessonName): boolean {
  const parts = loadedWords.get(lang)?.parts;
  return parts !== undefined && (parts.has(beside) || parts.has(stepsFor(lesson)));
}

/**
 * The words including the steps of one lesson, or of all lessons if none is given or the laboratory's words are wanted.
 * `withWeights` adds the words of readable and trained weights, which the laboratory's include.
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
  const known = loadedWords.get(lang);
  if (known && parts.every((part) => known.parts.has(part))) return known.words;
  const merged: Partial<Words>[] = [known?.words ?? opening, ...loaded];
  const allSteps = Object.assign({}, ...merged.map(({ steps }) => steps));
  const words = Object.assign({}, ...merged, { steps: allSteps });
  loadedWords.set(lang, { words, parts: new Set([...(known?.parts ?? []), ...parts]) });
  return words;
}
