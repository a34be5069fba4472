/** Questions about the data: padding, the embedding table, the embeddings. */

import { stepOf, valueAt } from "../../draw/tensor_view.js";
import { range, shapeText } from "../../module/shape.js";
import {
  type Asker,
  cellText,
  choiceQuestion,
  numberQuestion,
  paddingOf,
  rowOf,
  shapeQuestion,
  sizeOf,
} from "./kit.js";

/** With more sentences there would be too many lengths to list. */
const MOST_LENGTHS = 12;

export const idsShape: Asker = ({ trace, step }) => {
  const lengths = sentencesOf(trace.spec, step.name).map((sentence) => sentence.length);
  if (lengths.length > MOST_LENGTHS) return undefined;
  const [sentences = 0, longest = 0] = step.shape;
  const slips = [
    { answer: [longest, sentences], reason: "batch_first" },
    { answer: [lengths.reduce((x, y) => x + y, 0)], reason: "no_flat_list" },
    { answer: [sentences, Math.min(...lengths)], reason: "longest_counts" },
    { answer: [sentences], reason: "longest_counts" },
  ];
  return shapeQuestion("ids_shape", step, slips, { facts: { lengths: lengths.join(", ") } });
};

const sentencesOf = (
  spec: {
    readonly sequences: readonly (readonly number[])[];
    readonly target: readonly (readonly number[])[] | null;
  },
  name: string,
) => (name === "target_ids" ? spec.target : spec.sequences) ?? [];

export const paddingCount: Asker = ({ trace, step }) => {
  const sentences = sentencesOf(trace.spec, step.name);
  const tokens = sentences.reduce((count, sentence) => count + sentence.length, 0);
  const filled = step.data.length - tokens;
  // If a sentence contains the padding id itself, its length is not its number of tokens.
  const isPlain = step.data.filter((id) => id === trace.spec.padId).length === filled;
  if (filled === 0 || !isPlain || sentences.length > MOST_LENGTHS) return undefined;
  const lengths = sentences.map((sentence) => sentence.length).join(", ");
  const short = sentences.filter((sentence) => sentence.length < (step.shape[1] ?? 0)).length;
  const slips = [
    { answer: tokens, reason: "real_tokens" },
    { answer: step.data.length, reason: "all_places" },
    { answer: short, reason: "short_sentences" },
  ];
  const at = step.data.lastIndexOf(trace.spec.padId);
  const width = step.shape[1] ?? 1;
  const lit = { name: step.name, index: [Math.floor(at / width), at % width] };
  return numberQuestion("padding_count", filled, slips, {
    facts: { tensor: step.name, lengths, places: String(step.data.length), typed: String(tokens) },
    lit,
  });
};

export const tableParameters: Asker = ({ trace, step }) => {
  const { vocabSize, dModel } = trace.spec;
  const places = stepOf(trace, "ids").data.length;
  const slips = [
    { answer: vocabSize, reason: "rows_only" },
    { answer: places * dModel, reason: "one_row_an_id" },
    { answer: vocabSize + dModel, reason: "multiply" },
  ];
  const facts = { tensor: step.name, vocab: String(vocabSize), dModel: String(dModel) };
  return numberQuestion("table_parameters", step.data.length, slips, { facts });
};

export const embeddingRow: Asker = ({ trace, step, pick }) => {
  const ids = stepOf(trace, step.inputs[0] ?? "");
  const places = [...ids.data.keys()].filter((at) => ids.data[at] !== trace.spec.padId);
  const at = pick.one(places);
  if (at === undefined) return undefined;
  const width = ids.shape[1] ?? 1;
  const index = [Math.floor(at / width), at % width];
  const id = valueAt(ids, index);
  const slips = [
    { answer: index[1] ?? 0, reason: "not_the_position" },
    { answer: id - 1, reason: "rows_from_zero" },
    { answer: id + 1, reason: "rows_from_zero" },
  ];
  return numberQuestion("embedding_row", id, slips, {
    facts: { ids: cellText(ids.name, index), id: String(id), cell: cellText(step.name, index) },
    focus: { batch: index[0] ?? 0 },
    lit: { name: step.name, index: [...index, 0] },
  });
};

export const embeddingPadding: Asker = ({ trace, step, pick }) => {
  // Only where the wrong options are wrong: a row of padding that is not zero and does not repeat the row before it.
  const places = paddingOf(trace, stepOf(trace, step.inputs[0] ?? "")).filter(([sentence, at]) => {
    const row = rowOf(step, [sentence, at]);
    const before = at > 0 ? rowOf(step, [sentence, at - 1]) : row;
    return row.some((x) => x !== 0) && row.some((x, i) => x !== before[i]);
  });
  const place = pick.one(places);
  if (!place) return undefined;
  const options = [
    { word: "own_row" },
    { word: "all_zero", reason: "padding_has_a_row" },
    { word: "row_before", reason: "padding_has_a_row" },
    { word: "left_out", reason: "places_stay" },
  ];
  return choiceQuestion("embedding_padding", pick, options, {
    facts: { cell: cellText(step.name, place), pad: String(trace.spec.padId) },
    focus: { batch: place[0] },
    lit: { name: step.name, index: [...place, 0] },
  });
};

export const embeddingShape: Asker = ({ trace, step }) => {
  const [sentences = 0, length = 0, width = 0] = step.shape;
  const ids = step.inputs[0] ?? "";
  const others = range(2).map((i) => sizeOf(stepOf(trace, "ids"), i === 0 ? "B" : "S"));
  const slips = [
    { answer: [sentences, length], reason: "a_vector_each" },
    { answer: [sentences, length, trace.spec.vocabSize], reason: "no_one_hot" },
    { answer: [sentences, width, length], reason: "features_last" },
    ...(ids === "target_ids" ? [{ answer: [...others, width], reason: "target_length" }] : []),
  ];
  const shape = stepOf(trace, ids).shape;
  return shapeQuestion("embedding_shape", step, slips, {
    facts: { ids, idsShape: shapeText(shape), dModel: String(width) },
  });
};
