/**
 * Generating with a KV cache, token by token. A new token makes one row of q, k and v. Its k and v are appended to the cache,
 * whose rows are not computed again; its query is multiplied with every cached key, which gives one new row of scores,
 * attention and values. The multiplications that the cache saves are counted below. All numbers are those of the causal run on the whole sentence.
 */

import { lerp, linearPhase, phase } from "../../../timeline/easing.js";
import { ofCells, placeOnStage } from "../../layout/parts.js";
import type { Rect } from "../../layout/rect.js";
import { rowLabelRoom } from "../../marks/block.js";
import type { CellSize } from "../../marks/cells.js";
import { emptyPlace, mono } from "../../marks/marks.js";
import { axisText, captionRoom, type MatrixSpec, matrix } from "../../marks/matrix.js";
import { type Operand, operand, thinned } from "../../operand.js";
import type { Mark, Point } from "../../picture.js";
import type { Scene, SceneInput, Terms } from "../../scene.js";
import {
  type DrawnAxis,
  type DrawnSlice,
  hasStep,
  mapReader,
  pickedIndex,
  stepOf,
} from "../../tensor_view.js";
import { isNarrow, labelSize, monoWidth } from "../../text.js";
import type { Theme } from "../../theme.js";
import { rowBox } from "../sweep.js";

const GENERATE = { from: 0.03, to: 0.97 } as const;
/** Within a token: q, k and v are projected, the scores are computed, softmax, the average of the values. */
const MOMENT = { project: 0.2, score: 0.46, softmax: 0.62, average: 0.86 } as const;
/** The tokens that are shown at an even pace, and the share of time they take if there are more. */
const SLOW = { tokens: 4, share: 0.76 } as const;
/** The second token's progress at t = ½, the still of reduced motion: its row of attention is complete. */
const HALFWAY = 0.8;

interface Generating {
  readonly tables: Tables;
  readonly layout: GenerationLayout;
  readonly theme: Theme;
  /** The newest token, -1 before the first, and its progress, 0…1. */
  readonly token: number;
  readonly within: number;
}

export const generation: Scene = (input, t) => {
  const { theme } = input;
  const tables = tablesOf(input);
  const layout = layoutOf(input, tables);
  const { token, within } = newestToken(t, tables.values.rows.size);
  const generating = { tables, layout, theme, token, within };
  return [
    ...tableMarks(generating),
    ...newRow(generating),
    ...countMarks(countOf(input, generating), layout.count, layout.labelSize, theme, input.terms),
  ];
};

/** The newest token at t: the first ones at an even pace, the rest in one run. */
function newestToken(t: number, count: number): { readonly token: number; readonly within: number } {
  const slowTokens = Math.min(count, SLOW.tokens);
  const each = (count > slowTokens ? SLOW.share : 1) / Math.max(slowTokens, 1);
  const halfTime = (Math.min(1, count - 1) + HALFWAY) * each;
  const elapsed =
    t < 0.5
      ? linearPhase(t, GENERATE.from, 0.5) * halfTime
      : lerp(halfTime, 1, linearPhase(t, 0.5, GENERATE.to));
  if (t <= GENERATE.from || count === 0) return { token: -1, within: 0 };
  if (elapsed >= 1) return { token: count - 1, within: 1 };
  if (elapsed < slowTokens * each) return { token: Math.floor(elapsed / each), within: (elapsed / each) % 1 };
  const fastTokens = ((elapsed - SLOW.share) / (1 - SLOW.share)) * (count - slowTokens);
  return { token: Math.min(count - 1, slowTokens + Math.floor(fastTokens)), within: fastTokens % 1 };
}

/** The keys, values and rows of the result so far, and empty places for the tokens to come. */
function tableMarks({ tables: { k, v, values }, layout, theme, token, within }: Generating): Mark[] {
  const { cell, labelSize } = layout;
  const size = Math.max(token + 1, 1);
  const shownBetween = (from: number, to: number): number => (token < 0 ? 0 : phase(within, from, to));
  const appended = shownBetween(MOMENT.project * 0.5, MOMENT.project);
  const isCacheRead = (from: number, to: number): boolean => within > from && within < to;
  /** Boxes the newest row, or the whole cache while it is read. */
  const table = (
    operand: Operand,
    at: Point,
    newest: number,
    isWholeRead = false,
    look: Partial<MatrixSpec> = {},
  ) => {
    const box = rowBox(at, cell, isWholeRead ? 0 : token, operand.cols.size, theme, isWholeRead ? 1 : newest);
    return [
      ...emptyRows(at, layout, operand, theme, token + (newest > 0 ? 1 : 0)),
      ...matrix({
        ...{ ...operand, ...at, cell, theme, labelSize, labels: "columns", rows: upTo(operand.rows, size) },
        ...{ shown: (row) => (row < token ? 1 : newest), ...look },
      }),
      ...(newest > 0 && within < 1 ? [isWholeRead ? { ...box, height: size * cell.height + 2 } : box] : []),
    ];
  };
  return [
    ...table(k, layout.k, appended, isCacheRead(MOMENT.project, MOMENT.score), { labels: "all" }),
    ...table(v, layout.v, appended, isCacheRead(MOMENT.softmax, MOMENT.average)),
    ...table(values, layout.values, shownBetween(MOMENT.softmax, MOMENT.average)),
  ];
}

