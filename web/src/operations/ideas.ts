/**
 * Questions about ideas, asked in every lesson: who looks at whom, what q, k and v are for, and what would follow from a change.
 * The core computes what would follow, from the numbers on the stage with one of them changed.
 */
import { dotProducts, rootOf, scaled, softmaxOf, sumOf } from "../draw/asides/arithmetic.js";
import { headSize } from "../draw/asides/row.js";
import type { StageStep } from "../draw/picture.js";
import { digits } from "../draw/scale.js";
import { pairOf } from "../draw/scenes/opening.js";
import { stepOf, valueAt } from "../draw/tensor_view.js";
import { range } from "../module/shape.js";
import type { Step, Trace } from "../module/types.js";
import { headOff, keyRemoved } from "../spec/changes.js";
import {
  type Asker,
  type AskerInput,
  cellText,
  choiceQuestion,
  focusOnCell,
  hidesCompletely,
  idsOf,
  inputOf,
  keyAt,
  largest,
  numberText,
  openKeys,
  queryAt,
  rawScores,
  rowOf,
  rowsOf,
  rowText,
  stepIn,
  tokenAxis,
  tokenQuestion,
  tokensOf,
} from "./asking.js";
import type { Facts, NamedToken, Option } from "./question.js";

/** A row of attention weights: what one query gives to each key. */
interface WeightRow {
  readonly table: Step;
  readonly index: readonly number[];
  /** The keys that no mask hides. */
  readonly open: readonly number[];
  /** Before the mask. */
  readonly scores: readonly number[];
  readonly weights: readonly number[];
  /** The key with the largest weight, if it is clearly larger than all others. */
  readonly best: number | undefined;
  readonly query: NamedToken;
  key(at: number): NamedToken;
}

/** The attention weights that belong to a step of attention, such as `warmup_attention` to `warmup_scores`. */
const attentionOf = ({ trace, step }: Pick<AskerInput, "trace" | "step">): Step => {
  const [prefix = ""] = /^(demo_|warmup_)?/.exec(step.name) ?? [];
  return stepOf(trace, `${prefix}attention`);
};

/** The rows whose query is no padding; none where a masked key keeps some weight. */
function weightRows(trace: Trace, table: Step): WeightRow[] {
  const raw = rawScores(trace, table);
  return rowsOf(table).flatMap((index): WeightRow[] => {
    const query = queryAt(trace, table, index);
    if (query.id === String(trace.spec.padId) || !hidesCompletely(trace, table, index)) return [];
    const open = openKeys(trace, table, index);
    const [scores, weights] = [rowOf(raw, index), rowOf(table, index)];
    const key = (at: number): NamedToken => keyAt(trace, table, index, at);
    return [{ table, index, open, scores, weights, best: largest(weights), query, key }];
  });
}

/**
 * The rows whose query clearly looks at another token; not those of which the sentences tell, in each head of the first sentence,
 * if there are others.
 */
function lookingRows(trace: Trace, table: Step): WeightRow[] {
  const { queries, keys } = tokensOf(trace);
  const told = range(trace.spec.numHeads).map((head) => pairOf(trace, 0, head)?.query);
  const rows = weightRows(trace, table).filter(
    ({ index, best, open }) =>
      best !== undefined && open.length > 1 && (queries !== keys || best !== index.at(-1)),
  );
  const untold = rows.filter(({ index: [sentence, ...rest] }) => {
    const [query, head = 0] = rest.reverse();
    return sentence !== 0 || query !== told[head];
  });
  return untold.length > 0 ? untold : rows;
}

/** From this weight on, one token is said to look at another. */
const LOOKS = 0.6;
const looksHard = ({ best = -1, weights }: WeightRow): boolean => (weights[best] ?? 0) >= LOOKS;

const even = (hu: AskerInput["hu"], count: number): number =>
  softmaxOf(hu, Array<number>(count).fill(0))[0] ?? Number.NaN;

/** The weight of a key is the answer's cell, and its score is where to look after a wrong one. */
const placedIn = (trace: Trace, { table, index }: WeightRow, key: number) => ({
  ...focusOnCell(trace, table, [...index, key]),
  look: { name: rawScores(trace, table).name, index: [...index, key] },
});

const rowFact = ({ table, index }: WeightRow): string => cellText(table.name, index);

/** The most keys whose scores are written beside a question. */
const MOST_GIVEN = 8;

