/**
 * The training data of the models behind `weights=trained`: sentences of a small grammar made for this project. Each subject
 * has its own verb, which comes only after a place and another animal or person. So the verb can only be predicted by
 * attending to the subject instead of the other noun, which gives a head a task that can be named.
 */
import { readFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";

/**
 * A piece that begins a word starts with a space; particles and full stops do not.
 * @typedef {object} Grammar
 * @property {Readonly<Record<string, string>>} verbs  by their subjects
 * @property {readonly string[]} places
 * @property {readonly string[]} adjectives
 * @property {readonly string[]} openers  the pieces that begin the parts of the sentence after the subject
 * @property {string} before  the piece before the verb
 * @property {string} shown  the sentence that lessons show first
 * @property {(nouns: Nouns) => (string | undefined)[]} sentence
 */
/** @typedef {{ subject: string, verb: string, place: string, other: string, adjectives: (string | undefined)[] }} Nouns */

/** Whether the last syllable has a final consonant, which determines the form of a particle. @param {string} noun */
const isClosed = (noun) => (noun.charCodeAt(noun.length - 1) - 0xac00) % 28 !== 0;

/** Its words. */
const words = JSON.parse(readFileSync(inRoot("web/trained/grammar.json"), "utf8"));

/** @type {Readonly<Record<"en" | "ko", Grammar>>} */
export const GRAMMARS = {
  en: {
    ...words.en,
    sentence: ({ subject, verb, place, other, adjectives: [first, second, third] }) => [
      ...[" the", first, subject, " in", " the", second, place],
      ...[" sees", " the", third, other, " and", verb, "."],
    ],
  },
  ko: {
    ...words.ko,
    sentence: ({ subject, verb, place, other, adjectives: [first, second, third] }) => [
      ...[first, subject, isClosed(subject) ? "이" : "가", second, place, "에서"],
      ...[third, other, isClosed(other) ? "을" : "를", " 보고", verb, "."],
    ],
  },
};

/** The number of sentences to train on, and the number held out. */
const [ROWS, HELD_OUT] = [600, 60];
const ADJECTIVES_PER_NOUN = 0.4;

/**
 * Numbers from 0 up to but not including 1, the same on every machine: the linear congruential generator of Numerical
 * Recipes.
 */
function uniforms(state = 12345) {
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * The rows of a language's sentences, padded at their ends, and what each id stands for. No sentence occurs twice.
 * @param {keyof typeof GRAMMARS} lang
 */
export function sentencesOf(lang) {
  const grammar = GRAMMARS[lang];
  const nouns = Object.keys(grammar.verbs);
  const uniform = uniforms();
  /** @template T @param {readonly T[]} list @returns {T} */
  const oneOf = (list) => /** @type {T} */ (list[Math.floor(uniform() * list.length)]);
  const sentences = new Map();
  while (sentences.size < ROWS + HELD_OUT) {
    const [subject, other] = [oneOf(nouns), oneOf(nouns)];
    if (other === subject) continue;
    const place = oneOf(grammar.places);
    const adjectives = [1, 2, 3].map(() =>
      uniform() < ADJECTIVES_PER_NOUN ? oneOf(grammar.adjectives) : undefined,
    );
    const pieces = grammar
      .sentence({ subject, verb: grammar.verbs[subject] ?? "", place, other, adjectives })
      .filter((one) => one !== undefined);
    sentences.set(pieces.join(""), pieces);
  }
  const pieceLists = [...sentences.values()];
  const symbols = ["<pad>", ...new Set(pieceLists.flat())];
  const longest = Math.max(...pieceLists.map((pieces) => pieces.length));
  const rows = pieceLists.map((pieces) =>
    Array.from({ length: longest }, (_, i) => (i < pieces.length ? symbols.indexOf(pieces[i]) : 0)),
  );
  return { symbols, data: rows.slice(0, ROWS), heldOut: rows.slice(ROWS) };
}

/** The seeds with which each head learns one role. */
const SEEDS = { en: 59, ko: 126 };
export const STEPS = 2000;
/** The sizes with which the lessons open. */
const [D_MODEL, NUM_HEADS, D_FF] = [8, 2, 32];

/** @param {keyof typeof GRAMMARS} lang */
export function trainingSpecOf(lang) {
  const { symbols, data } = sentencesOf(lang);
  const sizes = { vocabSize: symbols.length, dModel: D_MODEL, numHeads: NUM_HEADS, layers: 1, dFf: D_FF };
  return { data, padId: 0, ...sizes, seed: SEEDS[lang], learningRate: 0.01 };
}

/**
 * What each head does in the held-out sentences, as mean attention weights: `subject` is the weight that the piece before the
 * verb gives the subject, `opener` the weight that articles and adjectives give the piece that began their part of the
 * sentence.
 * @param {keyof typeof GRAMMARS} lang
 * @param {(tokens: number[]) => ArrayLike<number>} attentionOf  (1, H, L, L) of a model with one block
 * @returns {{ subject: number, opener: number }[]}
 */
export function weightsOfRoles(lang, attentionOf) {
  const { verbs, adjectives, openers, before } = GRAMMARS[lang];
  const { symbols, heldOut } = sentencesOf(lang);
  /** @type {{ subject: number[], opener: number[] }[]} */
  const found = Array.from({ length: NUM_HEADS }, () => ({ subject: [], opener: [] }));
  for (const row of heldOut) {
    const tokens = row.filter((id) => id !== 0);
    const pieces = tokens.map((id) => symbols[id] ?? "");
    const attention = attentionOf(tokens);
    const verbAsked = pieces.indexOf(before);
    const isAsking = (/** @type {string} */ piece) => piece === " the" || adjectives.includes(piece);
    found.forEach((roles, head) => {
      const weight = (/** @type {number} */ query, /** @type {number} */ key) =>
        attention[(head * tokens.length + query) * tokens.length + key] ?? 0;
      roles.subject.push(
        weight(
          verbAsked,
          pieces.findIndex((piece) => piece in verbs),
        ),
      );
      pieces.slice(0, verbAsked).forEach((piece, query) => {
        const opener = pieces.slice(0, query).findLastIndex((one) => openers.includes(one));
        if (opener >= 0 && isAsking(piece)) roles.opener.push(weight(query, opener));
      });
    });
  }
  const mean = (/** @type {number[]} */ values) => values.reduce((sum, x) => sum + x, 0) / values.length;
  return found.map(({ subject, opener }) => ({ subject: mean(subject), opener: mean(opener) }));
}
