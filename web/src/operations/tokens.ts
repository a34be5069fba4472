/** From text to vectors: pieces, ids in a batch, rows of a table, and the positions. */
import { embedding as embeddingScene } from "../draw/scenes/data/embedding.js";
import { pad as padScene } from "../draw/scenes/data/pad.js";
import { pieces as piecesScene } from "../draw/scenes/data/pieces.js";
import { sinusoid as sinusoidScene } from "../draw/scenes/data/sinusoid.js";
import { answeredIds as answeredIdsScene } from "../draw/scenes/masks/compared_ids.js";
import { hasStep, stepOf, valueAt } from "../draw/tensor_view.js";
import { range, shapeText } from "../module/shape.js";
import type { Trace } from "../module/types.js";
import { numberText, realText } from "../words/number_text.js";
import { detail, leaf, result, sign, total, whole } from "./arithmetic.js";
import {
  type Asker,
  askShape,
  cellText,
  choiceQuestion,
  focusOnCell,
  inputOf,
  largest,
  numberQuestion,
  paddingOf,
  rowOf,
  type Slips,
  sizeOf,
  writtenOf,
} from "./asking.js";
import {
  APPLIED,
  along,
  axis,
  b,
  between,
  cases,
  cell,
  EQUALS,
  index,
  matrix,
  mfrac,
  mi,
  mn,
  mo,
  mrow,
  msub,
  msup,
  mtable,
  name,
  PLUS,
} from "./mathml.js";
import type { Operation } from "./operation.js";

/** The bridge from text to ids: its pieces and the id of each, before the ids are padded to a batch. */
export const pieces: Operation = {
  ms: 8000,
  scene: piecesScene,
  /** The id of each piece is its place in the vocabulary. */
  formula({ axes }) {
    const t = index(axes, 1);
    return mrow(
      cell(name("ids"), b, t),
      EQUALS,
      name("vocabulary"),
      between("(", cell(name("pieces"), b, t), ")"),
    );
  },
  bridge: {
    id: "pieces",
    of(trace) {
      if (!hasStep(trace, "position_table")) return undefined;
      const ids = stepOf(trace, "ids");
      return { ...ids, name: "pieces", label: "ids", op: "pieces", madeBy: ids.op, inputs: [] };
    },
    code: () => ({
      code: [
        "vocab = spm.SentencePieceProcessor(model_file)",
        "pieces = [vocab.encode(line, out_type=str)",
        "          for line in lines]",
        "sequences = [vocab.piece_to_id(row)",
        "             for row in pieces]",
      ],
      current: [1, 2, 3, 4],
    }),
  },
};

/** With more sentences there would be too many lengths to list. */
const MOST_LENGTHS = 12;

const sentencesOf = ({ spec }: Trace, id: string) =>
  (id === "target_ids" ? spec.target : spec.sequences) ?? [];
const lengthsOf = (trace: Trace, id: string): number[] => sentencesOf(trace, id).map(({ length }) => length);

const idsShape = askShape({
  key: "ids_shape",
  axes: "B L",
  sizes({ trace, step }) {
    const lengths = lengthsOf(trace, step.name);
    return lengths.length > MOST_LENGTHS
      ? undefined
      : { tokens: sentencesOf(trace, step.name).flat().length, shortest: Math.min(...lengths) };
  },
  slips: { batch_first: "L B", no_flat_list: "tokens", longest_counts: ["B shortest", "B"] },
  facts: ({ trace, step }) => ({ lengths: lengthsOf(trace, step.name).join(", ") }),
});

