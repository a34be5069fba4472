/** The tables of generating and their layout: the cached keys and values and the rows of values at the top, the new row, the count at the bottom. */
import { ofCells, placeOnStage } from "../../layout/parts.js";
import type { Room } from "../../layout/room.js";
import { sideOf } from "../../marks/block.js";
import { axisText, type CellSize, captionRoom } from "../../marks/matrix.js";
import { type Operand, operand, thinned } from "../../operand.js";
import type { Place } from "../../place.js";
import type { SceneInput } from "../../scene.js";
import { stepOf, through } from "../../tensor_view.js";
import { isNarrow, labelSize, monoWidth } from "../../text.js";
import { type DrawnAxis, type DrawnSlice, picked } from "../../thin.js";
import { COUNT_HEIGHT } from "./generation_count.js";

/** The queries, keys and values of a sentence, and what attention makes of them. */
export type Tables = Readonly<Record<"q" | "k" | "v" | "scores" | "attention" | "values", Operand>>;

export interface GenerationLayout extends Readonly<Record<keyof Tables, Place>> {
  readonly cell: CellSize;
  /** A cell of the new row of scores or attention; the query's cells have its height. */
  readonly strip: CellSize;
  readonly count: Room;
  readonly labelSize: number;
}

/** In a trace without heads q, k and v are these steps; with heads they are q_heads and so on. */
export function tablesOf(input: SceneInput): Tables {
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

export function layoutOf({ width, height }: CellSize, tables: Tables): GenerationLayout {
  const { q, k, v, values, scores, attention } = tables;
  const narrow = isNarrow(width);
  const size = labelSize(width);
  const gap = narrow ? 12 : 40;
  const margin = narrow ? 6 : 14;
  const names = Math.max(sideOf(k.rows, 0), monoWidth(axisText(k.rows), size) + 12);
  const slot = ({ cols, title }: Operand) => ofCells(cols.size, monoWidth(title, size) + 10);
  const across = { names, k: slot(k), gap, v: slot(v), gap2: gap, values: slot(values) };
  // The letter of a row's columns ends where the row does, and begins before a row of one narrow cell.
  const letter = monoWidth(axisText(scores.cols), size);
  const stripOf = (cell: number, x: number) => {
    const { size: count } = scores.cols;
    const free = (width - margin - x - gap) / 2 / count;
    const fits = Math.min(cell, free < letter ? free - letter / count : free);
    return { width: fits, lead: Math.max(0, letter - fits) };
  };
  const downOf = (cell: number) => {
    const { width: wide } = stripOf(cell, margin + names + k.cols.size * cell + gap);
    // A row of one cell is narrower than its title, which then stands on a line of its own.
    const caption =
      size + 3 + Math.max(...[scores, attention].map(({ cols }) => captionRoom("", cols, wide * cols.size)));
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
  const wide = scores.cols.size * strip.width;
  const right = scoresX + wide + gap + strip.lead;
  // Below the values, where it has room there.
  const after = Math.max(x.values, right);
  const countWidth = Math.min(WIDEST_COUNT, width - 2 * margin);
  return {
    ...{ cell, labelSize: size, strip: { width: strip.width, height: Math.max(STRIP, cell.height) } },
    ...{ k: { x: x.k, y: y.tables }, v: { x: x.v, y: y.tables }, values: { x: x.values, y: y.tables } },
    ...{ q: { x: x.k, y: y.strip }, scores: { x: scoresX, y: y.strip } },
    attention: { x: after + wide <= width - margin ? after : right, y: y.strip },
    count: { x: (width - countWidth) / 2, y: y.count, width: countWidth, height: COUNT_HEIGHT },
  };
}

/** The first `size` indices of an axis: the tokens so far. Its label counts the true number of them. */
export function upTo(axis: DrawnAxis, size: number): DrawnAxis {
  const { total = axis.size, names } = axis;
  const own = { letter: axis.letter, size, total: picked(size - 1, axis.size, total) + 1 };
  return names ? { ...own, names: { ...names, tokens: names.tokens.slice(0, size) } } : own;
}

/** One row of a table as a table of its own, with its first `size` columns. */
export function rowOf({ rows, cols, value, ref }: DrawnSlice, row: number, size = cols.size): DrawnSlice {
  const { letter, names } = rows;
  const own = names && { names: { ...names, tokens: names.tokens.slice(row, row + 1) } };
  const how = `row ${row} ${size}`;
  return {
    rows: { letter, size: 1, ...own },
    cols: size === cols.size ? cols : upTo(cols, size),
    value: through(value, how, (_, col) => value(row, col)),
    ref: through(ref, how, (_, col) => ref(row, col)),
  };
}
