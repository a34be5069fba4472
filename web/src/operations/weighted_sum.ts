/** The mean of the values, weighted by the attention. */

import { weightedSum as scene } from "../draw/scenes/attention/weighted_sum.js";
import { products, total, type Writer } from "./arithmetic.js";
import {
  type Asker,
  askShape,
  cellText,
  factorFacts,
  focusOnCell,
  hidesCompletely,
  idsOf,
  inputOf,
  openKeys,
  rowOf,
  rowsOf,
  tokenAxis,
  tokenQuestion,
  tokensOf,
} from "./asking.js";
import { EQUALS, GAP, mrow } from "./mathml.js";
import { factor, inputsOf } from "./notation.js";
import type { Operation } from "./operation.js";
import { product, transposedLastTwo } from "./tensors.js";

const valuesShape: Asker = (asking) => {
  const front = asking.step.axes.length > 3 ? "B H" : "B";
  return askShape({
    key: "values_shape",
    axes: `${front} Q d`,
    sizes: () => ({ S: inputOf(asking).shape.at(-1) ?? 1 }),
    slips: [
      [`${front} Q S`, "keys_are_summed"],
      [`${front} S d`, "row_per_query"],
      [`${front} d Q`, "queries_are_rows"],
      [`${front} Q`, "vectors_are_mixed"],
    ],
    facts: factorFacts,
  })(asking);
};

/** Which key's value comes out unchanged? */
const copiesValue: Asker = (asking) => {
  const { trace, step, pick } = asking;
  const attention = inputOf(asking);
  const { keys } = tokensOf(trace);
  const row = pick.one(
    rowsOf(attention).filter((one) => {
      const open = openKeys(trace, attention, one);
      if (open.length !== 1 || !hidesCompletely(trace, attention, one)) return false;
      // A token that occurs twice may have the same value twice.
      const ids = idsOf(keys, one[0] ?? 0);
      const [id] = open.map((at) => ids[at]);
      return ids.indexOf(id ?? 0) === ids.lastIndexOf(id ?? 0);
    }),
  );
  if (!row || (attention.shape.at(-1) ?? 1) < 2) return undefined;
  const weights = rowOf(attention, row);
  const key = weights.indexOf(Math.max(...weights));
  const [sentence = 0] = row;
  return tokenQuestion(
    "copies_value",
    idsOf(keys, sentence).map((id) => ({ head: String(id) })),
    tokenAxis(keys, sentence),
    key,
    () => "weight_zero_adds_nothing",
    {
      facts: {
        row: cellText(step.name, row),
        weights: cellText(attention.name, row),
        value: cellText(step.inputs[1] ?? "", [...row.slice(0, -1), key]),
      },
      ...focusOnCell(trace, step, [...row, 0]),
    },
  );
};

const arithmetic: Writer = (e, piece) => [...products(e, piece), total(e, "Σ =")];

export const weightedSum: Operation = {
  ms: 8000,
  scene,
  arithmetic,
  formula(step, trace) {
    const [weights, values] = inputsOf(step, trace);
    return mrow(factor(step), EQUALS, weights ? factor(weights) : "", GAP, values ? factor(values) : "");
  },
  compute: (hu, input) => product(hu, input(0), transposedLastTwo(input(1))),
  questions: { values: [valuesShape, copiesValue] },
};