const givenScores = (label: string, scores: readonly number[]) =>
  scores.length > MOST_GIVEN ? {} : { given: [{ label, values: scores.map(numberText) }] };

/** A choice between numbers, the right one first; none if the number stays as it was before the change. */
function changedNumber(
  key: string,
  { pick }: AskerInput,
  [after, before, ...others]: readonly [Option, Option, ...(Option | undefined)[]],
  rest: Parameters<typeof choiceQuestion>[3],
) {
  return after.code === before.code ? undefined : choiceQuestion(key, pick, [after, before, ...others], rest);
}

/** At which token does a query look? Asked of a query that gives nearly all of its weight to one token. */
export const looksAt: Asker = ({ trace, pick }) => {
  const table = stepOf(trace, "attention");
  const row = pick.one(lookingRows(trace, table).filter(looksHard));
  if (!row) return undefined;
  const { index, best = 0, weights, open } = row;
  const [sentence = 0, head = 0] = index;
  const { keys } = tokensOf(trace);
  return tokenQuestion(
    trace.spec.numHeads > 1 ? "head_looks_at" : "looks_at",
    idsOf(keys, sentence).map((id) => ({ head: String(id) })),
    tokenAxis(keys, sentence),
    best,
    (at) => ({
      reason: open.includes(at) ? "fits_little" : "key_is_masked",
      facts: { share: digits(weights[at] ?? 0) },
      words: { chosen: row.key(at) },
    }),
    {
      facts: { row: rowFact(row), head: String(head + 1), weight: digits(weights[best] ?? 0) },
      words: { query: row.query, best: row.key(best) },
      focus: focusOnCell(trace, table, index).focus,
    },
  );
};

/** What does the next best key get once the best one is taken away? */
export const removedKey: Asker = (asking) => {
  const { hu, trace, pick } = asking;
  const table = attentionOf(asking);
  const rows = lookingRows(trace, table);
  const questions = pick.shuffled(rows).flatMap((row) => {
    const { best, open, scores, weights } = row;
    const left = open.filter((key) => key !== best);
    const other = left.toSorted((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0))[0];
    if (best === undefined || other === undefined) return [];
    const after = softmaxOf(
      hu,
      left.map((key) => scores[key] ?? 0),
    )[left.indexOf(other)];
    const before = digits(weights[other] ?? 0);
    const options = [
      { code: digits(after ?? Number.NaN) },
      { code: before, reason: "divided_again" },
      { code: digits(0), reason: "only_removed" },
      { code: digits(even(hu, left.length)), reason: "not_even" },
    ] as const;
    const facts = {
      row: rowFact(row),
      weight: digits(weights[best] ?? 0),
      before,
      rest: digits(sumOf(hu, weights.with(best, 0))),
    };
    const words = { query: row.query, removed: row.key(best), other: row.key(other) };
    const change = keyRemoved(trace, row.index[0] ?? 0, best);
    const rest = { facts, words, change, ...placedIn(trace, row, best) };
    return changedNumber("removed_key", asking, options, rest) ?? [];
  });
  return questions.find(({ options }) => options.length > 2) ?? questions[0];
};

/** What is left for a key once nothing is masked? */
export const maskDropped: Asker = (asking) => {
  const { hu, trace, pick } = asking;
  const rows = weightRows(trace, attentionOf(asking)).filter(
    ({ scores, open }) => open.length < scores.length,
  );
  const lost = rows.map(
    ({ best = -1, scores, weights }) => (weights[best] ?? 0) - (softmaxOf(hu, scores)[best] ?? 0),
  );
  const most = Math.max(...lost);
  const questions = pick.shuffled(rows.filter((_, i) => (lost[i] ?? 0) >= most / 2)).flatMap((row) => {
    const { best, open, scores, weights } = row;
    if (best === undefined) return [];
    const free = softmaxOf(hu, scores);
    const hidden = range(scores.length).filter((key) => !open.includes(key));
    const taker = hidden.toSorted((a, b) => (free[b] ?? 0) - (free[a] ?? 0))[0] ?? 0;
    const before = digits(weights[best] ?? 0);
    const options = [
      { code: digits(free[best] ?? Number.NaN) },
      { code: before, reason: "hidden_get_none" },
      { code: digits(even(hu, scores.length)), reason: "not_even" },
      { code: digits(0), reason: "score_stays" },
    ] as const;
    const facts = {
      row: rowFact(row),
      before,
      hidden: String(hidden.length),
      taken: digits(free[taker] ?? 0),
      score: numberText(scores[best] ?? 0),
    };
    const words = { query: row.query, key: row.key(best), taker: row.key(taker) };
    const rest = { facts, words, ...placedIn(trace, row, best) };
    return changedNumber("mask_dropped", asking, options, rest) ?? [];
  });
  return questions[0];
};

