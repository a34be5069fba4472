/** The bridge that opens every lesson: all of attention on one sentence, before its separate steps. */

import { sumOf } from "../draw/asides/arithmetic.js";
import { maskedBit } from "../draw/scale.js";
import { queryOf, opening as scene } from "../draw/scenes/opening.js";
import { hasStep, stepOf } from "../draw/tensor_view.js";
import { range } from "../module/shape.js";
import { type Asker, cellText, focusOnCell, numberQuestion, openKeys, rowOf, sizeOf } from "./asking.js";
import { bracketed, EQUALS, GAP, mi, mrow } from "./mathml.js";
import { factor, stepNamed } from "./notation.js";
import type { Operation } from "./operation.js";
import { scaledProduct } from "./scaled_dot_product.js";
import { mostAttended } from "./softmax.js";

/** Asks about the first sentence, or about another one if its weights are too similar. */
const openingMostAttended: Asker = ({ hu, trace, pick }) => {
  const step = stepOf(trace, "attention");
  const heads = step.axes.includes("H") ? range(sizeOf(step, "H")).map((head) => [head]) : [[]];
  const rowsIn = (batch: number): number[][] => heads.map((head) => [batch, ...head, queryOf(trace, batch)]);
  const asking = { hu, trace, step, pick };
  return mostAttended(asking, rowsIn(0)) ?? mostAttended(asking, range(sizeOf(step, "B")).flatMap(rowsIn));
};

/** What do the weights add up to? */
const weightsSum: Asker = ({ hu, trace }) => {
  const step = stepOf(trace, "attention");
  const row = [0, ...(step.axes.includes("H") ? [0] : []), queryOf(trace, 0)];
  const keys = openKeys(trace, step, row).length;
  if (keys < 2 || Math.abs(sumOf(hu, rowOf(step, row)) - 1) > 1e-3) return undefined;
  return numberQuestion(
    "weights_sum",
    1,
    [
      [keys, "row_sums_to_one"],
      [0, "row_sums_to_one"],
    ],
    {
      facts: { row: cellText(step.name, row), query: String(row.at(-1)), keys: String(keys) },
      ...focusOnCell(trace, step, [...row, 0]),
    },
    0.01,
  );
};

/** The number of characters that fit in a line of the code window. */
const LINE_WIDTH = 53;

export const opening: Operation = {
  ms: 9000,
  scene,
  /** softmax(Q Kᵀ / √d_k) V in one line. */
  formula({ label = "values", axes, inputs: [, values] }, trace) {
    const [scored, v] = [stepNamed(trace, "scores"), stepNamed(trace, values)];
    const share = bracketed(scored ? scaledProduct(scored, trace) : "");
    return mrow(factor({ name: label, axes }), EQUALS, mi("softmax"), share, GAP, v ? factor(v) : "");
  },
  questions: [openingMostAttended, weightsSum],
  bridge: {
    id: "opening",
    of(trace) {
      if (!hasStep(trace, "values")) return undefined;
      return { ...stepOf(trace, "values"), name: "opening", label: "values", op: "opening" };
    },
    /** Attention as one PyTorch call. Its mask is True where a query attends. */
    code(trace) {
      const hasHeads = stepOf(trace, "values").inputs[1] === "v_heads";
      const tensors = ["q", "k", "v"].map((name) => (hasHeads ? `${name}_heads` : name)).join(", ");
      const mask =
        hasStep(trace, "masked_scores") && stepOf(trace, stepOf(trace, "masked_scores").inputs[1] ?? "");
      const attend =
        mask && `${maskedBit(mask) === 1 ? "~" : ""}${mask.name}${hasHeads ? ".unsqueeze(1)" : ""}`;
      const oneLine = `    ${tensors}${attend ? `, ${attend}` : ""})`;
      const argumentLines = oneLine.length <= LINE_WIDTH ? [oneLine] : [`    ${tensors},`, `    ${attend})`];
      const code = [
        "# the whole of attention in one call",
        "values = F.scaled_dot_product_attention(",
        ...argumentLines,
      ];
      return { code, current: code.slice(1).map((_, i) => i + 1) };
    },
  },
};
