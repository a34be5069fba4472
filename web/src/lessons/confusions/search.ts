/**
 * Searches the confusions: every typed word must occur in a confusion's text. Korean is compared letter by letter, so that a
 * syllable matches while it is being typed, and also without the last one or two syllables, which may be an ending.
 */

import { sameShape } from "../../module/shape.js";
import type { Trace } from "../../module/types.js";
import { membersOf } from "../groups.js";
import type { LessonStep } from "../lesson.js";

export interface SearchEntry<T> {
  readonly item: T;
  /** Its question and search terms: a match here scores higher than one in `rest`. */
  readonly title: string;
  readonly rest: string;
}

const FOUND_IN_TITLE = 2;
/** Ignores case, backticks and the kind of minus sign, and splits Hangul syllables into letters. */
const plain = (text: string): string =>
  text.normalize("NFKD").toLowerCase().replaceAll("`", "").replaceAll("\u2212", "-");
const HANGUL = /\p{Script=Hangul}/u;
/** The final consonant of a word; while the word is being typed, it may yet become the first one of the next syllable. */
const FINAL = /[\u11a8-\u11c2]$/;

/** The forms of a typed word that are searched for, the longest first. */
function forms(word: string): string[] {
  if (!HANGUL.test(word)) return [plain(word)];
  const shorter = [word, word.slice(0, -1), word.slice(0, -2)].filter(
    (form, dropped) => dropped === 0 || form.length >= 2,
  );
  return [...new Set(shorter.flatMap((form) => [plain(form), plain(form).replace(FINAL, "")]))];
}

/** The items that contain every word of the query, best first; all items if the query is empty. */
export function search<T>(items: readonly SearchEntry<T>[], query: string): T[] {
  const words = query.trim().split(/\s+/).filter(Boolean).map(forms);
  const scored = items.map(({ item, title, rest }) => {
    const [first, second] = [plain(title), plain(rest)];
    const scores = words.map((alternatives) => scoreOf(alternatives, first, second));
    return { item, score: scores.includes(0) ? -1 : scores.reduce((sum, score) => sum + score, 0) };
  });
  return scored
    .filter(({ score }) => score >= 0)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
}

function scoreOf(alternatives: readonly string[], title: string, rest: string): number {
  if (alternatives.some((form) => title.includes(form))) return FOUND_IN_TITLE;
  return alternatives.some((form) => rest.includes(form)) ? 1 : 0;
}

/** `(5, 2, 10)`, `[5, 2, 10]`, `torch.Size([5, 2, 10])`, `5x2x10`; undefined for other text. A lone number needs a bracket or a comma. */
export function shapeIn(query: string): readonly number[] | undefined {
  const list = query.replace(/torch\.size|shape|[()[\]:=]/gi, " ").trim();
  if (!/^\d+([\s,x×]+\d+)*,?$/i.test(list)) return undefined;
  const sizes = list.match(/\d+/g)?.map(Number) ?? [];
  return sizes.length > 1 || /[([,]/.test(query) ? sizes : undefined;
}

/** The steps whose tensor has this shape, in the order of the lesson. Steps that show the tensor of another step are left out. */
export const stepsOfShape = (
  trace: Trace,
  steps: readonly LessonStep[],
  shape: readonly number[],
): readonly LessonStep[] =>
  steps.flatMap(membersOf).filter((step) => {
    const { label, shape: own } = step.stage(trace);
    return label === undefined && sameShape(own, shape);
  });