/** What weight does a masked key get if 0 is written instead of the fill value? */
export const zeroFill: Asker = (asking) => {
  const { hu, trace, step, pick } = asking;
  const questions = pick.shuffled(weightRows(trace, attentionOf(asking))).flatMap((row) => {
    const { open, scores } = row;
    const key = pick.one(range(scores.length).filter((at) => !open.includes(at)));
    if (key === undefined || open.length === 0) return [];
    const zeroed = scores.map((score, at) => (open.includes(at) ? score : 0));
    const options = [
      { code: digits(softmaxOf(hu, zeroed)[key] ?? Number.NaN) },
      { code: digits(0), reason: "zero_is_a_score" },
      { code: digits(softmaxOf(hu, scores)[key] ?? 0), reason: "score_replaced" },
      { code: digits(even(hu, scores.length)), reason: "not_even" },
    ] as const;
    const facts = {
      row: cellText(step.name, row.index),
      fill: digits(valueAt(step, [...row.index, key])),
      score: numberText(scores[key] ?? 0),
    };
    const words = { query: row.query, key: row.key(key) };
    const rest = {
      ...{ facts, words },
      ...givenScores(facts.row, zeroed),
      ...focusOnCell(trace, step, [...row.index, key]),
    };
    return changedNumber("zero_fill", asking, options, rest) ?? [];
  });
  return questions[0];
};

/** What weight does the best key get if the scores are not divided by √d_k? */
export const rootLeftOut: Asker = (asking) => {
  const { hu, trace, step, pick } = asking;
  const dK = headSize(trace);
  const root = rootOf(hu, dK);
  const questions = pick.shuffled(weightRows(trace, attentionOf(asking))).flatMap((row) => {
    const { best, open, weights } = row;
    const at = open.indexOf(best ?? -1);
    if (best === undefined || open.length < 2) return [];
    const scores = open.map((key) => row.scores[key] ?? 0);
    const [products, smaller] = [scaled(hu, scores, root), Array.from(hu.div(scores, [root]).data)];
    const before = digits(weights[best] ?? 0);
    const options = [
      { code: digits(softmaxOf(hu, products)[at] ?? Number.NaN) },
      { code: before, reason: "factor_counts" },
      { code: digits(softmaxOf(hu, smaller)[at] ?? Number.NaN), reason: "gaps_grow" },
    ] as const;
    const facts = {
      ...{ row: rowFact(row), before, dK: String(dK), root: numberText(root) },
      ...{ score: numberText(scores[at] ?? 0), product: numberText(products[at] ?? 0) },
    };
    const words = { query: row.query, key: row.key(best) };
    const label = cellText(step.name, [...row.index, `[${open.join(", ")}]`]);
    const rest = { facts, words, ...givenScores(label, scores) };
    const place = focusOnCell(trace, step, [...row.index, best]);
    return changedNumber("root_left_out", asking, options, { ...rest, ...place }) ?? [];
  });
  return questions[0];
};

/** What becomes of a score if queries and keys change roles? */
export const rolesSwapped: Asker = (asking) => {
  const { hu, trace, step, pick } = asking;
  const { queries, keys } = tokensOf(trace);
  const [q, k] = step.inputs.map((name) => stepOf(trace, name));
  if (queries !== keys || !q || !k) return undefined;
  const padding = String(trace.spec.padId);
  const rows = rowsOf(step).filter((row) => queryAt(trace, step, row).id !== padding);
  const pairs = rows.flatMap((row) =>
    range(row.at(-1) ?? 0)
      .filter((key) => keyAt(trace, step, row, key).id !== padding)
      .map((key) => [...row, key]),
  );
  const mirrored = (cell: readonly number[]) => [...cell.slice(0, -2), ...cell.slice(-2).reverse()];
  const cell = pick.one(
    pairs.filter((one) => Math.abs(valueAt(step, one)) > 0.05 && differ(step, one, mirrored(one))),
  );
  if (!cell) return undefined;
  const mirror = mirrored(cell);
  const [row, key] = [cell.slice(0, -1), cell.at(-1) ?? 0];
  const [asked, offered] = [rowOf(k, row), rowOf(q, mirror.slice(0, -1))];
  const swapped = Array.from(hu.scaledDotProductAttention([asked], [offered], [offered]).scores.data)[0];
  const before = numberText(valueAt(step, cell));
  const options = [
    { code: numberText(swapped ?? Number.NaN) },
    { code: before, reason: "roles_differ" },
    { code: numberText(-valueAt(step, cell)), reason: "no_sign_turns" },
  ] as const;
  const facts = {
    ...{ cell: cellText(step.name, cell), mirror: cellText(step.name, mirror) },
    ...{ before, opposite: numberText(valueAt(step, mirror)) },
  };
  const words = { query: queryAt(trace, step, row), key: keyAt(trace, step, row, key) };
  return changedNumber("roles_swapped", asking, options, {
    ...{ facts, words },
    ...focusOnCell(trace, step, cell),
  });
};

