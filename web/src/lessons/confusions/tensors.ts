/** Confusions about data and shapes: tokens, seeds, axes that are split and swapped. */

import { softmaxOf, sumOf } from "../../draw/asides/arithmetic.js";
import { paddedBatch, paddingOf, queriesOf } from "../../draw/asides/row.js";
import { hasStep, stepOf, valueAt } from "../../draw/tensor_view.js";
import { range, sameShape, shapeText } from "../../module/shape.js";
import type { Step, Trace } from "../../module/types.js";
import { cellText, idsOf, rowOf } from "../../operations/asking.js";
import { viewed } from "../../operations/tensors.js";
import { type Changes, replay } from "../replay.js";
import { integers, rowIn, rowText, type Show, sizesOf, summed, valuesAt, where, wholeText } from "./shown.js";

/** The tensor with another shape, as from `view`. */
const viewedAs = (step: Step, shape: readonly number[]): Step => ({ ...step, ...viewed(step, shape) });

/** The second row of the first head: view and transpose put the second token there, view alone the first token. */
export const viewOrTranspose: Show = ({ trace, focus }) => {
  const { heads, queries, dK } = sizesOf(trace);
  if (heads < 2 || queries < 2) return undefined;
  const right = stepOf(trace, "q_heads");
  const wrong = viewedAs(stepOf(trace, "q"), right.shape);
  const index = [focus.batch, 0, 1];
  const equal = range(heads * queries).filter((i) => {
    const at = [focus.batch, Math.floor(i / queries), i % queries];
    return sameShape(rowOf(right, at), rowOf(wrong, at));
  });
  const place = Math.floor(1 / heads);
  return {
    facts: {
      row: cellText("q_heads", index),
      right: cellText("q", [focus.batch, 1, `0:${dK}`]),
      wrong: cellText("q", [focus.batch, place, `${dK}:${2 * dK}`]),
      place,
      rows: heads * queries,
      equal: equal.length,
    },
    rows: [
      { name: "right", cells: rowOf(right, index) },
      { name: "wrong", cells: rowOf(wrong, index) },
    ],
  };
};

/** The second row of the joined heads, with and without swapping the axes back. */
export const transposeBack: Show = ({ trace, focus }) => {
  const { heads, queries, dK } = sizesOf(trace);
  if (heads < 2 || queries < 2 * heads) return undefined;
  const right = stepOf(trace, "concat");
  const wrong = viewedAs(stepOf(trace, "values"), right.shape);
  const index = [focus.batch, 1];
  return {
    facts: {
      row: cellText("concat", index),
      values: shapeText(stepOf(trace, "values").shape),
      shape: shapeText(right.shape),
      heads,
      dK,
      first: heads,
      last: 2 * heads - 1,
    },
    rows: [
      { name: "right", cells: rowOf(right, index) },
      { name: "wrong", cells: rowOf(wrong, index) },
    ],
  };
};

/** The tokens that the first token attends to if the batch is the first axis, and if it is taken as the second. */
export const batchFirst: Show = ({ trace, focus }) => {
  const ids = stepOf(trace, "ids");
  const [sentences = 1, length = 1] = ids.shape;
  if (sentences < 2 || hasStep(trace, "target_ids")) return undefined;
  return {
    facts: {
      shape: shapeText(stepOf(trace, "embedding").shape),
      sentence: focus.batch + 1,
      sentences,
      length,
      right: shapeText([sentences, length, length]),
      wrong: shapeText([length, sentences, sentences]),
    },
    rows: [
      integers("right", idsOf(ids, focus.batch)),
      integers(
        "wrong",
        range(sentences).map((sentence) => valueAt(ids, [sentence, 0])),
      ),
    ],
  };
};

/** An output row of padding in training, and the zeros that PyTorch's fast path returns there in eval(). */
export const evalMode: Show = ({ trace, focus }) => {
  const batch = paddedBatch(trace, queriesOf(trace), focus.batch);
  if (batch < 0 || !hasStep(trace, "output")) return undefined;
  const ids = stepOf(trace, queriesOf(trace));
  const [sentences = 1, length = 1] = ids.shape;
  const paddings = range(sentences).map((b) => paddingOf(trace, ids.name, b));
  // PyTorch takes the fast path only if no token comes after padding.
  if (paddings.some((padding) => padding.some((isPadding, i) => isPadding && padding[i + 1] === false)))
    return undefined;
  const lengths = paddings.map((padding) => length - where(padding).length);
  const index = [batch, paddingOf(trace, ids.name, batch).indexOf(true)];
  const row = rowOf(stepOf(trace, "output"), index);
  return {
    facts: {
      row: cellText("output", index),
      sentence: batch + 1,
      length: Math.max(...lengths),
      longer: length + 2,
      rows: sentences * length,
      count: lengths.reduce((total, tokens) => total + length - tokens, 0),
    },
    rows: [
      integers("lengths", lengths),
      { name: "train", cells: row },
      { name: "eval", cells: row.map(() => 0) },
    ],
  };
};

