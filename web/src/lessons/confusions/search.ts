/**
 * Searches short texts as a beginner asks: words such as "what is" count for nothing, a word may have a Korean particle or an
 * English ending, names of one thing are one (√, sqrt, root, 루트), and rare words count more than frequent ones. Korean is
 * compared letter by letter, so that a syllable matches while it is being typed.
 */

import { sameShape } from "../../module/shape.js";
import type { Trace } from "../../module/types.js";
import { membersOf } from "../groups.js";
import type { LessonStep } from "../lesson.js";

export interface SearchEntry<T> {
  readonly item: T;
  /** Its question or title. */
  readonly title: string;
  /** Other words by which it is found. */
  readonly terms?: string;
  readonly text: string;
}

/** What a match is worth in each part of an entry. */
const WORTH = { title: 3, terms: 2, text: 1 } as const;
type Part = keyof typeof WORTH;
const PARTS = Object.keys(WORTH) as readonly Part[];
const WORTHS = Object.values(WORTH);
/** What it is worth that the query names all that a title is about, rather than a part of it. */
const WHOLE_TITLE = 2;
/** A word that only begins or contains the one that was typed is worth less. */
const QUALITY = { same: 1, begins: 0.7, contains: 0.4, typing: 0.3 } as const;
/** The weight of a word that nothing has, which tells nothing; others weigh more, the rarer the more. */
const UNKNOWN = 0.5;
/** Some words of the query may be unknown: the least share of its weight that an entry must match. */
const LEAST_SHARE = 0.5;

/** What a language's words tell the search; a locale has it as text, with spaces between words and ";" between groups. */
export interface SearchWords {
  /** Groups of names of one thing, such as "√ sqrt root". */
  readonly names: string;
  /** Words that say nothing about the subject, such as "what"; with a star, whatever begins so. */
  readonly stop: string;
  /** Particles and endings, of which a word may have two. */
  readonly endings: string;
}

interface Grammar {
  readonly names: readonly (readonly string[])[];
  readonly stop: RegExp;
  readonly ending: RegExp;
}

const grammars = new WeakMap<SearchWords, Grammar>();

function grammarOf(words: SearchWords): Grammar {
  const known = grammars.get(words);
  if (known) return known;
  const [stop, ending] = [words.stop, words.endings].map((list) =>
    list.replaceAll("*", ".*").replaceAll(" ", "|"),
  );
  const bare = { stop: new RegExp(`^(?:${stop})$`, "u"), ending: new RegExp(`(?:${ending})$`, "u") };
  const groups = words.names.split(";").map((group) => group.trim().split(" "));
  const grammar = { ...bare, names: groups.map((group) => group.map((name) => stemOf(name, bare))) };
  grammars.set(words, grammar);
  return grammar;
}

const HANGUL = /\p{Script=Hangul}/u;
/** The final consonant of a word; while the word is being typed, it may yet become the first one of the next syllable. */
const FINAL = /[\u11a8-\u11c2]$/;
/** Runs of one script; a minus sign belongs to a number. */
const WORD = /(?<!\w)-(?:\d[\w.]*|inf)|[a-z\d_]+|[√∞]|\p{Script=Hangul}+/gu;

/** Hangul syllables as their letters. */
const lettersOf = (word: string): string => word.normalize("NFKD");

const wordsIn = (text: string): readonly string[] =>
  text.normalize("NFC").toLowerCase().replaceAll("\u2212", "-").match(WORD) ?? [];

/** The word, and the same without one or two endings; of an English word at least three letters are left. */
function formsOf(word: string, { ending }: Pick<Grammar, "ending">): readonly string[] {
  const least = HANGUL.test(word) ? 1 : 3;
  const without = (form: string): string => {
    const shorter = form.replace(ending, "");
    return shorter.length >= least ? shorter : form;
  };
  const once = without(word);
  return [...new Set([word, once, without(once)])];
}

const stemOf = (word: string, grammar: Pick<Grammar, "ending">): string =>
  formsOf(word, grammar).at(-1) ?? word;

interface Wanted {
  /** Forms of the word and of other names of the same thing, as letters. */
  readonly forms: readonly string[];
  /** What it may begin with while it is being typed. */
  readonly typing: readonly string[];
}

function wantedOf(word: string, grammar: Grammar): Wanted {
  const own = formsOf(word, grammar);
  const isName = (name: string): boolean =>
    own.some((form) => form === name || (name.length > 1 && HANGUL.test(name) && form.startsWith(name)));
  const names = grammar.names.filter((group) => group.some(isName)).flat();
  const typed = lettersOf(word);
  return {
    forms: [...new Set([...own, ...names])].map(lettersOf),
    typing: [typed, typed.replace(FINAL, "")],
  };
}