const differ = (step: StageStep, a: readonly number[], b: readonly number[]): boolean =>
  Math.abs(valueAt(step, a) - valueAt(step, b)) > 0.05;

/** Why the other two vectors of a pair are not the one that has to change. */
const OTHER_ROLES = {
  query: { key: "key_meets_all", value: "still_looks" },
  key: { query: "only_one_looks", value: "still_looks" },
  value: { query: "weight_would_change", key: "key_meets_all" },
} as const;

/** Which vector has to change so that only one thing changes? That is what the vector is for. */
const roleOf =
  (role: keyof typeof OTHER_ROLES): Asker =>
  ({ trace, step, pick }) => {
    const rows = lookingRows(trace, stepOf(trace, "attention"));
    const row = pick.one(rows.filter(looksHard)) ?? pick.one(rows);
    if (!row) return undefined;
    const { index, best = 0, weights } = row;
    const options = [
      { word: `${role}_of` },
      ...Object.entries(OTHER_ROLES[role]).map(([other, reason]) => ({ word: `${other}_of`, reason })),
    ];
    const [sentence = 0, at = 0] = role === "query" ? [index[0], index.at(-1)] : [index[0], best];
    return choiceQuestion(`role_of_${role}`, pick, options, {
      facts: { weight: digits(weights[best] ?? 0) },
      words: { query: row.query, key: row.key(best) },
      ...(role === "value"
        ? { focus: focusOnCell(trace, row.table, index).focus }
        : focusOnCell(trace, step, [sentence, at, 0])),
    });
  };
export const roleOfQuery = roleOf("query");
export const roleOfKey = roleOf("key");
export const roleOfValue = roleOf("value");

/** With more numbers, rows are hard to compare by eye. */
const MOST_FEATURES = 4;

/** Which key offers what a query looks for? Only with one head: heads compare parts of these rows. */
export const fits: Asker = ({ hu, trace, step, pick }) => {
  const q = stepOf(trace, "q");
  if (trace.spec.numHeads > 1 || (q.shape.at(-1) ?? 1) > MOST_FEATURES) return undefined;
  const row = pick.one(lookingRows(trace, stepOf(trace, "attention")));
  if (!row) return undefined;
  const { index, best = 0, open } = row;
  const [sentence = 0] = index;
  const { keys } = tokensOf(trace);
  // Later tokens are no choice where the mask hides them.
  const isPrefix = open.every((key, i) => key === i);
  const shown = isPrefix ? idsOf(keys, sentence).slice(0, open.length) : idsOf(keys, sentence);
  const rowAt = (at: number): number[] => rowOf(step, [sentence, at]);
  const query = rowOf(q, index);
  const products = dotProducts(
    hu,
    shown.map((_, at) => rowAt(at)),
    query,
  );
  return tokenQuestion(
    "fits",
    shown.map((id, at) => ({ head: String(id), value: vectorText(rowAt(at)) })),
    tokenAxis(keys, sentence),
    best,
    (at) => ({
      reason: open.includes(at) ? "fits_less" : "key_is_masked",
      facts: { dot: numberText(products[at] ?? 0), keyRow: cellText(step.name, [sentence, at]) },
      words: { chosen: row.key(at) },
      look: { name: step.name, index: [sentence, at, 0] },
    }),
    {
      facts: { row: rowFact(row), queryRow: cellText(q.name, index), most: numberText(products[best] ?? 0) },
      words: { query: row.query, best: row.key(best) },
      given: [{ label: cellText(q.name, index), values: query.map(shortDigits), columnsOf: q.name }],
      ...focusOnCell(trace, step, [sentence, best, 0]),
    },
  );
};

