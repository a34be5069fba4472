/**
 * Reads every lesson as a newcomer does: in order, each step's title and sentence, its questions with their feedback, its
 * second sentence, and the line about the tutorial. No term may be used before a step has said what it is. Notes are folded, so
 * they neither introduce a term nor count as read. Later lessons may use the terms of earlier ones, to which their opening leads.
 */
import { expect, test } from "vitest";
import { lessonNames } from "../../web/src/lessons/opening.js";
import { questionsOf } from "../../web/src/lessons/questions/questions.js";
import type { Core } from "../../web/src/module/page_entry.js";
import { operationOf } from "../../web/src/operations/operations.js";
import type { Question } from "../../web/src/operations/question.js";
import { openingLesson, run } from "../../web/src/store/lesson_runner.js";
import { stepSentence } from "../../web/src/words/rich_text.js";
import type { StepWords, Words } from "../../web/src/words/words.js";
import { hu } from "./core.js";
import { locales } from "./locales.js";

interface Term {
  readonly ko: RegExp;
  readonly en: RegExp;
  /** The keys of the words of the steps that say what it is; the first one that is read counts. */
  readonly by: readonly string[];
}

const OPENING = ["opening_one_head"];
const BLOCK = ["opening_block", "opening_block_bare"];
const PARTICLE = "(?=[^가-힣]|$|는|가|를|와|의|도|만|로|에|마다|일수록|끼리|들|보다|라)";
const TERMS: Readonly<Record<string, Term>> = {
  token: { ko: /토큰/, en: /\btokens?\b/i, by: OPENING },
  vector: { ko: /벡터/, en: /\bvectors?\b/i, by: OPENING },
  query: { ko: /쿼리/, en: /\bquer(y|ies)\b/i, by: OPENING },
  key: { ko: new RegExp(`(?<![가-힣])키${PARTICLE}`), en: /\bkeys?\b/i, by: OPENING },
  value: { ko: /값\u2060?\(value\)|값 벡터|값들/, en: /\b(a|its) value\b|\bvalue vectors?\b/i, by: OPENING },
  weight: { ko: /가중치/, en: /\bweights?\b/i, by: OPENING },
  mask: { ko: /마스크(?!드)/, en: /\bmasks?\b/i, by: OPENING },
  score: { ko: /점수/, en: /\bscores?\b/i, by: ["one_head_scores", "demo_scores"] },
  softmax: { ko: /소프트맥스/, en: /\bsoftmax\b/i, by: ["one_head_attention", "demo_attention"] },
  id: { ko: /(?<![A-Za-z])id(?![A-Za-z])/, en: /\bids?\b/i, by: ["one_sentence"] },
  batch: { ko: /배치/, en: /\bbatch(es)?\b/i, by: ["one_sentence"] },
  embedding: { ko: /임베딩/, en: /\bembeddings?\b/i, by: ["embedding_weight", "designed_embedding"] },
  vocabulary: { ko: /어휘/, en: /\bvocabulary\b/i, by: ["embedding_weight", "designed_embedding"] },
  "dot product": { ko: /내적/, en: /\bdot products?\b/i, by: ["q"] },
  d_k: { ko: /d_k/, en: /\bd_k\b/, by: ["one_head_scores"] },
  head: { ko: /헤드/, en: /\bheads?\b/i, by: ["opening_heads"] },
  padding: { ko: /패딩/, en: /\bpadd(ing|ed)\b/i, by: ["one_sentence", "ids", "opening_masks"] },
  source: { ko: /소스/, en: /\bsource\b/i, by: ["opening_cross"] },
  target: { ko: /타깃/, en: /\btarget\b/i, by: ["opening_cross"] },
  encoder: { ko: /(?<!\()인코더/, en: /\bencoder\b/i, by: ["source_ids"] },
  decoder: { ko: /(?<!-)디코더/, en: /(?<!-)\bdecoder\b/i, by: ["target_ids"] },
  "feed-forward": { ko: /피드 포워드/, en: /\bfeed-forward\b/i, by: BLOCK },
  residual: { ko: /잔차/, en: /\bresiduals?\b/i, by: BLOCK },
  "layer norm": { ko: /층 정규화/, en: /\blayer norms?\b/i, by: BLOCK },
  axis: { ko: /(?<![가-힣])축/, en: /\bax[ei]s\b/i, by: ["one_sentence"] },
  "matrix product": { ko: /행렬\s?곱/, en: /\bmatrix products?\b/i, by: ["heads"] },
  transpose: { ko: /전치|ᵀ/, en: /ᵀ|\btransposed?\b/i, by: ["q"] },
  "linear layer": { ko: /선형 (변환|층)/, en: /\blinear layers?\b/i, by: ["q"] },
  bias: { ko: /편향/, en: /\bbias(es)?\b/i, by: ["q"] },
  exp: { ko: /(?<![a-z])exp(?![a-z])/, en: /\bexp\b/, by: ["one_head_attention"] },
  causal: { ko: /causal/, en: /\bcausal\b/i, by: ["nopeak_mask"] },
  "normal distribution": {
    ko: /정규분포/,
    en: /\bnormal (distribution|number)\b/i,
    by: ["demo_scores", "embedding_weight"],
  },
  "standard deviation": { ko: /표준편차/, en: /\bdeviation\b/i, by: ["norm"] },
  activation: { ko: /활성화/, en: /\bactivations?\b/i, by: ["gelu"] },
  GELU: { ko: /GELU/, en: /GELU/, by: ["gelu"] },
  gradient: { ko: /기울기|그래디언트/, en: /\bgradients?\b/i, by: ["residual"] },
  convolution: { ko: /합성곱|컨볼루션/, en: /\bconvolutions?\b/i, by: ["conv1_weight"] },
  kernel: { ko: /커널/, en: /\bkernels?\b/i, by: ["conv1_weight"] },
  contiguous: { ko: /연속적|contiguous/, en: /\bcontiguous\b/i, by: [] },
  broadcasting: { ko: /브로드캐스/, en: /\bbroadcast/i, by: [] },
  seed: { ko: /시드/, en: /\bseed\b/i, by: [] },
  permutation: { ko: /순열/, en: /\bpermut/i, by: [] },
  logit: { ko: /로짓/, en: /\blogits?\b/i, by: [] },
};

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;
interface Asks {
  readonly asks: Readonly<Record<string, { readonly ask: string; readonly right: string }>>;
  readonly reasons: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, string>>;
}

/** The keys of the reasons that a question may give. */
function reasonsOf(question: Question): string[] {
  const slips = "slips" in question ? question.slips.map(({ reason }) => reason) : [];
  const options = "options" in question ? question.options.map(({ reason }) => reason) : [];
  return [...slips, ...options].filter((reason) => reason !== undefined);
}

/** What is read at each step of the lessons as the page opens them, in order. */
function reading(lang: string, language: (typeof locales)[number][1]) {
  const { asks, reasons, options }: Asks = language.questions;
  const tutorials: Texts = language.tutorials;
  // The build writes the language before plural forms.
  const words: Words = JSON.parse(
    JSON.stringify(language).replaceAll(/\{\w+\|/g, (begin) => `${begin}${lang}|`),
  );
  return lessonNames.flatMap((lesson) => {
    const { trace, steps } = run(hu as unknown as Core, openingLesson(lesson, lang));
    return steps.map((step) => {
      const say = (key: keyof StepWords) => stepSentence(words, step, key) ?? "";
      const text = { title: say("title"), what: say("what"), why: say("why") };
      const asked = questionsOf(hu, trace, step).map((question) => {
        const words = asks[question.key];
        const choices =
          question.kind === "choice" ? question.options.map(({ word }) => options[word ?? ""]) : [];
        const feedback = [words?.right, ...reasonsOf(question).map((key) => reasons[key])];
        return { ask: [words?.ask, ...choices].join(" "), feedback: feedback.join(" ") };
      });
      return { trace, step, text, asked, tutorial: tutorials[lesson]?.[step.id] ?? "" };
    });
  });
}

type Read = ReturnType<typeof reading>[number];

const withoutCode = (text: string): string => text.replaceAll(/`[^`]*`/g, "").replaceAll(/\{[^}|]*\}/g, "");

test.each(locales)("no term is used before a step has introduced it (%s)", (lang, language) => {
  const known = new Set<string>();
  const early: string[] = [];
  for (const { trace, step, text, asked, tutorial } of reading(lang, language)) {
    const read = [
      { where: "sentence", said: `${text.title} ${text.what}` },
      ...asked.flatMap(({ ask, feedback }, i) => [
        { where: `question ${i + 1}`, said: ask },
        { where: `feedback ${i + 1}`, said: feedback },
      ]),
      { where: "why", said: text.why },
      { where: "tutorial", said: tutorial },
    ];
    // A step introduces its terms by all that stands open.
    const own = `${text.title} ${text.what} ${text.why}`;
    for (const [name, term] of Object.entries(TERMS)) {
      const pattern = lang === "ko" ? term.ko : term.en;
      if (term.by.includes(step.words) && pattern.test(own)) known.add(name);
      if (known.has(name)) continue;
      for (const { where, said } of read)
        if (pattern.test(withoutCode(said))) early.push(`${trace.spec.lesson} ${step.id}, ${where}: ${name}`);
    }
  }
  expect(early).toEqual([]);
});

/** Reading speeds: English words and Korean syllables a minute. */
const PER_MINUTE = { en: 200, ko: 350 } as const;
const secondsOf = (lang: string, text: string): number => {
  const plain = text.replaceAll(/[`{}\u2060]/g, "");
  const count =
    lang === "ko"
      ? (plain.match(/\p{Script=Hangul}|[A-Za-z0-9]+/gu)?.length ?? 0)
      : plain.split(/\s+/).length;
  return (60 * count) / PER_MINUTE[lang as "ko" | "en"];
};

