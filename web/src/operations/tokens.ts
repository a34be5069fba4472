/** From text to vectors: pieces, ids in a batch, rows of a table, and the positions. */
import { digits } from "../draw/scale.js";
import { answeredIds as answeredIdsScene } from "../draw/scenes/cellwise.js";
import { embedding as embeddingScene } from "../draw/scenes/data/embedding.js";
import { pad as padScene } from "../draw/scenes/data/pad.js";
import { pieces as piecesScene } from "../draw/scenes/data/pieces.js";
import { sinusoid as sinusoidScene } from "../draw/scenes/data/sinusoid.js";
import { hasStep, stepOf, valueAt } from "../draw/tensor_view.js";
import { range } from "../module/shape.js";
import type { Trace } from "../module/types.js";
import { numberText, realText } from "../words/number_text.js";
import { detail, leaf, result, sign, total, whole } from "./arithmetic.js";
import {
  type Asker,
  cellText,
  choiceQuestion,
  focusOnCell,
  inputOf,
  largest,
  numberQuestion,
  paddingOf,
  pairIn,
  rowOf,
  tokenAxis,
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

/** How many places hold padding once a longer sentence joins? */
const longerJoins: Asker = ({ hu, trace, step }) => {
  const lengths = lengthsOf(trace, step.name);
  const [sentences = 0, length = 0] = step.shape;
  const padding = paddingOf(trace, step).length;
  // If a sentence contains the padding id itself, its length is not its number of tokens.
  if (sentences * length - padding !== sentencesOf(trace, step.name).flat().length) return undefined;
  if (lengths.length > MOST_LENGTHS) return undefined;
  const { padId } = trace.spec;
  const joined = range(length + 1).map(() => padId + 1);
  const { data } = hu.pad([...sentencesOf(trace, step.name), joined], padId);
  const answer = data.filter((id) => id === padId).length;
  return numberQuestion(
    "longer_joins",
    answer,
    { every_row_grows: [padding, padding + 1], old_padding_stays: sentences, new_row_is_full: answer + 1 },
    {
      facts: {
        ...{ tensor: step.name, lengths: lengths.join(", "), longer: String(length + 1) },
        ...{ sentences: String(sentences), padding: String(padding) },
      },
    },
  );
};

/** What does it mean that one id is larger than another? */
const idsAreNames: Asker = ({ trace, step, pick }) => {
  const places = writtenOf(trace, step);
  const pair = pairIn(pick, places, (a, b) => a[0] === b[0] && valueAt(step, a) < valueAt(step, b));
  if (!pair) return undefined;
  const [smaller, larger] = pair;
  const options = [
    { word: "another_row" },
    { word: "means_more", reason: "id_is_no_amount" },
    { word: "not_alike", reason: "near_ids_no_kin" },
    { word: "comes_later", reason: "order_is_the_place" },
  ];
  return choiceQuestion("ids_are_names", pick, options, {
    facts: {
      ...{ smaller: String(valueAt(step, smaller)), larger: String(valueAt(step, larger)) },
      ...{ smallerCell: cellText(step.name, smaller), largerCell: cellText(step.name, larger) },
    },
    ...focusOnCell(trace, step, larger),
  });
};

/** Sentences of different lengths as one tensor of ids. */
export const pad: Operation = {
  ms: 3600,
  scene: padScene,
  endsLast: true,
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
  questions: { ids: [longerJoins, idsAreNames], target_ids: [longerJoins] },
};

/** What becomes of the rows if two tokens of a sentence change places? */
const swapped =
  (key: string, right: string, reasons: Readonly<Record<string, string>>): Asker =>
  (asking) => {
    const { trace, step, pick } = asking;
    const ids = stepOf(trace, "ids");
    const places = writtenOf(trace, ids);
    const pair = pairIn(
      pick,
      places,
      (a, b) => a[0] === b[0] && a[1] < b[1] && valueAt(ids, a) !== valueAt(ids, b),
    );
    if (!pair) return undefined;
    const [a, b] = pair;
    const named = ([sentence, at]: readonly [number, number]) => ({
      ...{ axis: tokenAxis(ids, sentence), at, id: String(valueAt(ids, [sentence, at])) },
    });
    const options = [{ word: right }, ...Object.entries(reasons).map(([word, reason]) => ({ word, reason }))];
    return choiceQuestion(key, pick, options, {
      facts: { tensor: step.name, firstRow: cellText(step.name, a), secondRow: cellText(step.name, b) },
      words: { first: named(a), second: named(b) },
      ...focusOnCell(trace, step, [...a, 0]),
    });
  };

const wordsSwapped = swapped("words_swapped", "rows_change_places", {
  two_rows_new: "row_by_id",
  nothing_changes: "rows_follow_ids",
  all_rows_new: "only_two_rows",
});

/** After positions were added. */
export const placesSwapped = swapped("places_swapped", "two_rows_new", {
  rows_change_places: "place_stays_behind",
  nothing_changes: "rows_follow_ids",
  all_rows_new: "only_two_rows",
});

/** Do two tokens at the same position of two sentences get the same row of positions? */
const samePlace: Asker = ({ trace, step, pick }) => {
  const ids = stepOf(trace, "ids");
  const places = writtenOf(trace, ids);
  const pair = pairIn(
    pick,
    places,
    (a, b) => a[0] < b[0] && a[1] === b[1] && valueAt(ids, a) !== valueAt(ids, b),
  );
  if (!pair) return undefined;
  const [first, second] = pair;
  const options = [
    { word: "rows_same" },
    { word: "rows_differ_words", reason: "place_not_word" },
    { word: "rows_differ_sentences", reason: "counted_anew" },
  ];
  return choiceQuestion("same_place", pick, options, {
    facts: {
      ...{ first: cellText("ids", first), second: cellText("ids", second) },
      ...{ firstId: String(valueAt(ids, first)), secondId: String(valueAt(ids, second)) },
      ...{ firstRow: cellText(step.name, first), secondRow: cellText(step.name, second) },
    },
    ...focusOnCell(trace, step, [...first, 0]),
  });
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
    embedding: [wordsSwapped, embeddingPadding],
    position_embedding: [samePlace],
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
    slips: sines.slice(0, -1).map((change, i) => ({
      answer: i,
      reason: i === 0 ? "left_is_fast" : "period_grows",
      facts: { change: digits(change) },
    })),
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
};
