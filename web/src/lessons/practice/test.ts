/**
 * The test before and after the course: both times the same eight concepts, with different numbers. Five of its questions are
 * its own: they are about the purpose of the parts of attention, not about one of its steps.
 */
import { digits } from "../../draw/scale.js";
import { stepOf, valueAt } from "../../draw/tensor_view.js";
import type { Core } from "../../module/page_entry.js";
import { range } from "../../module/shape.js";
import type { LessonName, Trace } from "../../module/types.js";
import { type Asker, cellText, choiceQuestion, idsOf, paddingOf, tokensOf } from "../../operations/asking.js";
import { score } from "../../operations/attention.js";
import { splitShape } from "../../operations/heads.js";
import { pickOf } from "../../operations/pick.js";
import type { Question } from "../../operations/question.js";
import { sumsToOne } from "../../operations/softmax.js";
import { lessonNamed, openingSpec } from "../lessons.js";
import { freshTrace } from "./review.js";

/** Which vectors make a weight, and which one does it multiply? */
const roles: Asker = ({ step, pick }) => {
  const [sentences = 1, heads = 1, queries = 1, keys = 1] = step.shape;
  const [sentence, head] = [pick.below(sentences), pick.below(heads)];
  const query = pick.below(queries);
  const key = pick.one(range(keys).filter((i) => i !== query)) ?? 0;
  const code = (a: string, i: number, b: string, j: number, c: string, k: number) =>
    `${a}[${i}] · ${b}[${j}] → ${c}[${k}]`;
  const options = [
    { code: code("q", query, "k", key, "v", key) },
    { code: code("q", query, "k", key, "v", query), reason: "value_of_the_key" },
    { code: code("k", query, "q", key, "v", key), reason: "row_is_the_query" },
    { code: code("q", query, "v", key, "k", key), reason: "keys_are_compared" },
  ];
  const cell = cellText(step.name, [sentence, head, query, key]);
  return choiceQuestion("roles", pick, options, {
    facts: { cell, query: String(query), key: String(key) },
    focus: { batch: sentence, head },
  });
};

const whyDivide: Asker = ({ step, trace, pick }) => {
  const size = stepOf(trace, step.inputs[0] ?? "").shape.at(-1) ?? 1;
  const options = [
    { word: "spread_stays" },
    { word: "rows_sum_to_one", reason: "softmax_sums" },
    { word: "none_negative", reason: "sign_stays" },
    { word: "mean_of_products", reason: "root_no_mean" },
  ];
  return choiceQuestion("why_divide", pick, options, { facts: { dK: String(size) } });
};

/** Which cells of the scores does the padding mask hide? */
const paddedCells: Asker = ({ trace, pick }) => {
  const { keys } = tokensOf(trace);
  const place = pick.one(paddingOf(trace, keys).filter(([, at]) => at > 0));
  if (!place) return undefined;
  const [sentence] = place;
  const ids = idsOf(keys, sentence);
  const from = ids.indexOf(trace.spec.padId);
  const options = [
    { code: `scores[${sentence}, :, :, ${from}:]` },
    { code: `scores[${sentence}, :, ${from}:, :]`, reason: "keys_are_columns" },
    { code: `scores[${sentence}, :, ${from}:, ${from}:]`, reason: "every_query" },
    { code: `scores[${sentence}, :, :, :${from}]`, reason: "tokens_stay" },
  ];
  return choiceQuestion("padded_cells", pick, options, {
    facts: { pad: String(trace.spec.padId) },
    given: [{ label: cellText(keys.name, [sentence]), values: ids.map(String) }],
    focus: { batch: sentence },
  });
};

/** In which order are scores scaled, masked, turned into weights and mixed? */
const order: Asker = ({ trace, pick }) => {
  const size = stepOf(trace, "q_heads").shape.at(-1) ?? 1;
  const scores = `q @ k.transpose(-2, -1) / math.sqrt(${size})`;
  const options = [
    { code: `(${scores}).masked_fill(~mask, −inf).softmax(dim=-1) @ v` },
    { code: `(${scores}).softmax(dim=-1).masked_fill(~mask, 0) @ v`, reason: "mask_before_softmax" },
    { code: `(${scores}).masked_fill(~mask, 0).softmax(dim=-1) @ v`, reason: "zero_is_a_score" },
    { code: `(${scores}).masked_fill(~mask, −inf) @ v.softmax(dim=-1)`, reason: "softmax_on_scores" },
  ];
  return choiceQuestion("order", pick, options, { facts: {} });
};

/** Which weight of a row is 0, because its key comes later? */
const futureCell: Asker = ({ step, pick }) => {
  const length = step.shape.at(-1) ?? 0;
  const [query, later] = [1 + pick.below(Math.max(1, length - 2)), length - 1];
  const at = (row: number, col: number): number[] => [...step.shape.slice(0, -2).map(() => 0), row, col];
  if (later <= query || valueAt(step, at(query, later)) !== 0) return undefined;
  const options = [
    { code: cellText(step.name, at(query, later)) },
    { code: cellText(step.name, at(later, query)), reason: "row_is_the_query" },
    { code: cellText(step.name, at(query, query)), reason: "sees_itself" },
    { code: cellText(step.name, at(query, 0)), reason: "sees_before" },
  ];
  const facts = { query: String(query), key: String(later), weight: digits(0) };
  return choiceQuestion("future_cell", pick, options, { facts });
};

export type Sitting = "pre" | "post";

export interface TestItem {
  /** The concept; its words are in the locales (`questions.test.concepts`). */
  readonly id: Concept;
  readonly lesson: LessonName;
  readonly step: string;
  readonly question: Question;
}

/** What is tested: the lesson and step whose numbers are used, and the question. */
const ITEMS = {
  roles: ["multi-head", "attention", roles],
  split: ["multi-head", "q_split", splitShape],
  score: ["encoder-decoder", "scores", score],
  divide: ["transformer-block", "scores", whyDivide],
  row_sum: ["encoder-decoder", "attention", sumsToOne],
  padding: ["masked-multi-head", "masked_scores", paddedCells],
  causal: ["masked-self-attention", "attention", futureCell],
  order: ["masked-multi-head", "values", order],
} as const satisfies Readonly<Record<string, readonly [LessonName, string, Asker]>>;
export type Concept = keyof typeof ITEMS;
export const CONCEPTS = Object.keys(ITEMS) as readonly Concept[];

/** The same for every learner. The first sitting uses the lessons as they open (seed 42), the second uses other data. */
export function testItems(hu: Core, sitting: Sitting): TestItem[] {
  const traces = new Map<LessonName, Trace>();
  return CONCEPTS.flatMap((id) => {
    const [lesson, step, ask] = ITEMS[id];
    const trace = traces.get(lesson) ?? traceOf(hu, lesson, sitting);
    traces.set(lesson, trace);
    const stage = lessonNamed(lesson)
      .steps(trace)
      .find((one) => one.id === step)
      ?.stage(trace);
    const question = stage && ask({ hu, trace, step: stage, pick: pickOf(`${sitting} ${id}`) });
    return question ? [{ id, lesson, step, question }] : [];
  });
}

const traceOf = (hu: Core, lesson: LessonName, sitting: Sitting): Trace =>
  sitting === "pre" ? hu.run(openingSpec(lesson)) : freshTrace(hu, lesson, pickOf(`post ${lesson}`));
