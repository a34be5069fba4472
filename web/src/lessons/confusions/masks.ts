/** Confusions about masks: which bit hides, which keys are hidden, and which shape a mask has. */

import { softmaxOf, sumOf } from "../../draw/asides/arithmetic.js";
import { paddedBatch, paddedRow, paddingOf, queriesOf } from "../../draw/asides/row.js";
import { hasStep, sliceOf, stepOf } from "../../draw/tensor_view.js";
import { range, shapeText } from "../../module/shape.js";
import { hidingBit } from "../replay.js";
import {
  hiddenIn,
  integers,
  maskOf,
  maskRow,
  type Row,
  rowIn,
  rowText,
  type Show,
  sizesOf,
  summed,
  valuesAt,
  where,
} from "./shown.js";

/** A query of the sentence on the stage that has both keys to attend to and keys to ignore. */
export const trueOrFalse: Show = ({ trace, focus }) => {
  const mask = maskOf(trace);
  if (!mask) return undefined;
  const rows = range(sizesOf(trace).queries).map((query) => maskRow(mask, { ...focus, query }));
  const hidden = rows.map((bits) => hiddenIn(trace, bits).length);
  const query = hidden.findIndex((count, i) => count > 0 && count < (rows[i]?.length ?? 0));
  const bits = rows[query];
  if (!bits) return undefined;
  const closed = hiddenIn(trace, bits);
  return {
    facts: {
      mask: mask.name,
      sentence: focus.batch + 1,
      query,
      bit: 1 - hidingBit(trace),
      open: bits.length - closed.length,
      hidden: closed.length,
    },
    rows: [integers("bits", bits, { as: "masked", cells: closed })],
  };
};

/** The first padded query of a sentence that still has keys to attend to. */
export const paddedQuery: Show = ({ hu, trace, focus }) => {
  const batch = paddedBatch(trace, queriesOf(trace), focus.batch);
  if (batch < 0 || !trace.spec.mask?.padding) return undefined;
  const query = paddedRow(trace, sliceOf(stepOf(trace, "attention"), { ...focus, batch }), batch);
  if (query < 0) return undefined;
  const at = { ...focus, batch, query };
  const weights = rowIn(trace, "attention", at);
  const padding = where(paddingOf(trace, "ids", batch));
  return {
    facts: {
      row: rowText(trace, "attention", at),
      sentence: batch + 1,
      query,
      sum: sumOf(hu, weights),
      tokens: weights.length - padding.length,
    },
    rows: [summed(hu, "weights", weights, { as: "padding", cells: padding })],
  };
};

/** How many keys each query may attend to: with the causal mask alone, and with both masks. */
export const isCausal: Show = ({ hu, trace, focus }) => {
  const mask = maskOf(trace);
  const { queries, keys } = sizesOf(trace);
  if (!mask || !trace.spec.mask?.causal) return undefined;
  const batch = Math.max(0, paddedBatch(trace, "ids", focus.batch));
  const open = range(queries).map(
    (query) => keys - hiddenIn(trace, maskRow(mask, { ...focus, batch, query })).length,
  );
  const causal = range(queries).map((query) => Math.min(query + 1, keys));
  const [both, alone] = [sumOf(hu, open), sumOf(hu, causal)];
  const cells = { queries, keys, cells: queries * keys, alone, hidden: queries * keys - alone };
  return {
    facts: { ...cells, sentence: batch + 1, both },
    rows: [
      { ...integers("causal", causal), sum: alone },
      {
        ...integers("both", open, { as: "padding", cells: where(open.map((n, i) => n !== causal[i])) }),
        sum: both,
      },
    ],
  };
};

/** The first axis of an (N·H, L, S) mask: the sentence that each entry needs, and the one that `repeat` puts there. */
export const maskRepeat: Show = ({ trace }) => {
  const { sentences, heads, queries, keys } = sizesOf(trace);
  if (sentences < 2 || heads < 2) return undefined;
  const slots = range(sentences * heads);
  const needed = slots.map((slot) => Math.floor(slot / heads));
  const repeated = slots.map((slot) => slot % sentences);
  const wrong = where(slots.map((slot) => needed[slot] !== repeated[slot]));
  return {
    facts: {
      sentences,
      heads,
      slots: slots.length,
      wrong: wrong.length,
      shape: shapeText([slots.length, queries, keys]),
    },
    rows: [
      integers("slots", slots),
      integers("interleaved", needed),
      integers("repeated", repeated, { as: "other", cells: wrong }),
    ],
  };
};

/** The padding mask of the sentence on the stage, and how often broadcasting repeats it. */
export const broadcast: Show = ({ trace, focus }) => {
  const { sentences, heads, queries, keys } = sizesOf(trace);
  if (!stepOf(trace, "scores").axes.includes("H")) return undefined;
  const padding = paddingOf(trace, "ids", focus.batch);
  return {
    facts: {
      flat: shapeText([sentences, keys]),
      mask: shapeText([sentences, 1, 1, keys]),
      scores: shapeText([sentences, heads, queries, keys]),
      sentence: focus.batch + 1,
      sentences,
      queries,
      stored: sentences * keys,
      read: sentences * heads * queries * keys,
      times: heads * queries,
    },
    rows: [
      integers(
        "bits",
        padding.map((isPadding) => (isPadding ? 0 : 1)),
        { as: "padding", cells: where(padding) },
      ),
    ],
  };
};

/** The weight that a target token gives to the padding of its source, without and with the source's mask. */
export const sourceMask: Show = ({ hu, trace, focus }) => {
  if (!hasStep(trace, "target_ids")) return undefined;
  const { sentences, queries, keys } = sizesOf(trace);
  const batch = paddedBatch(trace, "ids", focus.batch);
  if (batch < 0) return undefined;
  const at = { ...focus, batch, query: 0 };
  const scores = rowIn(trace, "scores", at);
  const padding = paddingOf(trace, "ids", batch);
  const hidden = where(padding);
  const plain = softmaxOf(hu, scores);
  const masked = softmaxOf(
    hu,
    scores.map((score, i) => (padding[i] ? -1e12 : score)),
  );
  const mark: Row["mark"] = { as: "padding", cells: hidden };
  return {
    facts: {
      sentence: batch + 1,
      source: shapeText([sentences, 1, keys]),
      target: shapeText([sentences, 1, queries]),
      queries,
      keys,
      count: hidden.length,
      share: sumOf(hu, valuesAt(plain, hidden)),
    },
    rows: [summed(hu, "plain", plain, mark), summed(hu, "masked", masked, mark)],
  };
};
