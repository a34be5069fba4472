/** Tables and layout of generation: the cached keys and values and the result at the top, the new row, the count at the bottom. */
import { ofCells, placeOnStage } from "../../layout/parts.js";
import type { Rect } from "../../layout/rect.js";
import { rowLabelRoom } from "../../marks/block.js";
import { axisText, type CellSize, captionRoom } from "../../marks/matrix.js";
import { type Operand, operand, thinned } from "../../operand.js";
import type { Point } from "../../point.js";
import type { SceneInput } from "../../scene.js";
import { mapReader, stepOf } from "../../tensor_view.js";
import { isNarrow, labelSize, monoWidth } from "../../text.js";
import { type DrawnAxis, type DrawnSlice, pickedIndex } from "../../thin.js";
import { COUNT_HEIGHT } from "./generation_count.js";

/** The queries, keys and values of a sentence, and what attention makes of them. */
export type Tables = Readonly<Record<"q" | "k" | "v" | "scores" | "attention" | "values", Operand>>;

export interface GenerationLayout extends Readonly<Record<keyof Tables, Point>> {
  readonly cell: CellSize;
  /** A cell of the new row of scores or attention; the query's cells have its height. */
  readonly strip: CellSize;
  readonly count: Rect;
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
export function upTo(axis: DrawnAxis, size: number): DrawnAxis {
  const { total = axis.size, names } = axis;
  const shortened = { letter: axis.letter, size, total: pickedIndex(size - 1, axis.size, total) + 1 };
  return names ? { ...shortened, names: { ...names, tokens: names.tokens.slice(0, size) } } : shortened;
}

/** One row of a table as a table of its own, with its first `size` columns. */
export function rowOf({ rows, cols, value, ref }: DrawnSlice, row: number, size = cols.size): DrawnSlice {
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