const shortDigits = (x: number): string => digits(x, Number.isInteger(x) ? 0 : 1);
const vectorText = (values: readonly number[]): string => values.map(shortDigits).join(" ");

/** Which rows of the result change if only the value of one token changes? */
export const changesValue: Asker = (asking) => {
  const { trace, step, pick } = asking;
  const table = stepOf(trace, "attention");
  const rows = rowsOf(table);
  const sizes = table.shape.at(-2) ?? 1;
  const lookers = (sentence: number, key: number): number[] =>
    range(sizes).filter((query) =>
      rows.some(
        (row) => row[0] === sentence && row.at(-1) === query && !(valueAt(table, [...row, key]) === 0),
      ),
    );
  const { keys } = tokensOf(trace);
  const written = rowsOf(step).filter((row) => valueAt(keys, row) !== trace.spec.padId);
  const index = pick.one(written);
  if (!index || rows.length * (table.shape.at(-1) ?? 1) !== table.data.length) return undefined;
  const [sentence = 0, at = 0] = index;
  const looking = lookers(sentence, at);
  const isSelf = tokensOf(trace).queries === keys;
  if (looking.length === 0 || (isSelf && looking.every((query) => query === at))) return undefined;
  const options = [
    { word: "rows_that_look" },
    isSelf ? { word: "own_row_only", reason: "value_travels" } : undefined,
    { word: "no_row", reason: "values_are_mixed" },
    looking.length < sizes ? { word: "every_row", reason: "zero_weight_rows" } : undefined,
  ];
  return choiceQuestion("changes_value", pick, options, {
    facts: { row: cellText(step.name, index), count: String(looking.length), rows: String(sizes) },
    words: { token: { axis: tokenAxis(keys, sentence), at, id: String(valueAt(keys, index)) } },
    ...focusOnCell(trace, step, [...index, 0]),
  });
};

/** Which number says how much one token looks at another? */
export const saysSo: Asker = (asking) => {
  const { trace, pick } = asking;
  const row = pick.one(lookingRows(trace, attentionOf(asking)));
  if (!row) return undefined;
  const { table, index, best = 0, weights } = row;
  const [front, query] = [index.slice(0, -1), index.at(-1) ?? 0];
  const isSquare = table.shape.at(-1) === table.shape.at(-2);
  const scores = rawScores(trace, table).name;
  const options = [
    { code: cellText(table.name, [...index, best]) },
    isSquare
      ? { code: cellText(table.name, [...front, best, query]), reason: "row_is_the_query" }
      : undefined,
    isSquare ? { code: cellText(table.name, [...index, query]), reason: "that_is_itself" } : undefined,
    { code: cellText(scores, [...index, best]), reason: "score_no_share" },
  ];
  return choiceQuestion("says_so", pick, options, {
    facts: { weight: digits(weights[best] ?? 0), score: numberText(row.scores[best] ?? 0) },
    words: { query: row.query, key: row.key(best) },
    ...placedIn(trace, row, best),
  });
};

/** To which key does another head attend, from the same query? */
export const headsDiffer: Asker = (asking) => {
  const { trace, pick } = asking;
  const rows = weightRows(trace, attentionOf(asking)).filter(({ best }) => best !== undefined);
  const pairs = rows.flatMap((one) =>
    rows
      .filter(({ index, best }) => best !== one.best && isSameQuery(index, one.index))
      .map((other) => [one, other] as const),
  );
  const pair = pick.one(pairs.filter(([, { open }]) => open.length > 1));
  if (!pair) return undefined;
  const [one, other] = pair;
  const { index, best = 0, scores, weights, open } = other;
  const [sentence = 0, head = 0] = index;
  const { keys } = tokensOf(trace);
  const facts: Facts = {
    ...{ row: rowFact(other), scores: cellText(rawScores(trace, other.table).name, index) },
    ...{ head: String((one.index[1] ?? 0) + 1), otherHead: String(head + 1) },
    ...{ weight: digits(one.weights[one.best ?? 0] ?? 0), otherWeight: digits(weights[best] ?? 0) },
  };
  return tokenQuestion(
    "heads_differ",
    idsOf(keys, sentence).map((id, at) => ({ head: String(id), value: numberText(scores[at] ?? 0) })),
    tokenAxis(keys, sentence),
    best,
    (at) => ({
      reason: !open.includes(at)
        ? "key_is_masked"
        : at === one.best
          ? "heads_have_weights"
          : "larger_score_there",
      facts: { score: numberText(scores[at] ?? 0), share: digits(weights[at] ?? 0) },
      words: { chosen: other.key(at) },
    }),
    {
      facts,
      words: { query: other.query, key: one.key(one.best ?? 0), best: other.key(best) },
      ...placedIn(trace, other, best),
    },
  );
};