/** How long it takes to read a step, to play it, and to read its first `questions`. */
const secondsIn = (lang: string, { trace, step, text, asked }: Read, questions = Infinity): number => {
  const asks = asked.slice(0, questions).map(({ ask }) => ask);
  const said = [text.title, text.what, ...asks, text.why].join(" ");
  return secondsOf(lang, said) + operationOf(step.stage(trace)).ms / 1000;
};
const total = (seconds: readonly number[]): number => seconds.reduce((sum, one) => sum + one, 0);

test.each(locales)(
  "the reason, the first number that moves and the first question take 90 seconds (%s)",
  (lang, language) => {
    const read = reading(lang, language);
    for (const lesson of lessonNames) {
      const steps = read.filter(({ trace }) => trace.spec.lesson === lesson);
      const first = steps.findIndex(({ asked }) => asked.length > 0);
      expect(first, `${lesson} asks`).toBeGreaterThanOrEqual(0);
      const seconds = total(steps.slice(0, first + 1).map((one) => secondsIn(lang, one, 1)));
      expect(seconds, `${lesson} in seconds`).toBeLessThanOrEqual(90);
    }
  },
);

test.each(locales)(
  "lesson 1 asks for query, key and value in its first three minutes (%s)",
  (lang, language) => {
    const names = { en: [/\bquery\b/, /\bkey\b/, /\bvalue\b/], ko: [/쿼리/, /의 키/, /의 값/] };
    const wanted = new Set(names[lang as "ko" | "en"]);
    let seconds = 0;
    for (const one of reading(lang, language)) {
      seconds += secondsIn(lang, one);
      for (const { ask } of one.asked) for (const name of wanted) if (name.test(ask)) wanted.delete(name);
      if (wanted.size === 0) break;
    }
    expect(seconds).toBeLessThanOrEqual(180);
  },
);

test.each(locales)("no two lessons open alike, and later ones lead back to the first (%s)", (_, language) => {
  const openings = Object.entries(language.steps as Texts).filter(([key]) =>
    /^opening_(?!block_bare)/.test(key),
  );
  expect(openings).toHaveLength(lessonNames.length);
  for (const field of ["title", "what", "why"])
    expect(new Set(openings.map(([, text]) => text[field])).size, field).toBe(lessonNames.length);
  for (const lesson of Object.keys(language.explained)) expect(lessonNames).toContain(lesson);
});
