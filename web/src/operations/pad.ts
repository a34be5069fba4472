/** Sentences of different lengths as one tensor of ids. */

import { pad as scene } from "../draw/scenes/data/pad.js";
import type { Trace } from "../module/types.js";
import { numberText } from "../words/number_text.js";
import { result, type Writer, whole } from "./arithmetic.js";
import { type Asker, askShape, numberQuestion, paddingOf } from "./asking.js";
import { cases, cell, EQUALS, mi, mo, mrow, msub, name } from "./mathml.js";
import { b, index } from "./notation.js";
import type { Operation } from "./operation.js";

/** With more sentences there would be too many lengths to list. */
const MOST_LENGTHS = 12;

const lengthsOf = ({ spec }: Trace, id: string): number[] =>
  ((id === "target_ids" ? spec.target : spec.sequences) ?? []).map((sentence) => sentence.length);
const sum = (lengths: readonly number[]): number => lengths.reduce((total, length) => total + length, 0);

const idsShape = askShape({
  key: "ids_shape",
  axes: "B L",
  sizes({ trace, step }) {
    const lengths = lengthsOf(trace, step.name);
    return lengths.length > MOST_LENGTHS
      ? undefined
      : { tokens: sum(lengths), shortest: Math.min(...lengths) };
  },
  slips: [
    ["L B", "batch_first"],
    ["tokens", "no_flat_list"],
    ["B shortest", "longest_counts"],
    ["B", "longest_counts"],
  ],
  facts: ({ trace, step }) => ({ lengths: lengthsOf(trace, step.name).join(", ") }),
});

const paddingCount: Asker = ({ trace, step }) => {
  const lengths = lengthsOf(trace, step.name);
  const tokens = sum(lengths);
  const padding = paddingOf(trace, step);
  const filled = step.data.length - tokens;
  // If a sentence contains the padding id itself, its length is not its number of tokens.
  if (filled === 0 || padding.length !== filled || lengths.length > MOST_LENGTHS) return undefined;
  return numberQuestion(
    "padding_count",
    filled,
    [
      [tokens, "real_tokens"],
      [step.data.length, "all_places"],
      [lengths.filter((length) => length < (step.shape[1] ?? 0)).length, "short_sentences"],
    ],
    {
      facts: {
        tensor: step.name,
        lengths: lengths.join(", "),
        places: String(step.data.length),
        typed: String(tokens),
      },
      lit: { name: step.name, index: padding.at(-1) ?? [] },
    },
  );
};

const arithmetic: Writer = (e) => {
  const [term] = e.terms;
  if (!term) return [];
  if (term.name === "padId")
    return [result([], whole(e), { key: "padded", facts: { padId: numberText(term.value) } })];
  const [sentence = 0, place = 0] = term.index;
  return [result([], whole(e), { key: "typed", facts: { sentence: sentence + 1, place: place + 1 } })];
};

export const pad: Operation = {
  ms: 3600,
  scene,
  arithmetic,
  formula({ name: id, axes }, trace) {
    const t = index(axes, 1);
    const length = msub(mi("len"), b);
    const token = cell(name(id === "ids" ? "sequences" : "target"), b, t);
    const lengths = lengthsOf(trace, id);
    // Sentences of one length need no padding.
    if (lengths.every((other) => other === lengths[0])) return mrow(cell(name(id), b, t), EQUALS, token);
    return mrow(
      cell(name(id), b, t),
      EQUALS,
      cases([token, mrow(t, mo("&lt;"), length)], [name("pad_id"), mrow(t, mo("≥"), length)]),
    );
  },
  questions: [idsShape, paddingCount],
};
