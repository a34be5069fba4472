/**
 * The overview of a picture whose tables are drawn in windows: each such table as a small wash of colour at the bottom of the
 * stage, a frame around the part that is drawn, and in words which rows and columns that is.
 */

import { mono } from "../marks/marks.js";
import { isNarrow, monoWidth, shortened } from "../measure.js";
import type { CellSize, Direction, Mark, Overview, SceneInput, Span, Spans, Table } from "../picture.js";
import { type Fit, overviewHeight } from "./windows.js";

const MARGIN = 8;
const GAP = 8;
/** Between two lines of text. */
const LINE = 15;

/** `made` is how much of the result there is: its later rows are blank, so that nothing is told before it is worked out. */
export function overviewOf(
  { width, height, theme, step, terms }: SceneInput,
  { tables }: Fit,
  spans: Spans,
  made: number,
): { readonly marks: readonly Mark[]; readonly overviews: readonly Overview[] } {
  const narrow = isNarrow(width);
  const spanAlong = (direction: Direction | undefined, size: number): Span => {
    const span = direction && spans[direction];
    return span && span.count < size ? span : { from: 0, count: size };
  };
  const spansOf = ({ directions, size }: Table): readonly [Span, Span] => [
    spanAlong(directions[0], size[0]),
    spanAlong(directions[1], size[1]),
  ];
  const isCut = (table: Table): boolean =>
    spansOf(table).some(({ count }, i) => count < (table.size[i] ?? 0));
  const cut = tables.filter(isCut);
  const matrices = cut.filter(({ size }) => Math.min(...size) > 1);
  // Tables that move alike have one overview, the last one's, which is made; a bias moves with its table.
  const alike = (a: Table, b: Table): boolean =>
    a.name === b.name || [0, 1].every((i) => a.directions[i] === b.directions[i] && a.size[i] === b.size[i]);
  const shown = (matrices.length > 0 ? matrices : cut).filter(
    (table, i, all) => !all.slice(i + 1).some((other) => alike(table, other)),
  );
  const room = overviewHeight(width) - 12;
  const top = height - room - 6;
  const slot = (width - 2 * MARGIN + GAP) / Math.max(1, shown.length) - GAP;
  const size = narrow ? 11 : 12;
  const largest = { width: Math.min(narrow ? 36 : 96, slot * 0.45), height: room };

  const one = (table: Table, x: number): { readonly marks: readonly Mark[]; readonly overview: Overview } => {
    const [rows, cols] = table.size;
    const [down, across] = spansOf(table);
    const wash = washSize(largest, rows, cols);
    const place = { x, y: top + (room - wash.height) / 2, ...wash };
    const framed = {
      x: place.x + (across.from / cols) * place.width,
      y: place.y + (down.from / rows) * place.height,
      width: (across.count / cols) * place.width,
      height: (down.count / rows) * place.height,
    };
    const left = x + place.width + 8;
    const free = x + slot - left;
    /** In words, or where these do not fit with an arrow down or across, in the narrowest place without the size. */
    const rangeText = (words: string, arrow: string, { from, count }: Span, of: number): string => {
      const [first, last] = [from + 1, from + count];
      const written = words.replace("{from}", `${first}`).replace("{to}", `${last}`).replace("{of}", `${of}`);
      const range = `${arrow}${first}–${last}`;
      return [written, `${range}/${of}`].find((text) => monoWidth(text, size) <= free) ?? range;
    };
    const lines = [
      ...(down.count < rows ? [rangeText(terms?.rows ?? ROWS, "↓ ", down, rows)] : []),
      ...(across.count < cols ? [rangeText(terms?.columns ?? COLUMNS, "→ ", across, cols)] : []),
    ];
    const middle = top + room / 2 - (lines.length * LINE) / 2;
    const marks: Mark[] = [
      { kind: "rect", ...place, stroke: theme.hairline, strokeWidth: 1 },
      ...table.wash(place, (row) => table.name !== step.name || row < made * rows),
      { kind: "rect", ...framed, stroke: theme.accent, strokeWidth: 2, radius: 1 },
      mono(shortened(table.title, free, size), left, middle, theme.ink, { size, bold: true }),
      ...lines.map((text, i) => mono(text, left, middle + (i + 1) * LINE, theme.muted, { size })),
    ];
    return { marks: marks.map((mark) => ({ ...mark, overview: true })), overview: { place, table } };
  };

  const all = shown.map((table, i) => one(table, MARGIN + i * (slot + GAP)));
  return { marks: all.flatMap(({ marks }) => marks), overviews: all.map(({ overview }) => overview) };
}

const ROWS = "rows {from}–{to} of {of}";
const COLUMNS = "columns {from}–{to} of {of}";
/** A rectangle in the proportions of a table of square cells, neither too thin to see nor to point at. */
function washSize({ width, height }: CellSize, rows: number, cols: number) {
  const cell = Math.min(width / cols, height / rows);
  return { width: Math.max(20, cell * cols), height: Math.max(12, cell * rows) };
}
