/**
 * Generating with a KV cache, token by token. A new token makes one row of q, k and v. Its k and v are appended to the cache,
 * whose rows are not computed again; its query is multiplied with every cached key, which gives one new row of scores,
 * attention and values. The multiplications that the cache saves are counted below. All numbers are those of the causal run on the whole sentence.
 */
import { range } from "../../../module/shape.js";
import { lerp, linearPhase, phase } from "../../../timeline/easing.js";
import { ofCells, placeOnStage } from "../../layout/parts.js";
import { rowLabelRoom } from "../../marks/block.js";
import { emptyPlace, mono } from "../../marks/marks.js";
import { axisText, captionRoom, type MatrixSpec, matrix } from "../../marks/matrix.js";
import { isNarrow, labelSize, monoWidth } from "../../measure.js";
import { type Operand, operand } from "../../operand.js";
import type { CellSize, Mark, Point, Rect, Scene, SceneInput } from "../../picture.js";
import * as view from "../../tensor_view.js";
import { rowBox } from "../sweep.js";

const GENERATE = { from: 0.03, to: 0.97 } as const;
/** Within a token: q, k and v are projected, the scores are computed, softmax, the average of the values. */
const MOMENT = { project: 0.2, score: 0.46, softmax: 0.62, average: 0.86 } as const;
/** The tokens that are shown at an even pace, and the share of time they take if there are more. */
const SLOW = { tokens: 4, share: 0.76 } as const;
/** The second token's progress at t = ½, the still of reduced motion: its row of attention is complete. */
const HALFWAY = 0.8;

export const generation: Scene = (input, t) => {
  const { theme } = input;
  const tables = tablesOf(input);
  const { q, k, v, scores, attention, values } = tables;
  const layout = layoutOf(input, tables);
  const { cell, strip, labelSize } = layout;
  const { token, within } = newestToken(t, values.rows.size);
  const newest = Math.max(token, 0);
  const size = newest + 1;
  const shownBetween = (from: number, to: number): number => (token < 0 ? 0 : phase(within, from, to));
  const isRead = (from: number, to: number): boolean => within > from && within < to;

  /** The rows of a table so far, boxed where they are new or, as a whole, where they are read. */
  const table = (
    operand: Operand,
    at: Point,
    shown: number,
    isWholeRead: boolean,
    labels: "all" | "columns",
  ) => {
    const box = rowBox(at, cell, isWholeRead ? 0 : token, operand.cols.size, theme, isWholeRead ? 1 : shown);
    return [
      ...emptyRows(at, operand, token + (shown > 0 ? 1 : 0)),
      ...matrix({
        ...{ ...operand, ...at, cell, theme, labelSize, labels, rows: upTo(operand.rows, size) },
        shown: (row) => (row < token ? 1 : shown),
      }),
      ...(shown > 0 && within < 1 ? [isWholeRead ? { ...box, height: size * cell.height + 2 } : box] : []),
    ];
  };

  /** Dashed outlines for the rows of later tokens. */
  const emptyRows = ({ x, y }: Point, { rows, cols }: Operand, from: number): Mark[] => {
    const inset = cell.height < 10 ? 0.5 : 2;
    const place = {
      width: cols.size * cell.width - 2 * inset,
      height: Math.max(0.5, cell.height - 2 * inset),
    };
    return range(rows.size)
      .slice(Math.max(0, from))
      .map((row) => emptyPlace({ x: x + inset, y: y + row * cell.height + inset, ...place }, theme.hairline));
  };

  /** A row of the newest token alone. */
  const newRow = (operand: Operand, at: Point, width: number, more: Partial<MatrixSpec>): Mark[] =>
    matrix({
      ...{ title: operand.title, scale: operand.scale, theme, labelSize, labels: "columns", ...at },
      ...{ digits: operand.digits, fitted: operand.fitted },
      ...{ cell: { width, height: strip.height }, ...more },
      ...rowOf(operand, newest, operand === q ? operand.cols.size : size),
    });

  const appended = shownBetween(MOMENT.project * 0.5, MOMENT.project);
  const queryShown = shownBetween(0, MOMENT.project * 0.5);
  const attentionShown = shownBetween(MOMENT.score, MOMENT.softmax);
  const scored = linearPhase(within, MOMENT.project, MOMENT.score) * size;
  /** A score for one key after the other. */
  const scoreShown = (_: number, col: number): number => (token < 0 ? 0 : phase(scored, col, col + 1));
  return [
    ...table(k, layout.k, appended, isRead(MOMENT.project, MOMENT.score), "all"),
    ...table(v, layout.v, appended, isRead(MOMENT.softmax, MOMENT.average), "columns"),
    ...table(values, layout.values, shownBetween(MOMENT.softmax, MOMENT.average), false, "columns"),
    ...newRow(q, layout.q, cell.width, { shown: () => queryShown, labels: "names" }),
    ...newRow(scores, layout.scores, strip.width, { shown: scoreShown }),
    ...newRow(attention, layout.attention, strip.width, { shown: () => attentionShown }),
    ...countMarks(input, values.rows, token, within, layout.count, labelSize),
  ];
};

/** The newest token at t, -1 before the first, and its progress: the first ones at an even pace, the rest in one run. */
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

/** The queries, keys and values of a sentence, and what attention makes of them. */
type Tables = Readonly<Record<"q" | "k" | "v" | "scores" | "attention" | "values", Operand>>;

