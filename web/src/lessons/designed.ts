/**
 * The designed model's sentences, the words of its ids and the meanings of its columns. The core has its numbers
 * (cpp/lesson/designed_weights.cpp), in which a word's place in these lists is its id.
 */
import en from "../../designed/en.json";
import ko from "../../designed/ko.json";
import type { NamedNumbers } from "../draw/picture.js";
import { range } from "../module/shape.js";
import type { LessonName, LessonSpec, Step, Trace } from "../module/types.js";
import { openingSpec } from "./lessons.js";

const LEXICONS: Readonly<Record<string, typeof en>> = { en, ko };
const lexiconOf = (lang: string): typeof en => LEXICONS[lang] ?? en;

/** The languages' sentences differ, and so do their words. */
export interface DesignedModel {
  readonly lang: string;
  /** The spec to return to when other weights are chosen. */
  readonly before: LessonSpec;
}

/** The ids beyond the words stand for words that the model does not know. */
const VOCABULARY = { grammar: 32, translation: 10 } as const;

/** The word of each id. Padding has none. */
export function designedWords(lesson: LessonName, lang: string): readonly string[] {
  const { grammar, translation } = lexiconOf(lang);
  return lesson === "encoder-decoder"
    ? ["", ...translation.source, ...translation.target]
    : ["", ...grammar.words.flat()];
}

/** The words of a lesson's first sentence. */
export const designedSentence = (lesson: LessonName, lang: string): readonly string[] =>
  sentencesOf(lesson, lang)[0]?.split(" ") ?? [];

const sentencesOf = (lesson: LessonName, lang: string): readonly string[] =>
  (lexiconOf(lang).grammar.sentences as Partial<Record<LessonName, readonly string[]>>)[lesson] ?? [];

/** What sentences of the reader's own are read by: the words, and the endings that do not make another word. */
export const designedVocabulary = (
  lesson: LessonName,
  lang: string,
): { readonly words: readonly string[]; readonly endings: readonly string[] } => ({
  words: designedWords(lesson, lang),
  endings: lexiconOf(lang).endings,
});

/** The lesson on the designed sentences, in the sizes in which it opens. */
export function designedSpec(lesson: LessonName, lang: string): LessonSpec {
  const { grammar, translation } = lexiconOf(lang);
  const idsOf = (sentence: string, words: readonly string[], from: number): number[] =>
    sentence.split(" ").map((word) => from + words.indexOf(word));
  const opening = openingSpec(lesson);
  if (lesson === "encoder-decoder") {
    const { source, target, pairs } = translation;
    return {
      ...opening,
      vocabSize: VOCABULARY.translation,
      sequences: pairs.map(([text = ""]) => idsOf(text, source, 1)),
      target: pairs.map(([, text = ""]) => idsOf(text, target, 1 + source.length)),
      mask: { padding: true, causal: false },
    };
  }
  const words = grammar.words.flat();
  return {
    ...opening,
    vocabSize: VOCABULARY.grammar,
    sequences: sentencesOf(lesson, lang).map((sentence) => idsOf(sentence, words, 1)),
  };
}

const PROJECTIONS: Readonly<Record<string, string>> = {
  ...{ q: "w_k.weight", q_split: "w_k.weight", q_heads: "w_k.weight", "w_q.weight": "w_k.weight" },
  ...{ k: "w_k.weight", k_split: "w_k.weight", k_heads: "w_k.weight", "w_k.weight": "w_k.weight" },
  ...{ v: "w_v.weight", v_split: "w_v.weight", v_heads: "w_v.weight", "w_v.weight": "w_v.weight" },
  ...{ values: "w_v.weight", values_merged: "w_v.weight", concat: "w_v.weight" },
};

/**
 * What the columns of the designed model mean, by tensor: those of its embeddings, and what each number of a query looks
 * for, a key offers and a value hands on, which is the column that the row of its weights reads.
 */
export function namesOfNumbers(
  trace: Trace,
  lang: string,
): Readonly<Record<string, readonly NamedNumbers[]>> {
  const { grammar, translation } = lexiconOf(lang);
  const { columns } = trace.spec.lesson === "encoder-decoder" ? translation : grammar;
  const read = new Map<string, readonly string[]>();
  const readBy = (weights: string): readonly string[] => {
    const step = trace.steps.find(({ name }) => name === weights);
    const names = read.get(weights) ?? (step ? rowsRead(step, columns) : []);
    read.set(weights, names);
    return names;
  };
  const inAll = columns.slice(0, trace.spec.dModel);
  const words = designedWords(trace.spec.lesson, lang);
  const namesOf = ({ name, axes, shape }: Step): readonly NamedNumbers[] => {
    if (name === "embedding.weight")
      return [
        { axis: 0, names: range(shape[0] ?? 0).map((id) => `${words[id] ?? ""} ${id}`.trim()) },
        { axis: 1, names: inAll },
      ];
    const last = axes.length - 1;
    const weights = PROJECTIONS[name];
    if (name === "w_0.weight")
      return [
        { axis: 0, names: inAll },
        { axis: 1, names: readBy("w_v.weight") },
      ];
    if (weights !== undefined && name.includes("."))
      return [
        { axis: 0, names: readBy(weights) },
        { axis: 1, names: inAll },
      ];
    if (weights !== undefined) return [{ axis: last, names: readBy(weights) }];
    return /embedding|^output$/.test(name) ? [{ axis: last, names: inAll }] : [];
  };
  return Object.fromEntries(trace.steps.map((step) => [step.name, namesOf(step)]));
}

/** For each row of a matrix, the column in which it has its largest number; "" for a row of zeros. */
function rowsRead({ data, shape }: Step, columns: readonly string[]): readonly string[] {
  const [rows = 0, width = 0] = shape;
  return range(rows).map((row) => {
    const numbers = [...data.slice(row * width, (row + 1) * width)].map(Math.abs);
    const most = Math.max(...numbers);
    return most > 0 ? (columns[numbers.indexOf(most)] ?? "") : "";
  });
}