/** A word of an entry, as letters. */
interface Known {
  readonly letters: string;
  readonly forms: readonly string[];
}

const knownOf = (word: string, grammar: Grammar): Known => ({
  letters: lettersOf(word),
  forms: formsOf(word, grammar).map(lettersOf),
});

function qualityOf({ forms, typing }: Wanted, known: Known): number {
  if (forms.some((form) => known.forms.includes(form))) return QUALITY.same;
  const long = forms.filter((form) => form.length > 3);
  if (long.some((form) => known.letters.startsWith(form))) return QUALITY.begins;
  if (long.some((form) => known.letters.includes(form))) return QUALITY.contains;
  return typing.some((form) => form !== "" && known.letters.startsWith(form)) ? QUALITY.typing : 0;
}

interface Indexed<T> {
  readonly item: T;
  readonly parts: Readonly<Record<Part, readonly Known[]>>;
}

/** The words of all entries, which a search reads; made once for a list of entries. */
export interface SearchIndex<T> {
  readonly grammar: Grammar;
  readonly entries: readonly Indexed<T>[];
}

export function indexOf<T>(entries: readonly SearchEntry<T>[], words: SearchWords): SearchIndex<T> {
  const grammar = grammarOf(words);
  return {
    grammar,
    entries: entries.map(({ item, title, terms = "", text }) => ({
      item,
      parts: { title: knownIn(title, grammar), terms: knownIn(terms, grammar), text: knownIn(text, grammar) },
    })),
  };
}

/** The words of a text, each once in whatever form. */
function knownIn(text: string, grammar: Grammar): readonly Known[] {
  const known = wordsIn(text)
    .filter((word) => !grammar.stop.test(word))
    .map((word) => knownOf(word, grammar));
  return [...new Map(known.map((word) => [word.forms.at(-1), word])).values()];
}

const best = (wanted: Wanted, words: readonly Known[]): number =>
  words.reduce((most, word) => Math.max(most, qualityOf(wanted, word)), 0);

/** The words that a query is about; all of its words if each of them is a stop word. */
function wordsOfQuery(query: string, grammar: Grammar): readonly Wanted[] {
  const all = [...new Set(wordsIn(query))];
  const subject = all.filter((word) => !grammar.stop.test(word));
  return (subject.length > 0 ? subject : all).map((word) => wantedOf(word, grammar));
}

/** The items that match the query, best first; all items if the query is empty. Equals keep their order. */
export function search<T>({ entries, grammar }: SearchIndex<T>, query: string): T[] {
  const wanted = wordsOfQuery(query, grammar);
  if (wanted.length === 0) return query.trim() === "" ? entries.map(({ item }) => item) : [];
  const matches = entries.map(({ parts }) =>
    wanted.map((word) => PARTS.map((part) => best(word, parts[part]))),
  );
  const weights = wanted.map((_, w) => {
    const count = matches.filter((words) => words[w]?.some((quality) => quality >= QUALITY.begins)).length;
    return count === 0 ? UNKNOWN : Math.log(1 + entries.length / count);
  });
  const total = sumOf(weights);
  const weigh = (scores: readonly number[]): number =>
    sumOf(scores.map((score, w) => score * (weights[w] ?? 0))) / total;
  return entries
    .map(({ item, parts: { title } }, i) => {
      const words = matches[i] ?? [];
      const share = weigh(words.map((qualities) => Number(Math.max(...qualities) > 0)));
      const score = weigh(
        words.map((qualities) => Math.max(...qualities.map((quality, p) => quality * (WORTHS[p] ?? 0)))),
      );
      const named = title.filter((word) => wanted.some((one) => qualityOf(one, word) >= QUALITY.begins));
      const whole = title.length === 0 ? 0 : named.length / title.length;
      return {
        item,
        share,
        score: score * share + WHOLE_TITLE * whole * weigh(words.map(([first = 0]) => first)),
      };
    })
    .filter(({ share }) => share >= LEAST_SHARE)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** The sentence of a text that has most words of the query, to be shown beside a result. */
export function sentenceFor(text: string, query: string, words: SearchWords): string {
  const grammar = grammarOf(words);
  const wanted = wordsOfQuery(query, grammar);
  const sentences = text.split(/(?<=[.?!])\s+/);
  const scores = sentences.map((sentence) => {
    const known = knownIn(sentence, grammar);
    return sumOf(wanted.map((word) => best(word, known)));
  });
  return sentences[scores.indexOf(Math.max(...scores))] ?? "";
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