/** Dashed outlines for the rows of later tokens. */
function emptyRows(
  { x, y }: Point,
  { cell }: GenerationLayout,
  operand: DrawnSlice,
  theme: Theme,
  from: number,
): Mark[] {
  const first = Math.max(0, from);
  const inset = cell.height < 10 ? 0.5 : 2;
  return Array.from({ length: Math.max(0, operand.rows.size - first) }, (_, i) => {
    const at = { x: x + inset, y: y + (first + i) * cell.height + inset };
    const width = operand.cols.size * cell.width - 2 * inset;
    return emptyPlace({ ...at, width, height: Math.max(0.5, cell.height - 2 * inset) }, theme.hairline);
  });
}

/** The newest token's query, its scores and its weights, one for each token so far. */
function newRow({ tables: { q, scores, attention }, layout, theme, token, within }: Generating): Mark[] {
  const { labelSize, strip, cell } = layout;
  const newest = Math.max(token, 0);
  const size = newest + 1;
  const attentionShown = token < 0 ? 0 : phase(within, MOMENT.score, MOMENT.softmax);
  const queryShown = token < 0 ? 0 : phase(within, 0, MOMENT.project * 0.5);
  /** Cells appear one after another, a key at a time. */
  const cellByCell = (from: number, to: number) => (_: number, col: number) =>
    token < 0 ? 0 : phase(linearPhase(within, from, to) * size, col, col + 1);
  const row = (operand: typeof q, place: Point, width: number, more: Partial<MatrixSpec>): Mark[] =>
    matrix({
      ...{ title: operand.title, scale: operand.scale, theme, labelSize, labels: "columns" },
      ...{ ...place, cell: { width, height: strip.height } },
      ...{ ...rowOf(operand, newest, operand === q ? operand.cols.size : size), ...more },
    });
  return [
    ...row(q, layout.q, cell.width, { shown: () => queryShown, labels: "names" }),
    ...row(scores, layout.scores, strip.width, { shown: cellByCell(MOMENT.project, MOMENT.score) }),
    ...row(attention, layout.attention, strip.width, { shown: () => attentionShown }),
  ];
}

/** The input for the count of multiplications so far. */
function countOf({ trace }: SceneInput, { tables, token, within }: Generating): Multiplications {
  const { values } = tables;
  const total = values.rows.total ?? values.rows.size;
  const [width = 1, dModel = 1] = hasStep(trace, "w_q.weight") ? stepOf(trace, "w_q.weight").shape : [];
  const parts = [MOMENT.project, MOMENT.score, MOMENT.average].filter((moment) => within >= moment).length;
  return {
    ...{ dModel, width, parts: token < 0 ? 0 : parts },
    tokens: token < 0 ? 0 : pickedIndex(token, values.rows.size, total) + 1,
    total,
  };
}

/** The queries, keys and values of a sentence, and what attention makes of them. */
type Tables = Readonly<Record<"q" | "k" | "v" | "scores" | "attention" | "values", Operand>>;

interface GenerationLayout extends Readonly<Record<keyof Tables, Point>> {
  readonly cell: CellSize;
  /** A cell of the new row of scores or attention; the query's cells have its height. */
  readonly strip: CellSize;
  readonly count: Rect;
  readonly labelSize: number;
}

/** In a trace without heads q, k and v are these steps; with heads they are q_heads and so on. */
function tablesOf(input: SceneInput): Tables {
  const { trace } = input;
  const [queries = "q", keys = "k"] = stepOf(trace, "scores").inputs;
  const [, values = "v"] = stepOf(trace, "values").inputs;
  const of = (name: string, title = name) => thinned(operand(input, stepOf(trace, name), undefined, title));
  return {
    ...{ q: of(queries), k: of(keys, `${keys} cache`), v: of(values, `${values} cache`) },
    ...{ scores: of("scores"), attention: of("attention"), values: of("values") },
  };
}

