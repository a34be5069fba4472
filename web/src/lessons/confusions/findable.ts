/** All that the search finds besides shapes: a beginner's questions, common confusions, and the steps of all lessons. */
import type { LessonName, Trace } from "../../module/types.js";
import { stepSentence, stepTitle } from "../../words/rich_text.js";
import type { WholeWords } from "../../words/words.js";
import { membersOf } from "../groups.js";
import type { LessonStep } from "../lesson.js";
import { CONFUSION_IDS, type ConfusionId } from "../offers.js";
import { lessonNames } from "../opening.js";
import { confusions, stepAt } from "./confusions.js";
import { FAQ_IDS, type FaqId, faqPlace } from "./faq.js";
import type { SearchEntry } from "./search.js";

export interface Findable {
  readonly kind: "faq" | "confusion" | "step";
  readonly id: FaqId | ConfusionId | string;
  readonly title: string;
  /** An answer to be shown whole, or the words of a step, of which one sentence is. */
  readonly text: string;
  /** The lesson and the step that show it. */
  readonly lesson: LessonName;
  readonly step: string;
  /** The title of that step. */
  readonly place: string;
}

type StepsOf = (lesson: LessonName) => readonly LessonStep[];
type Entry = SearchEntry<Findable>;

/** `stepsOf` gives the steps of each lesson; those of the lesson on the stage come before the others. */
export function findables(trace: Trace, stepsOf: StepsOf, words: WholeWords): readonly Entry[] {
  const { lesson } = trace.spec;
  const all = new Map(lessonNames.map((name) => [name, stepsOf(name).flatMap(membersOf)]));
  const stepsIn = (name: LessonName): readonly LessonStep[] => all.get(name) ?? [];
  const placeOf = (name: LessonName, id: string): string => {
    const step = stepsIn(name).find((one) => one.id === id);
    return step ? stepTitle(words, step) : words.lessons[name].title;
  };
  const own = stepsIn(lesson).map(({ id }) => id);
  const faq = FAQ_IDS.map((id): Entry => {
    const { ask, answer } = words.confusions.faq[id];
    const at = faqPlace(id, lesson, own);
    const item = {
      kind: "faq",
      id,
      title: ask,
      text: answer,
      ...at,
      place: placeOf(at.lesson, at.step),
    } as const;
    return { item, title: ask, text: answer };
  });
  const asked = CONFUSION_IDS.map((id): Entry => {
    const { ask, terms, answer } = words.confusions.items[id];
    const [home] = Object.entries(confusions[id].steps) as [[LessonName, string]];
    const step = stepAt(id, trace);
    const [name, at] = step === undefined ? home : ([lesson, step] as const);
    const item = {
      kind: "confusion",
      id,
      title: ask,
      text: "",
      lesson: name,
      step: at,
      place: placeOf(name, at),
    } as const;
    return { item, title: ask, terms, text: answer };
  });
  const names = [lesson, ...lessonNames.filter((name) => name !== lesson)];
  const steps = names.flatMap((name) => stepsIn(name).map((step) => stepEntry(words, name, step)));
  return [...faq, ...asked, ...withoutRepetitions(steps)];
}

const SENTENCES = ["what", "why", "noteTitle", "note", "note2Title", "note2"] as const;

function stepEntry(words: WholeWords, lesson: LessonName, step: LessonStep): Entry {
  const title = stepTitle(words, step);
  const text = SENTENCES.flatMap((key) => {
    const sentence = stepSentence(words, step, key);
    return sentence === undefined ? [] : [key.endsWith("Title") ? `${sentence}.` : sentence];
  }).join(" ");
  const item = { kind: "step", id: step.id, title, text, lesson, step: step.id, place: title } as const;
  return { item, title, terms: step.id, text };
}

/** Lessons share steps with the same words, of which the first is enough. */
function withoutRepetitions(entries: readonly Entry[]): readonly Entry[] {
  const first = new Map(
    entries.toReversed().map((entry) => [`${entry.item.id} ${entry.title} ${entry.text}`, entry]),
  );
  return entries.filter((entry) => first.get(`${entry.item.id} ${entry.title} ${entry.text}`) === entry);
}