/** The embedding with the rows of padding set to 0, as with `padding_idx`. */
const withoutPadding = (trace: Trace): Changes => ({
  embedding: (_, step) => {
    const { padId } = trace.spec;
    const ids = stepOf(trace, "ids").data;
    const width = step.shape.at(-1) ?? 1;
    const data = Float32Array.from(step.data, (value, i) =>
      ids[Math.floor(i / width)] === padId ? 0 : value,
    );
    return { shape: step.shape, dtype: "float32", data };
  },
});

/** The weight that the first query still gives to padding whose embedding is all zeros. */
export const paddingIdx: Show = ({ hu, trace, focus }) => {
  const batch = paddedBatch(trace, "ids", focus.batch);
  if (batch < 0) return undefined;
  const of = replay(hu, trace, withoutPadding(trace));
  const at = { ...focus, batch, query: 0 };
  const padding = where(paddingOf(trace, "ids", batch));
  const place = padding[0] ?? 0;
  const scores = of("scores");
  const weights = softmaxOf(
    hu,
    rowOf(scores, scores.axes.includes("H") ? [batch, focus.head, 0] : [batch, 0]),
  );
  return {
    facts: {
      sentence: batch + 1,
      place,
      row: rowText(trace, "attention", at),
      count: padding.length,
      share: sumOf(hu, valuesAt(weights, padding)),
    },
    rows: [
      { name: "embedding", cells: rowOf(of("embedding"), [batch, place]) },
      { name: "key", cells: rowOf(of("k"), [batch, place]) },
      summed(hu, "weights", weights, { as: "padding", cells: padding }),
    ],
  };
};

/** Two positions of a sentence with the same token, preferably in the sentence `wanted`. */
function repeatedToken(
  trace: Trace,
  wanted: number,
): { batch: number; first: number; second: number } | undefined {
  const ids = stepOf(trace, "ids");
  const sentences = range(ids.shape[0] ?? 0).sort((a, b) => Number(b === wanted) - Number(a === wanted));
  for (const batch of sentences) {
    const row = idsOf(ids, batch);
    const first = row.findIndex((id, i) => id !== trace.spec.padId && row.indexOf(id, i + 1) > i);
    if (first >= 0) return { batch, first, second: row.indexOf(row[first] ?? -1, first + 1) };
  }
  return undefined;
}

export const sameToken: Show = ({ trace, focus }) => {
  const pair = trace.spec.positionalEncoding ? undefined : repeatedToken(trace, focus.batch);
  if (!pair) return undefined;
  const { batch, first, second } = pair;
  const q = stepOf(trace, hasStep(trace, "target_ids") ? "k" : "q");
  const row = (place: number): number[] => rowOf(q, [batch, place]);
  const weights = (query: number): number[] => rowIn(trace, "attention", { ...focus, batch, query });
  const hasEqualWeights = !trace.spec.mask?.causal && !hasStep(trace, "target_ids");
  return {
    facts: {
      sentence: batch + 1,
      id: valueAt(stepOf(trace, "ids"), [batch, first]),
      first,
      second,
      firstRow: cellText(q.name, [batch, first]),
      secondRow: cellText(q.name, [batch, second]),
    },
    rows: [
      { name: "first", cells: row(first) },
      { name: "second", cells: row(second) },
      ...(hasEqualWeights
        ? [
            { name: "firstWeights", cells: weights(first) },
            { name: "secondWeights", cells: weights(second) },
          ]
        : []),
    ],
  };
};

/** The first row of the embedding table, drawn from this seed and from one beside it. */
export const otherNumbers: Show = ({ hu, trace }) => {
  const table = stepOf(trace, "embedding.weight");
  if (table.op === "given") return undefined;
  const width = table.shape[1] ?? 1;
  const { seed } = trace.spec;
  const other = seed < Number.MAX_SAFE_INTEGER ? seed + 1 : seed - 1;
  const draw = (from: number): number[] => [...hu.randn(from, table.shape).data.subarray(0, width)];
  return {
    facts: { seed: wholeText(seed), other: wholeText(other), cell: cellText("embedding.weight", [0]) },
    rows: [
      { name: "own", cells: rowOf(table, [0]) },
      { name: "again", cells: draw(seed) },
      { name: "other", cells: draw(other) },
    ],
  };
};