/** The height at which the digits of the new row can be read. */
const STRIP = 22;
/** The count is not wider than this, so that its lines are read as one. */
const WIDEST_COUNT = 620;

function layoutOf({ width, height }: CellSize, tables: Tables): GenerationLayout {
  const { q, k, v, values, scores, attention } = tables;
  const narrow = isNarrow(width);
  const size = labelSize(width);
  const gap = narrow ? 12 : 40;
  const margin = narrow ? 6 : 14;
  const namesWidth = Math.max(rowLabelRoom(k.rows, 0), monoWidth(axisText(k.rows), size) + 12);
  const tableSlot = ({ cols, title }: Operand) => ofCells(cols.size, monoWidth(title, size) + 10);
  const across = { namesWidth, k: tableSlot(k), gap, v: tableSlot(v), gap2: gap, values: tableSlot(values) };
  // The letter of a row's columns ends where the row does, and begins before a row of one narrow cell.
  const letterWidth = monoWidth(axisText(scores.cols), size);
  const stripOf = (cell: number, x: number) => {
    const { size: count } = scores.cols;
    const free = (width - margin - x - gap) / 2 / count;
    const cellWidth = Math.min(cell, free < letterWidth ? free - letterWidth / count : free);
    return { width: cellWidth, lead: Math.max(0, letterWidth - cellWidth) };
  };
  const downOf = (cell: number) => {
    const { width: stripCellWidth } = stripOf(cell, margin + namesWidth + k.cols.size * cell + gap);
    // A row of one cell is narrower than its title, which then stands on a line of its own.
    const caption =
      size +
      3 +
      Math.max(...[scores, attention].map(({ cols }) => captionRoom("", cols, stripCellWidth * cols.size)));
    return {
      // Two lines, because cells as low as 64 rows ask for are also narrower than `cell`.
      band: captionRoom(k.title, k.cols, 0, size),
      tables: ofCells(k.rows.size),
      caption: Math.max(caption, captionRoom(q.title, q.cols, cell * q.cols.size, size)) + 8,
      strip: ofCells(1, STRIP),
      count: COUNT_HEIGHT,
    };
  };
  const { cell, x, y } = placeOnStage({ width, height }, [margin, 6], across, downOf, [1.8, 1.2]);
  const strip = stripOf(cell.width, x.v);
  const scoresX = x.v + strip.lead;
  const rowWidth = scores.cols.size * strip.width;
  const right = scoresX + rowWidth + gap + strip.lead;
  // Below the values, where it has room there.
  const besideValues = Math.max(x.values, right);
  const countWidth = Math.min(WIDEST_COUNT, width - 2 * margin);
  return {
    ...{ cell, labelSize: size, strip: { width: strip.width, height: Math.max(STRIP, cell.height) } },
    ...{ k: { x: x.k, y: y.tables }, v: { x: x.v, y: y.tables }, values: { x: x.values, y: y.tables } },
    ...{ q: { x: x.k, y: y.strip }, scores: { x: scoresX, y: y.strip } },
    attention: { x: besideValues + rowWidth <= width - margin ? besideValues : right, y: y.strip },
    count: { x: (width - countWidth) / 2, y: y.count, width: countWidth, height: COUNT_HEIGHT },
  };
}

/** The first `size` drawn indices of an axis: the tokens so far. Its label shows the number of tokens before thinning. */
function upTo(axis: DrawnAxis, size: number): DrawnAxis {
  const { total = axis.size, names } = axis;
  const shortened = { letter: axis.letter, size, total: pickedIndex(size - 1, axis.size, total) + 1 };
  return names ? { ...shortened, names: { ...names, tokens: names.tokens.slice(0, size) } } : shortened;
}

/** One row of a table as a table of its own, with its first `size` columns. */
function rowOf({ rows, cols, value, ref }: DrawnSlice, row: number, size = cols.size): DrawnSlice {
  const { letter, names } = rows;
  const rowNames = names && { names: { ...names, tokens: names.tokens.slice(row, row + 1) } };
  const how = `row ${row} ${size}`;
  return {
    rows: { letter, size: 1, ...rowNames },
    cols: size === cols.size ? cols : upTo(cols, size),
    value: mapReader(value, how, (_, col) => value(row, col)),
    ref: mapReader(ref, how, (_, col) => ref(row, col)),
  };
}

