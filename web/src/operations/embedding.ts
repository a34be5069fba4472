/** A row of a table for each id: the embedding of tokens, and of positions. */

import { embedding as scene } from "../draw/scenes/data/embedding.js";
import { stepOf, valueAt } from "../draw/tensor_view.js";
import { shapeText } from "../module/shape.js";
import { numberText } from "../words/number_text.js";
import { total, type Writer } from "./arithmetic.js";
import {
  type Asker,
  askShape,
  cellText,
  choiceQuestion,
  focusOnCell,
  inputOf,
  numberQuestion,
  paddingOf,
  rowOf,
  sizeOf,
  writtenOf,
} from "./asking.js";
import { along, cell, EQUALS, matrix, mrow, msub, mtable, name } from "./mathml.js";
import { b, index } from "./notation.js";
import type { Operation } from "./operation.js";

const embeddingRow: Asker = (asking) => {
  const { trace, step, pick } = asking;
  const ids = inputOf(asking);
  const place = pick.one(writtenOf(trace, ids));
  if (!place) return undefined;
  const id = valueAt(ids, place);
  return numberQuestion(
    "embedding_row",
    id,
    [
      [place[1], "not_the_position"],
      [id - 1, "rows_from_zero"],
      [id + 1, "rows_from_zero"],
    ],
    {
      facts: { ids: cellText(ids.name, place), id: String(id), cell: cellText(step.name, place) },
      ...focusOnCell(trace, step, [...place, 0]),
    },
  );
};

const embeddingPadding: Asker = (asking) => {
  const { trace, step, pick } = asking;
  // Only where the wrong options are wrong: a row of padding that is not zero and does not repeat the row before it.
  const places = paddingOf(trace, inputOf(asking)).filter(([sentence, at]) => {
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
    ...focusOnCell(trace, step, [...place, 0]),
  });
};

/** `slips` are those of the target, whose length may be taken for that of the source. */
const embeddingShape = (...slips: readonly (readonly [shape: string, reason: string])[]): Asker =>
  askShape({
    key: "embedding_shape",
    axes: "B L D",
    sizes: ({ trace }) => ({ V: trace.spec.vocabSize, S: sizeOf(stepOf(trace, "ids"), "S") }),
    slips: [["B L", "a_vector_each"], ["B L V", "no_one_hot"], ["B D L", "features_last"], ...slips],
    facts: (asking, { D }) => {
      const { name: ids, shape } = inputOf(asking);
      return { ids, idsShape: shapeText(shape), dModel: String(D) };
    },
  });

/** A cell of the token table or of the position table. */
const arithmetic: Writer = (e, piece) => {
  const [id, cell] = e.terms;
  if (!id || !cell) return [];
  const facts = { token: numberText(id.value) };
  const isPosition = id.name === "positions";
  return [
    { key: isPosition ? "position" : "token", facts, pieces: [piece(id)] },
    { key: isPosition ? "positionCell" : "tableCell", facts, pieces: [piece(cell)] },
    total(e),
  ];
};

export const embedding: Operation = {
  ms: 5000,
  scene,
  arithmetic,
  formula({ name: id, inputs: [ids = "ids", table = ""], axes }) {
    const at = [b, index(axes, 1)];
    const row = cell(name(ids), ...at);
    if (table !== "embedding.weight") {
      const p = along("P", "p");
      return mtable([mrow(cell(name(id), ...at), EQUALS, cell(name(table), p))], [mrow(p, EQUALS, row)]);
    }
    return mrow(cell(matrix(ids === "ids" ? "X" : "Y"), ...at), EQUALS, msub(matrix("E"), row));
  },
  compute: (hu, input) => hu.embedding(input(0), input(1)),
  questions: {
    embedding: [embeddingRow, embeddingShape(), embeddingPadding],
    target_embedding: [embeddingShape(["B S D", "target_length"])],
  },
};