/** The most weight that other heads may give to what one head looks at. */
const LOOKS_AWAY = 0.4;

/** Which token no longer finds what it looks at if a head is switched off? */
export const lookLost: Asker = (asking) => {
  const { trace, pick } = asking;
  const table = attentionOf(asking);
  if (!table.axes.includes("H")) return undefined;
  const rows = weightRows(trace, table);
  const looks = lookingRows(trace, table).filter(
    (row) =>
      looksHard(row) &&
      rows.every(
        ({ index, weights }) => !isSameQuery(index, row.index) || (weights[row.best ?? 0] ?? 0) <= LOOKS_AWAY,
      ),
  );
  const lost = pick.one(looks);
  if (!lost) return undefined;
  const headOf = ({ index }: WeightRow): number => (index[1] ?? 0) + 1;
  const kept = pick
    .shuffled(looks.filter((row) => row.index[0] === lost.index[0] && headOf(row) !== headOf(lost)))
    .slice(0, 3);
  if (kept.length < 2) return undefined;
  const optionOf = (row: WeightRow): Option => ({
    code: cellText(row.table.name, [...row.index, row.best ?? 0]),
    word: "one_looks_at_other",
    words: { one: row.query, other: row.key(row.best ?? 0) },
    facts: { by: String(headOf(row)), held: digits(row.weights[row.best ?? 0] ?? 0) },
  });
  const best = lost.best ?? 0;
  return choiceQuestion(
    "look_lost",
    pick,
    [optionOf(lost), ...kept.map((row) => ({ ...optionOf(row), reason: "another_head_looks" }))],
    {
      facts: { head: String(headOf(lost)), weight: digits(lost.weights[best] ?? 0) },
      words: { query: lost.query, key: lost.key(best) },
      change: headOff(trace, headOf(lost) - 1),
      ...placedIn(trace, lost, best),
    },
  );
};

const isSameQuery = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === 3 && a[0] === b[0] && a[1] !== b[1] && a[2] === b[2];

/** What arrives at a token after the weighted sum? */
export const whatArrives: Asker = (asking) => {
  const { hu, trace, step, pick } = asking;
  const value = stepIn(trace, step.inputs[1]);
  if (!value) return undefined;
  for (const row of pick.shuffled(lookingRows(trace, inputOf(asking)))) {
    const { index, open, best = 0, weights } = row;
    const front = index.slice(0, -1);
    const valueRow = (key: number): number[] => rowOf(value, [...front, key]);
    const rows = open.map(valueRow);
    const columns = range(value.shape.at(-1) ?? 0).map((column) =>
      rows.map((numbers) => numbers[column] ?? 0),
    );
    const mixed = (shares: readonly number[]): number[] => dotProducts(hu, columns, shares);
    const share = even(hu, open.length);
    const hasOwn = value.shape.at(-2) === row.table.shape.at(-2);
    const own = hasOwn ? valueRow(index.at(-1) ?? 0) : undefined;
    const right = rowText(rowOf(step, index));
    const options = [
      { code: right },
      own && { code: rowText(own), reason: "own_value_replaced" },
      { code: rowText(mixed(open.map(() => share))), reason: "weights_not_even" },
      { code: rowText(mixed(open.map(() => 1))), reason: "weights_divide" },
    ];
    const facts = {
      row: cellText(step.name, index),
      ...{ weights: rowFact(row), weight: digits(weights[best] ?? 0) },
      value: cellText(value.name, [...front, best]),
      given: rowText(valueRow(best)),
    };
    const question = choiceQuestion("what_arrives", pick, options, {
      facts,
      words: { query: row.query, best: row.key(best) },
      ...focusOnCell(trace, step, [...index, 0]),
    });
    if (question && question.options.length > 2) return question;
  }
  return undefined;
};