interface Multiplications {
  readonly dModel: number;
  /** The length of a query, key or value, all heads together. */
  readonly width: number;
  /** The tokens so far, the newest among them, and all tokens of the sentence. */
  readonly tokens: number;
  readonly total: number;
  /** How many of projections, scores and values the newest token has done. */
  readonly parts: number;
}

const COUNT_HEIGHT = 92;
const LINE = { height: 24, bar: 4 } as const;

/** The products of one token whose query meets `tokens` keys: projections, scores, values. */
const productsOf = (
  { dModel, width }: Multiplications,
  tokens: number,
): readonly [number, number, number] => [3 * dModel * width, tokens * width, tokens * width];
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** The products of tokens 1 … n, each with the given work. */
function sumTo(n: number, of: (token: number) => number): number {
  let total = 0;
  for (let token = 1; token <= n; token++) total += of(token);
  return total;
}

interface Counted {
  /** The arithmetic of the newest token's count. */
  readonly formula: string;
  readonly sum: number;
  readonly finalSum: number;
}

/** The lines with the cache, without it, and what is saved. */
function counted(multiplications: Multiplications): readonly [Counted, Counted, Counted] {
  const { tokens, total, parts, dModel, width } = multiplications;
  const withCache = (token: number): number => sum(productsOf(multiplications, token));
  const withoutCache = (token: number): number => token * withCache(token);
  const newestProducts = sum(productsOf(multiplications, tokens).slice(0, parts));
  const terms = [`3·${dModel}·${width}`, `${tokens}·${width}`, `${tokens}·${width}`]
    .slice(0, parts)
    .join(" + ");
  const cachedSum = sumTo(tokens - 1, withCache) + (tokens > 0 ? newestProducts : 0);
  const uncachedSum = sumTo(tokens - 1, withoutCache) + tokens * newestProducts;
  return [
    {
      formula: parts ? `${terms} = ${newestProducts}` : "",
      sum: cachedSum,
      finalSum: sumTo(total, withCache),
    },
    {
      formula: parts ? `${tokens} · ${newestProducts} = ${tokens * newestProducts}` : "",
      sum: uncachedSum,
      finalSum: sumTo(total, withoutCache),
    },
    {
      formula: uncachedSum > 0 ? `${uncachedSum} − ${cachedSum} = ${uncachedSum - cachedSum}` : "",
      sum: uncachedSum - cachedSum,
      finalSum: sumTo(total, (token) => withoutCache(token) - withCache(token)),
    },
  ];
}

/** The three lines, each with a bar proportional to its sum. */
function countMarks(
  multiplications: Multiplications,
  room: Rect,
  size: number,
  theme: Theme,
  terms?: Terms,
): Mark[] {
  const lines = counted(multiplications);
  const longest = Math.max(...lines.map(({ finalSum }) => finalSum), 1);
  const names = ["KV cache", terms?.noCache ?? "no cache", terms?.saved ?? "saved"] as const;
  const nameWidth = Math.max(...names.map((name) => monoWidth(`${name}  `, size)));
  const sumWidth = Math.max(...lines.map((line) => monoWidth(sumText(line), size)));
  return lines.flatMap((line, i): Mark[] => {
    const y = room.y + COUNT_HEIGHT - (lines.length - i) * LINE.height + LINE.height / 2 - 2;
    const color = i === 0 ? theme.accent : theme.ink;
    const free = room.width - nameWidth - sumWidth - size;
    const formula = fittedFormula(line.formula, free, size);
    const bar = {
      x: room.x,
      y: y + size / 2 + 3,
      height: LINE.bar,
      fill: i === 0 ? theme.accent : theme.muted,
    };
    return [
      mono(names[i] ?? "", room.x, y, color, { size, bold: true }),
      ...(formula ? [mono(formula, room.x + nameWidth, y, theme.ink, { size })] : []),
      mono(sumText(line), room.x + room.width, y, color, { size, bold: true, align: "end" }),
      ...(line.sum > 0
        ? [{ kind: "rect" as const, ...bar, width: Math.max(1, (line.sum / longest) * room.width) }]
        : []),
    ];
  });
}

const sumText = ({ sum }: Counted): string => `Σ ${sum}`;

/** The formula, or only its result where it does not fit. */
function fittedFormula(formula: string, room: number, size: number): string {
  const result = formula.slice(formula.lastIndexOf("= "));
  return [formula, result].find((text) => monoWidth(text, size) <= room) ?? "";
}
