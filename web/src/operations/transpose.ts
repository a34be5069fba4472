/** Two axes swapped: the heads before the tokens, and back. */

import { transpose as scene } from "../draw/scenes/attention/heads.js";
import { shapeText } from "../module/shape.js";
import { same } from "./arithmetic.js";
import { type Asker, askShape, cellText, choiceQuestion, focusOnCell, shapeIn } from "./asking.js";
import { cell, EQUALS, mrow, name } from "./mathml.js";
import { b, h, index, k } from "./notation.js";
import type { Operation } from "./operation.js";
import { transposed } from "./tensors.js";

const headsShape = askShape({
  key: "heads_shape",
  axes: "B H L K",
  slips: [
    ["B L H K", "axes_swapped"],
    ["H B L K", "axes_one_and_two"],
    ["B H K L", "axes_one_and_two"],
    ["B K H L", "axes_one_and_two"],
  ],
  facts: ({ step }, sizes) => ({
    input: step.inputs[0] ?? "",
    before: shapeText(shapeIn("B L H K", sizes)),
  }),
});

/** Which number of q is this number of a head? */
const headCell: Asker = ({ trace, step, pick }) => {
  const [sentences = 1, heads = 1, length = 1, size = 1] = step.shape;
  if (heads < 2 || length < 2) return undefined;
  const index = [
    pick.below(sentences),
    1 + pick.below(heads - 1),
    pick.below(length),
    pick.below(size),
  ] as const;
  const [sentence, head, row, col] = index;
  const width = heads * size;
  const flat = (head * length + row) * size + col;
  const source = step.name.slice(0, -"_heads".length);
  const of = (place: number, column: number): string => cellText(source, [sentence, place, column]);
  const token = Math.floor(flat / width);
  const options = [
    { code: of(row, head * size + col) },
    { code: of(row, col), reason: "head_has_its_columns" },
    token === row ? undefined : { code: of(token, flat % width), reason: "view_mixes_tokens" },
    { code: of(row, col * heads + head), reason: "columns_together" },
  ];
  return choiceQuestion("head_cell", pick, options, {
    facts: {
      cell: cellText(step.name, index),
      size: String(size),
      head: String(head),
      from: String(head * size),
    },
    ...focusOnCell(trace, step, index),
  });
};

const mergedShape = askShape({
  key: "merged_shape",
  axes: "B L H K",
  slips: [
    ["B H L K", "axes_swapped"],
    ["B L H*K", "not_joined_yet"],
    ["B L K H", "axes_one_and_two"],
  ],
  facts: ({ step }, sizes) => ({
    input: step.inputs[0] ?? "",
    before: shapeText(shapeIn("B H L K", sizes)),
  }),
});

export const transpose: Operation = {
  ms: 4200,
  scene,
  arithmetic: same,
  formula({ name: id, inputs, axes }) {
    const merging = id === "values_merged";
    const t = index(axes, merging ? 1 : 2);
    const [split, heads] = [
      [b, t, h, k],
      [b, h, t, k],
    ];
    const [to, from] = merging ? [split, heads] : [heads, split];
    return mrow(cell(name(id), ...to), EQUALS, cell(name(inputs[0] ?? ""), ...from));
  },
  compute: (_, input) => transposed(input(0), 1, 2),
  questions: { q_heads: [headsShape, headCell], values_merged: [mergedShape] },
};
