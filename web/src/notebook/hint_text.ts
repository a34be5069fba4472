/** What a program does wrong without an error, in the page's language. Its `backticks` are code, as in the page's other words. */
import type { CellRef } from "../draw/picture.js";
import { offsetOf } from "../draw/tensor_view.js";
import type { ConfusionId } from "../lessons/offers.js";
import type { HintRule, ProgramHint, ProgramStep } from "../module/python/types.js";
import { cellName, format, numberText } from "../words/number_text.js";
import type { NotebookWords } from "../words/words.js";

export interface HintText {
  /** The name of the mistake, without code. */
  readonly title: string;
  /** What happens, with the real numbers, and what to write instead. */
  readonly says: string;
}

/**
 * Fills the sentences of the hint's rule with its values; `{cell0}` is the first cell that proves it, by the name that `nameOf` gives
 * it, `{value0}` its number.
 */
export function hintText(
  words: NotebookWords,
  { rule, values, cells }: ProgramHint,
  steps: readonly ProgramStep[],
  nameOf = ({ name, index }: CellRef): string => cellName(name, index),
): HintText {
  const { title, says } = words.hints[rule];
  const numberAt = ({ step, index }: ProgramHint["cells"][number]): number => {
    const { shape, data } = steps.find(({ name }) => name === step) ?? { shape: [], data: [] };
    return data[offsetOf(shape, index)] ?? Number.NaN;
  };
  const facts = [
    ...Object.entries(values).map(([name, value]) => [name, numberText(value)]),
    ...cells.flatMap((cell, i) => [
      [`cell${i}`, nameOf({ name: cell.step, index: cell.index })],
      [`value${i}`, numberText(numberAt(cell))],
    ]),
  ];
  return { title, says: format(says, Object.fromEntries(facts)) };
}

/** The question of the lessons whose answer explains the mistake. */
const CONFUSIONS: Readonly<Partial<Record<HintRule, ConfusionId>>> = {
  "softmax-axis": "softmax_dim",
  "softmax-twice": "softmax_twice",
  "softmax-before-loss": "softmax_twice",
  "scale-d-model": "sqrt_d_model",
  "scale-missing": "sqrt_d_model",
  "heads-view": "view_or_transpose",
  "heads-join": "transpose_back",
  "mask-added": "masked_is_zero",
  "mask-weak": "masked_is_zero",
  "mask-upside-down": "true_or_false",
  "mask-hides-self": "full_row",
  "mask-shows-next": "loss_zero",
  "mask-batch": "broadcast",
  "padding-upside-down": "true_or_false",
  "padding-queries": "padded_query",
  "row-hidden": "full_row",
  "targets-not-shifted": "targets_shifted",
  "dropout-on": "dropout",
};

/** Undefined for a mistake that no question is about. */
export const confusionOf = (rule: HintRule): ConfusionId | undefined => CONFUSIONS[rule];
