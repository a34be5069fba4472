/** The same numbers in another shape: splitting into heads, joining them, and a mask that stays as it is. */

import { view as scene } from "../draw/scenes/attention/heads.js";
import { stepOf, valueAt } from "../draw/tensor_view.js";
import { shapeText } from "../module/shape.js";
import { same } from "./arithmetic.js";
import {
  type Asker,
  askShape,
  cellText,
  choiceQuestion,
  focusOnCell,
  numberQuestion,
  shapeIn,
} from "./asking.js";
import { maskShape, paintMask } from "./mask_bits.js";
import { axis, cell, DOT, EQUALS, mrow, name, PLUS } from "./mathml.js";
import { b, h, index, k } from "./notation.js";
import type { Operation } from "./operation.js";
import { viewed } from "./tensors.js";

export const splitShape = askShape({
  key: "split_shape",
  axes: "B L H K",
  slips: [
    ["B H L K", "view_keeps_order"],
    ["B L K H", "head_before_size"],
    ["B L H*K", "last_axis_split"],
    ["B L H H*K", "heads_share"],
  ],
  facts: ({ step }, sizes) => ({
    input: step.inputs[0] ?? "",
    before: shapeText(shapeIn("B L H*K", sizes)),
    heads: String(sizes["H"]),
  }),
});

const headSize: Asker = ({ step }) => {
  const [, , heads = 1, size = 1] = step.shape;
  return numberQuestion(
    "head_size",
    size,
    [
      [heads * size, "heads_share"],
      [heads, "number_of_heads"],
      [heads * size * heads, "heads_share"],
    ],
    { facts: { width: String(heads * size), heads: String(heads), tensor: step.inputs[0] ?? "" } },
  );
};

const concatShape = askShape({
  key: "concat_shape",
  axes: "B L H K",
  of: "input",
  slips: [
    ["B L K", "side_by_side"],
    ["B L H K", "one_axis_less"],
    ["B L*H K", "joined_within_token"],
  ],
  facts: ({ step }, sizes) => ({
    input: step.inputs[0] ?? "",
    before: shapeText(shapeIn("B L H K", sizes)),
  }),
});

/** Which head's number is in this column? */
const concatCell: Asker = ({ trace, step, pick }) => {
  const [sentences = 1, length = 1, heads = 1, size = 1] = stepOf(trace, step.inputs[0] ?? "").shape;
  if (heads < 2 || length < 2) return undefined;
  const [sentence, row, col] = [
    pick.below(sentences),
    pick.below(length),
    size + pick.below((heads - 1) * size),
  ];
  const index = [sentence, row, col];
  // In a row of NaN the answer cannot be checked by its numbers.
  if (Number.isNaN(valueAt(step, index))) return undefined;
  const of = (head: number, place: number, column: number): string =>
    cellText("values", [sentence, head, place, column]);
  const flat = row * heads * size + col;
  const options = [
    { code: of(Math.floor(col / size), row, col % size) },
    { code: of(0, row, col % size), reason: "columns_by_head" },
    { code: of(col % heads, row, Math.floor(col / heads)), reason: "columns_together" },
    {
      code: of(Math.floor(flat / (length * size)), Math.floor(flat / size) % length, flat % size),
      reason: "transposed_first",
    },
  ];
  return choiceQuestion("concat_cell", pick, options, {
    facts: { cell: cellText(step.name, index), size: String(size), head: String(Math.floor(col / size)) },
    ...focusOnCell(trace, step, index),
  });
};

/** The index of head h's k-th number among the numbers of a token. */
const joined = mrow(h, DOT, axis("K"), PLUS, k);

export const view: Operation = {
  ms: 4000,
  scene,
  arithmetic: same,
  formula({ name: id, inputs, axes }) {
    const from = name(inputs[0] ?? "");
    if (id === "mask") return mrow(name(id), EQUALS, from);
    const t = index(axes, 1);
    return id === "concat"
      ? mrow(cell(name(id), b, t, joined), EQUALS, cell(from, b, t, h, k))
      : mrow(cell(name(id), b, t, h, k), EQUALS, cell(from, b, t, joined));
  },
  compute: (_, input, { shape }) => viewed(input(0), shape),
  questions: {
    q_split: [splitShape, headSize],
    concat: [concatShape, concatCell],
    mask: [maskShape, paintMask],
  },
};
