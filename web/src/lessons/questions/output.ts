/** Questions about the output: the weighted values, the output layer, what a residual connection adds. */

import { dot } from "../../draw/asides/arithmetic.js";
import { digits } from "../../draw/scale.js";
import { offsetOf, stepOf, valueAt } from "../../draw/tensor_view.js";
import { range } from "../../module/shape.js";
import {
  type Asker,
  type AskerInput,
  cellText,
  choiceQuestion,
  factorsOf,
  idsOf,
  inputOf,
  numberQuestion,
  rowOf,
  shapeQuestion,
  tokenAxis,
  tokensOf,
} from "./kit.js";
import type { CellQuestion } from "./question.js";
import { hidesCompletely, openKeys, rowsOf } from "./rows.js";
import { focusOnCell } from "./scores.js";

export const valuesShape: Asker = ({ trace, step }) => {
  const factors = factorsOf(trace, step);
  if (!factors) return undefined;
  const { left: weights, front, rows: queries, columns: size, facts } = factors;
  const keys = weights.at(-1) ?? 1;
  const slips = [
    { answer: weights, reason: "keys_are_summed" },
    { answer: [...front, keys, size], reason: "row_per_query" },
    { answer: [...front, size, queries], reason: "queries_are_rows" },
    { answer: [...front, queries], reason: "vectors_are_mixed" },
  ];
  return shapeQuestion("values_shape", step, slips, { facts });
};

/** Which key's value comes out unchanged? */
export const copiesValue = ({ trace, step, pick }: AskerInput): CellQuestion | undefined => {
  const attention = stepOf(trace, step.inputs[0] ?? "");
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
  const ids = idsOf(keys, sentence);
  return {
    kind: "cell",
    of: "tokens",
    key: "copies_value",
    cells: ids.map((id) => ({ head: String(id) })),
    tokens: tokenAxis(keys, sentence),
    answer: key,
    slips: range(weights.length).flatMap((at) =>
      at === key ? [] : [{ answer: at, reason: "weight_zero_adds_nothing" }],
    ),
    facts: {
      row: cellText(step.name, row),
      weights: cellText(attention.name, row),
      value: cellText(step.inputs[1] ?? "", [...row.slice(0, -1), key]),
    },
    ...focusOnCell(trace, step, [...row, 0]),
  };
};

/** How many rows are computed for one more token during generation? */
export const generationRows: Asker = ({ step, pick }) => {
  const length = step.shape[1] ?? 1;
  if (length < 3) return undefined;
  const known = 2 + pick.below(length - 2);
  const slips = [
    { answer: known + 1, reason: "rows_above_stay" },
    { answer: known, reason: "rows_above_stay" },
    { answer: (known + 1) ** 2, reason: "rows_above_stay" },
    { answer: 0, reason: "new_query_asks" },
  ];
  return numberQuestion("generation_rows", 1, slips, {
    facts: { known: String(known), next: String(known + 1) },
    lit: { name: "values", index: [0, known, 0] },
  });
};

/** How many numbers of concat contribute to one number of the output? */
export const outputMixes: Asker = ({ trace, step, pick }) => {
  const input = stepOf(trace, step.inputs[0] ?? "");
  const width = input.shape.at(-1) ?? 1;
  const length = input.shape.at(-2) ?? 1;
  const { numHeads } = trace.spec;
  // With one head there is nothing to mix.
  if (numHeads < 2) return undefined;
  const index = step.shape.map((size) => pick.below(size));
  const slips = [
    { answer: width / numHeads, reason: "all_heads_meet" },
    { answer: 1, reason: "row_meets_row" },
    { answer: length * width, reason: "token_by_token" },
    { answer: length, reason: "token_by_token" },
  ];
  return numberQuestion("output_mixes", width, slips, {
    facts: { cell: cellText(step.name, index), input: input.name, heads: String(numHeads) },
    ...focusOnCell(trace, step, index),
  });
};

export const outputShape: Asker = ({ trace, step }) => {
  const [sentences = 1, length = 1, width = 1] = step.shape;
  const { facts } = inputOf(trace, step);
  const { numHeads, dModel } = trace.spec;
  const slips = [
    { answer: [sentences, length, width / numHeads], reason: "outputs_of_the_layer" },
    { answer: [sentences, numHeads, length, width / numHeads], reason: "already_joined" },
    { answer: [width, width], reason: "not_the_weight" },
    { answer: [sentences, length, length], reason: "not_the_scores" },
  ];
  return shapeQuestion("output_shape", step, slips, { facts: { ...facts, dModel: String(dModel) } });
};

/** What does the residual connection add to the layer's output? */
export const residualAdds: Asker = ({ hu, trace, step, pick }) => {
  const [input, sublayer] = step.inputs.map((name) => stepOf(trace, name));
  if (!input || !sublayer) return undefined;
  const at = (tensor: typeof input, index: readonly number[]): number =>
    tensor.data[offsetOf(tensor.shape, index)] ?? 0;
  const cells = range(Math.min(step.data.length, 200)).map(() => step.shape.map((size) => pick.below(size)));
  const isClear = (x: number): boolean => Math.abs(x) > 0.1 && Math.abs(x) < 10;
  const index = cells.find((cell) => isClear(at(input, cell)) && isClear(at(sublayer, cell)));
  if (!index) return undefined;
  const [x, y] = [at(input, index), at(sublayer, index)];
  const options = [
    { code: digits(valueAt(step, index)) },
    { code: digits(y), reason: "old_is_kept" },
    { code: digits(dot(hu, [x], [y])), reason: "added_not_multiplied" },
    { code: digits(dot(hu, [x, y], [0.5, 0.5])), reason: "no_mean" },
  ];
  return choiceQuestion("residual_adds", pick, options, {
    facts: { cell: cellText(step.name, index), first: input.name, second: sublayer.name },
    given: [
      { label: cellText(input.name, index), values: [digits(x)] },
      { label: cellText(sublayer.name, index), values: [digits(y)] },
    ],
    ...focusOnCell(trace, step, index),
  });
};
