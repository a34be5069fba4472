/** Questions about splitting into heads and joining them: view, transpose, and the order of numbers in memory. */

import { stepOf, valueAt } from "../../draw/tensor_view.js";
import { range } from "../../module/shape.js";
import { type Asker, cellText, choiceQuestion, numberQuestion, shapeQuestion } from "./kit.js";

export const splitShape: Asker = ({ step }) => {
  const [sentences = 1, length = 1, heads = 1, size = 1] = step.shape;
  const slips = [
    { answer: [sentences, heads, length, size], reason: "view_keeps_order" },
    { answer: [sentences, length, size, heads], reason: "head_before_size" },
    { answer: [sentences, length, heads * size], reason: "last_axis_split" },
    { answer: [sentences, length, heads, heads * size], reason: "heads_share" },
  ];
  return shapeQuestion("split_shape", step, slips, {
    facts: {
      input: step.inputs[0] ?? "",
      before: `(${sentences}, ${length}, ${heads * size})`,
      heads: String(heads),
    },
  });
};

export const headSize: Asker = ({ step }) => {
  const [, , heads = 1, size = 1] = step.shape;
  const slips = [
    { answer: heads * size, reason: "heads_share" },
    { answer: heads, reason: "number_of_heads" },
    { answer: heads * size * heads, reason: "heads_share" },
  ];
  const facts = { width: String(heads * size), heads: String(heads), tensor: step.inputs[0] ?? "" };
  return numberQuestion("head_size", size, slips, { facts });
};

export const headsShape: Asker = ({ step }) => {
  const [sentences = 1, heads = 1, length = 1, size = 1] = step.shape;
  const slips = [
    { answer: [sentences, length, heads, size], reason: "axes_swapped" },
    { answer: [heads, sentences, length, size], reason: "axes_one_and_two" },
    { answer: [sentences, heads, size, length], reason: "axes_one_and_two" },
    { answer: [sentences, size, heads, length], reason: "axes_one_and_two" },
  ];
  return shapeQuestion("heads_shape", step, slips, {
    facts: { input: step.inputs[0] ?? "", before: `(${sentences}, ${length}, ${heads}, ${size})` },
  });
};

/** Which number of q is this number of a head? */
export const headCell: Asker = ({ step, pick }) => {
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
  const viewed = (head * length + row) * size + col;
  const source = step.name.slice(0, -"_heads".length);
  const of = (place: number, column: number): string => cellText(source, [sentence, place, column]);
  const token = Math.floor(viewed / width);
  const options = [
    { code: of(row, head * size + col) },
    { code: of(row, col), reason: "head_has_its_columns" },
    token === row ? undefined : { code: of(token, viewed % width), reason: "view_mixes_tokens" },
    { code: of(row, col * heads + head), reason: "columns_together" },
  ];
  return choiceQuestion("head_cell", pick, options, {
    facts: {
      cell: cellText(step.name, index),
      size: String(size),
      head: String(head),
      from: String(head * size),
    },
    focus: { batch: sentence, head },
    lit: { name: step.name, index },
  });
};

/** Which token's numbers does the wrong shortcut put in another token's place? */
export const wrongViewToken: Asker = ({ step, pick }) => {
  const [sentences = 1, heads = 1, length = 1] = step.shape;
  const token = (head: number, row: number): number => Math.floor((head * length + row) / heads);
  const places = range(heads).flatMap((h) => range(length).map((i) => [h, i] as const));
  const place = pick.one(places.filter(([head, row]) => token(head, row) !== row));
  if (!place) return undefined;
  const [head, row] = place;
  const sentence = pick.below(sentences);
  const slips = [
    { answer: row, reason: "view_does_not_swap" },
    { answer: head, reason: "not_the_head" },
  ];
  const [, , , size = 1] = step.shape;
  return numberQuestion("wrong_view_token", token(head, row), slips, {
    facts: {
      code: `q.view(${step.shape.join(", ")})`,
      row: `[${sentence}, ${head}, ${row}]`,
      width: String(heads * size),
      place: String(head * length + row),
      heads: String(heads),
    },
    focus: { batch: sentence, head },
  });
};

export const mergedShape: Asker = ({ step }) => {
  const [sentences = 1, length = 1, heads = 1, size = 1] = step.shape;
  const slips = [
    { answer: [sentences, heads, length, size], reason: "axes_swapped" },
    { answer: [sentences, length, heads * size], reason: "not_joined_yet" },
    { answer: [sentences, length, size, heads], reason: "axes_one_and_two" },
  ];
  return shapeQuestion("merged_shape", step, slips, {
    facts: { input: step.inputs[0] ?? "", before: `(${sentences}, ${heads}, ${length}, ${size})` },
  });
};

export const concatShape: Asker = ({ trace, step }) => {
  const [sentences = 1, length = 1, heads = 1, size = 1] = stepOf(trace, step.inputs[0] ?? "").shape;
  const slips = [
    { answer: [sentences, length, size], reason: "side_by_side" },
    { answer: [sentences, length, heads, size], reason: "one_axis_less" },
    { answer: [sentences, length * heads, size], reason: "joined_within_token" },
  ];
  return shapeQuestion("concat_shape", step, slips, {
    facts: { input: step.inputs[0] ?? "", before: `(${sentences}, ${length}, ${heads}, ${size})` },
  });
};

/** Which head's number is in this column? */
export const concatCell: Asker = ({ trace, step, pick }) => {
  const [sentences = 1, length = 1, heads = 1, size = 1] = stepOf(trace, step.inputs[0] ?? "").shape;
  if (heads < 2 || length < 2) return undefined;
  const [sentence, row, col] = [
    pick.below(sentences),
    pick.below(length),
    size + pick.below((heads - 1) * size),
  ];
  // In a row of NaN the answer cannot be checked by its numbers.
  if (Number.isNaN(valueAt(step, [sentence, row, col]))) return undefined;
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
  const index = [sentence, row, col];
  return choiceQuestion("concat_cell", pick, options, {
    facts: { cell: cellText(step.name, index), size: String(size), head: String(Math.floor(col / size)) },
    focus: { batch: sentence },
    lit: { name: step.name, index },
  });
};