/** In a trace without heads q, k and v are these steps; with heads they are q_heads and so on. */
function tablesOf(input: SceneInput): Tables {
  const step = (name: string) => view.stepOf(input.trace, name);
  const [queries = "q", keys = "k"] = step("scores").inputs;
  const [, values = "v"] = step("values").inputs;
  // The queries of a sentence are its keys, too: both move in one window.
  const of = (name: string, title = name) => operand(input, step(name), undefined, title);
  const square = (name: string) => operand(input, step(name), undefined, name, ["row", "row"]);
  return {
    ...{ q: of(queries), k: of(keys, `${keys} cache`), v: of(values, `${values} cache`) },
    ...{ scores: square("scores"), attention: square("attention"), values: of("values") },
  };
}

/** The height at which the digits of the new row can be read. */
const STRIP = 22;
/** The count is not wider than this, so that its lines are read as one. */
const WIDEST_COUNT = 620;
const COUNT_HEIGHT = 92;

/** The cached keys and values and the result at the top, the new row below them, the count at the bottom. */
function layoutOf({ width, height }: CellSize, { q, k, v, values, scores, attention }: Tables) {
  const narrow = isNarrow(width);
  const size = labelSize(width);
  const [gap, margin] = narrow ? [12, 6] : [40, 14];
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
    const strip = stripOf(cell, margin + namesWidth + k.cols.size * cell + gap);
    // A row of one cell is narrower than its title, which then stands on a line of its own.
    const captions = [scores, attention].map(({ cols }) => captionRoom("", cols, strip.width * cols.size));
    const caption = Math.max(
      size + 3 + Math.max(...captions),
      captionRoom(q.title, q.cols, cell * q.cols.size, size),
    );
    return {
      // Two lines, because cells as low as 64 rows ask for are also narrower than `cell`.
      band: captionRoom(k.title, k.cols, 0, size),
      ...{
        tables: ofCells(k.rows.size),
        caption: caption + 8,
        strip: ofCells(1, STRIP),
        count: COUNT_HEIGHT,
      },
    };
  };
  const { cell, x, y } = placeOnStage({ width, height }, [margin, 6], across, downOf, [2.6, 1.2]);
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
function upTo(axis: view.DrawnAxis, size: number): view.DrawnAxis {
  const { names } = axis;
  const shortened = { letter: axis.letter, size, total: view.indexIn(axis, size) };
  return names ? { ...shortened, names: { ...names, tokens: names.tokens.slice(0, size) } } : shortened;
}

/** One row of a table as a table of its own, with its first `size` columns. */
function rowOf({ rows, cols, value, ref }: view.DrawnSlice, row: number, size: number): view.DrawnSlice {
  const { letter, names } = rows;
  return {
    rows: {
      ...{ letter, size: 1 },
      ...(names && { names: { ...names, tokens: names.tokens.slice(row, row + 1) } }),
    },
    cols: size === cols.size ? cols : upTo(cols, size),
    value: (_, col) => value(row, col),
    ref: (_, col) => ref(row, col),
  };
}

const LINE = { height: 24, bar: 4 } as const;

/**
 * How many multiplications the tokens so far took, with the cache and without: three lines, each with a bar in proportion to
 * its sum. With the cache, token n takes the projections of one token and n products of a query with a key, and of a weight with
 * a value. Without it, all n tokens are computed again, and each of the n rows takes as many.
 */
function countMarks(
  { hu, trace, theme, terms }: SceneInput,
  rows: view.DrawnAxis,
  token: number,
  within: number,
  room: Rect,
  size: number,
): Mark[] {
  const total = rows.total ?? rows.size;
  const tokens = token < 0 ? 0 : view.indexIn(rows, token) + 1;
  const [width = 1, dModel = 1] = view.hasStep(trace, "w_q.weight")
    ? view.stepOf(trace, "w_q.weight").shape
    : [];
  /** How many of projections, scores and values the newest token has done. */
  const parts = [MOMENT.project, MOMENT.score, MOMENT.average].filter((moment) => within >= moment).length;
  const done = token < 0 ? 0 : parts;
  const { newest, newestUncached, cached, uncached, saved } = hu.cacheCounts(dModel, width, tokens, done);
  const products = [`3·${dModel}·${width}`, `${tokens}·${width}`, `${tokens}·${width}`].slice(0, done);
  const lines = [
    [terms?.cache ?? "KV cache", done ? `${products.join(" + ")} = ${newest}` : "", cached],
    [terms?.noCache ?? "no cache", done ? `${tokens} · ${newest} = ${newestUncached}` : "", uncached],
    [terms?.saved ?? "saved", uncached > 0 ? `${uncached} − ${cached} = ${saved}` : "", saved],
  ] as const;
  const longest = Math.max(hu.cacheCounts(dModel, width, total, 3).uncached, 1);
  const nameWidth = Math.max(...lines.map(([name]) => monoWidth(`${name}  `, size)));
  const sumWidth = Math.max(...lines.map(([, , count]) => monoWidth(`Σ ${count}`, size)));
  const free = room.width - nameWidth - sumWidth - size;
  return lines.flatMap(([name, formula, count], i): Mark[] => {
    const y = room.y + COUNT_HEIGHT - (lines.length - i) * LINE.height + LINE.height / 2 - 2;
    const [color, fill] = i === 0 ? [theme.accent, theme.accent] : [theme.ink, theme.muted];
    // Only the result where the formula does not fit.
    const result = formula.slice(formula.lastIndexOf("= "));
    const text = [formula, result].find((shown) => monoWidth(shown, size) <= free);
    const bar = { y: y + size / 2 + 3, width: Math.max(1, (count / longest) * room.width), height: LINE.bar };
    return [
      mono(name, room.x, y, color, { size, bold: true }),
      ...(text ? [mono(text, room.x + nameWidth, y, theme.ink, { size })] : []),
      mono(`Σ ${count}`, room.x + room.width, y, color, { size, bold: true, align: "end" }),
      ...(count > 0 ? [{ kind: "rect" as const, x: room.x, ...bar, fill }] : []),
    ];
  });
}
