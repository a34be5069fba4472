/** The bridge that shows a mask in the other convention, as F.scaled_dot_product_attention expects it: ~attn_mask. */
import { conventions as scene } from "../draw/scenes/masks/conventions.js";
import { hasStep, stepOf } from "../draw/tensor_view.js";
import { fillText } from "../module/py_torch/line.js";
import { range } from "../module/shape.js";
import { type Asker, cellText, inputOf, numberQuestion, rowOf } from "./asking.js";
import { bitOf } from "./mask_bits.js";
import { EQUALS, mo, mrow } from "./mathml.js";
import type { Operation } from "./operation.js";

/** How many keys would a query attend to if the mask were given to a function of the other convention? */
const invertedCount: Asker = (asking) => {
  const mask = inputOf(asking);
  const [sentences = 1, queries = 1, keys = 1] = mask.shape;
  const rows = range(sentences).flatMap((b) => range(queries).map((i) => [b, i]));
  const ones = (row: readonly number[]): number => rowOf(mask, row).filter((bit) => bit === 1).length;
  const uneven = rows.filter((row) => ones(row) > 0 && ones(row) < keys && ones(row) * 2 !== keys);
  const row = asking.pick.one(uneven);
  if (!row) return undefined;
  const label = cellText(mask.name, row);
  const bits = rowOf(mask, row);
  return numberQuestion(
    "inverted_count",
    ones(row),
    [
      [keys - ones(row), "true_attends_there"],
      [keys, "no_key_lost"],
      [0, "no_error"],
    ],
    {
      facts: { row: label, mask: mask.name, open: String(keys - ones(row)) },
      given: [{ label, values: bits.map(String) }],
      focus: { batch: row[0] ?? 0 },
      lit: { name: mask.name, index: [...row, bits.indexOf(1)] },
    },
  );
};

export const conventions: Operation = {
  ms: 4600,
  scene,
  /** Uses the variable name of the code window beside it. */
  formula: (step, trace) =>
    mrow(
      bitOf({ name: "attend", axes: step.axes }, step, trace),
      EQUALS,
      mo("¬"),
      bitOf({ name: step.inputs[0] ?? "", axes: step.axes }, step, trace),
    ),
  questions: [invertedCount],
  bridge: {
    id: "conventions",
    of(trace) {
      if (!hasStep(trace, "attn_mask")) return undefined;
      const mask = stepOf(trace, "attn_mask");
      return {
        ...mask,
        name: "conventions",
        label: "attend",
        op: "conventions",
        madeBy: mask.op,
        inputs: [mask.name],
      };
    },
    code: ({ spec }) => ({
      code: [
        "# True = ignore: masked_fill, nn.MultiheadAttention",
        `scores.masked_fill(attn_mask.unsqueeze(1), ${fillText(spec.maskFill)})`,
        "# True = attend: F.scaled_dot_product_attention",
        "attend = ~attn_mask",
        "F.scaled_dot_product_attention(",
        "    q_heads, k_heads, v_heads, attend.unsqueeze(1))",
      ],
      current: [3],
    }),
  },
};
