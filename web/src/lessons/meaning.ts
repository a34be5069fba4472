/**
 * What the designed weights mean in a run: who looks at whom, with the numbers of the trace, for the sentences under `meanings`
 * in the locales. Drawn or trained weights, and numbers that were changed by hand, do not say it this way.
 */
import { digits } from "../draw/scale.js";
import { pairOf } from "../draw/scenes/opening.js";
import { hasStep, stepOf, valueAt } from "../draw/tensor_view.js";
import { shortNumber } from "../module/number_text.js";
import { range } from "../module/shape.js";
import type { Trace } from "../module/types.js";
import { designedWords } from "./designed.js";
import type { LessonStep, Meaning } from "./lesson.js";

/** The steps of a lesson with designed weights, with what they mean where one word looks at another. */
export function withMeaning(steps: readonly LessonStep[], trace: Trace): readonly LessonStep[] {
  const meaning = meaningOf(trace);
  return meaning ? steps.map((step) => ({ ...step, meaning })) : steps;
}

function meaningOf(trace: Trace): Meaning | undefined {
  const first = saying(trace, 0);
  const last = saying(trace, trace.spec.numHeads - 1) ?? first;
  if (!first || !last || trace.changes) return undefined;
  return (lang) => {
    const words = designedWords(trace.spec.lesson, lang);
    const [query, key, query2, key2] = [first.query, first.key, last.query, last.key].map((id) => words[id]);
    if (!query || !key || !query2 || !key2) return undefined;
    const { products, score, weight } = first;
    return { query, key, query2, key2, products, score, weight, weight2: last.weight };
  };
}

/** The pair of a head in the first sentence: its ids, the products of its score, the score and the weight. */
function saying(trace: Trace, head: number) {
  const pair = pairOf(trace, 0, head);
  if (!pair) return undefined;
  const isSplit = hasStep(trace, "q_heads");
  const at = isSplit ? [0, head] : [0];
  const [q, k] = [stepOf(trace, isSplit ? "q_heads" : "q"), stepOf(trace, isSplit ? "k_heads" : "k")];
  const products = range(q.shape.at(-1) ?? 0)
    .map((i) => [valueAt(q, [...at, pair.query, i]), valueAt(k, [...at, pair.key, i])])
    .filter(([asked, offered]) => asked !== 0 && offered !== 0);
  const here = [...at, pair.query, pair.key];
  return {
    query: valueAt(stepOf(trace, hasStep(trace, "target_ids") ? "target_ids" : "ids"), [0, pair.query]),
    key: valueAt(stepOf(trace, "ids"), [0, pair.key]),
    products: products.map((factors) => factors.map((factor) => shortNumber(factor)).join(" × ")).join(" + "),
    score: shortNumber(valueAt(stepOf(trace, "scores"), here)),
    weight: digits(valueAt(stepOf(trace, "attention"), here)),
  };
}