const paddingCount: Asker = ({ trace, step }) => {
  const lengths = lengthsOf(trace, step.name);
  const tokens = sentencesOf(trace, step.name).flat().length;
  const padding = paddingOf(trace, step);
  const filled = step.data.length - tokens;
  // If a sentence contains the padding id itself, its length is not its number of tokens.
  if (filled === 0 || padding.length !== filled || lengths.length > MOST_LENGTHS) return undefined;
  return numberQuestion(
    "padding_count",
    filled,
    {
      real_tokens: tokens,
      all_places: step.data.length,
      short_sentences: lengths.filter((length) => length < (step.shape[1] ?? 0)).length,
    },
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

/** Sentences of different lengths as one tensor of ids. */
export const pad: Operation = {
  ms: 3600,
  scene: padScene,
  arithmetic: (e) => {
    const [term] = e.terms;
    if (!term) return [];
    if (term.name === "padId")
      return [result([], whole(e), { key: "padded", facts: { padId: numberText(term.value) } })];
    const [sentence = 0, place = 0] = term.index;
    return [result([], whole(e), { key: "typed", facts: { sentence: sentence + 1, place: place + 1 } })];
  },
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

const embeddingRow: Asker = (asking) => {
  const { trace, step, pick } = asking;
  const ids = inputOf(asking);
  const place = pick.one(writtenOf(trace, ids));
  if (!place) return undefined;
  const id = valueAt(ids, place);
  return numberQuestion(
    "embedding_row",
    id,
    { not_the_position: place[1], rows_from_zero: [id - 1, id + 1] },
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
const embeddingShape = (slips: Slips<string> = {}): Asker =>
  askShape({
    key: "embedding_shape",
    axes: "B L D",
    sizes: ({ trace }) => ({ V: trace.spec.vocabSize, S: sizeOf(stepOf(trace, "ids"), "S") }),
    slips: { a_vector_each: "B L", no_one_hot: "B L V", features_last: "B D L", ...slips },
    facts: (asking, { D }) => {
      const { name: ids, shape } = inputOf(asking);
      return { ids, idsShape: shapeText(shape), dModel: String(D) };
    },
  });

/** A cell of the token table or of the position table. */
/** A row of a table for each id: the embedding of tokens, and of positions. */
export const embedding: Operation = {
  ms: 5000,
  scene: embeddingScene,
  arithmetic: (e, piece) => {
    const [id, cell] = e.terms;
    if (!id || !cell) return [];
    const facts = { token: numberText(id.value) };
    const isPosition = id.name === "positions";
    return [
      { key: isPosition ? "position" : "token", facts, pieces: [piece(id)] },
      { key: isPosition ? "positionCell" : "tableCell", facts, pieces: [piece(cell)] },
      total(e),
    ];
  },
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
    target_embedding: [embeddingShape({ target_length: "B S D" })],
  },
};

const firstRow: Asker = ({ step, pick }) => {
  if ((step.shape[1] ?? 0) < 2) return undefined;
  const options = [
    { word: "zero_one_by_turns" },
    { word: "all_zero", reason: "cosine_of_zero" },
    { word: "all_one", reason: "sine_of_zero" },
    { word: "one_zero_by_turns", reason: "sine_first" },
  ];
  return choiceQuestion("position_first_row", pick, options, {
    facts: { row: `${step.name}[0]` },
    lit: { name: step.name, index: [0, 1] },
  });
};

/** With more columns, finding one would be tedious. */
const MOST_COLUMNS = 16;

const slowestColumn: Asker = ({ step }) => {
  const [rows = 0, columns = 0] = step.shape;
  if (rows < 3 || columns < 6 || columns > MOST_COLUMNS) return undefined;
  const last = rows - 1;
  const [before, after] = [rowOf(step, [1]), rowOf(step, [last])];
  // Even columns only (the sines): a cosine near its maximum changes even less.
  const sines = range(Math.ceil(columns / 2)).map((i) =>
    Math.abs((after[2 * i] ?? 0) - (before[2 * i] ?? 0)),
  );
  const best = largest(sines.map((change) => -change));
  // After whole periods a fast column is back where it began.
  if (best !== sines.length - 1) return undefined;
  return {
    kind: "cell",
    of: "columns",
    key: "slowest_column",
    cells: sines.map((_, i) => ({ head: String(2 * i) })),
    answer: best,
    slips: [{ answer: 0, reason: "left_is_fast" }],
    facts: { tensor: step.name, last: String(last), answer: String(2 * best) },
    lit: { name: step.name, index: [last, 2 * best] },
  };
};

/** The table of positions: sine and cosine of one angle in each pair of columns (Vaswani et al. 2017, section 3.5). */
export const sinusoid: Operation = {
  ms: 6000,
  scene: sinusoidScene,
  arithmetic: (e) => {
    const [position, column] = [leaf(e, "position"), leaf(e, "column")];
    const { part = "" } = e.detail;
    const angle = realText(detail(e, "angle"));
    return [
      {
        key: "angle",
        pieces: [sign(`${numberText(position)} ÷ ${realText(detail(e, "period"))} =`)],
        result: angle,
      },
      result([sign(`${part}(${angle}) =`)], realText(e.value), {
        key: part === "sin" ? "even" : "odd",
        facts: { column },
      }),
    ];
  },
  formula({ name: id }) {
    const p = along("P", "p");
    const pair = mrow(mn(2), along("D", "i"));
    const angle = mfrac(p, msup(mn(10000), mrow(pair, mo("/"), axis("D"))));
    const row = (column: string, part: string): string[] => [
      mrow(cell(name(id), p, column), EQUALS, mi(part), APPLIED, angle),
    ];
    return mtable(row(pair, "sin"), row(mrow(pair, PLUS, mn(1)), "cos"));
  },
  questions: [firstRow, slowestColumn],
};

const positionNumber: Asker = (asking) => {
  const { trace, step, pick } = asking;
  const ids = inputOf(asking);
  // Not the first position: counted from 0 it would be 0, which is also the number of padding.
  const place = pick.one(writtenOf(trace, ids).filter(([, position]) => position > 0));
  if (!place) return undefined;
  const id = valueAt(ids, place);
  return numberQuestion(
    "position_number",
    valueAt(step, place),
    { counted_from_one: place[1], not_the_id: id },
    {
      facts: { ids: cellText(ids.name, place), id: String(id), cell: cellText(step.name, place) },
      ...focusOnCell(trace, step, place),
    },
  );
};

const paddingPosition: Asker = (asking) => {
  const { trace, step, pick } = asking;
  const ids = inputOf(asking);
  const place = pick.one(paddingOf(trace, ids));
  if (!place) return undefined;
  return numberQuestion(
    "padding_position",
    valueAt(step, place),
    { padding_not_counted: [place[1] + 1, place[1]], not_the_id: trace.spec.padId },
    {
      facts: { ids: cellText(ids.name, place), cell: cellText(step.name, place) },
      ...focusOnCell(trace, step, place),
    },
  );
};

/** The number of each token in its sentence, counted from 1; 0 for padding. */
export const positionIds: Operation = {
  ms: 4200,
  scene: answeredIdsScene,
  arithmetic: (e, piece) => {
    const [id] = e.terms;
    if (!id) return [];
    const padId = leaf(e, "padId");
    const isPadding = id.value === padId;
    return [
      result([piece(id), sign(` ${isPadding ? "==" : "≠"} ${numberText(padId)} →`)], whole(e), {
        key: isPadding ? "uncounted" : "counted",
      }),
    ];
  },
  formula({ name: id, inputs: [ids = "ids"], axes }) {
    const t = index(axes, 1);
    const token = cell(name(ids), b, t);
    return mrow(
      cell(name(id), b, t),
      EQUALS,
      cases(
        [mn(0), mrow(token, EQUALS, name("pad_id"))],
        [mrow(t, PLUS, mn(1)), mrow(token, mo("≠"), name("pad_id"))],
      ),
    );
  },
  questions: [positionNumber, paddingPosition],
};
