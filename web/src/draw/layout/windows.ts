/**
 * Digits always: a table whose digits would be too small is drawn as a window of its rows and columns. How large the windows
 * of a step are is found by drawing it: as long as a table has cells too small for their digits, the longest axis that is in
 * the way gets a shorter window. Tables share the window of a direction: a product's left matrix has the rows of its result.
 */

import { digitsFit } from "../marks/cells.js";
import { isNarrow } from "../measure.js";
import type { CellRef, CellSize, Direction, Scene, SceneInput, Span, Spans, Table } from "../picture.js";

/** The windows of a step in a room of this size. */
export interface Fit {
  readonly counts: Readonly<Partial<Record<Direction, number>>>;
  readonly tables: readonly Table[];
}

/** An axis of more cells has no room for digits on any stage. */
const LONGEST = 24;
/** A window has at most this many cells, so that its digits are large, and at least this many, however small the stage. */
const WINDOW = { longest: 8, shortest: 1 } as const;

const DIRECTIONS: readonly Direction[] = ["row", "col", "inner", "head"];

/** Height of the overview below a picture with windows. */
export const overviewHeight = (width: number): number => (isNarrow(width) ? 40 : 52);

export const heightBelow = ({ counts }: Pick<Fit, "counts">, width: number): number =>
  Object.keys(counts).length > 0 ? overviewHeight(width) : 0;

interface Drawn extends Table {
  readonly cells: readonly CellSize[];
}

/** Draws a scene with shorter and shorter windows until all its digits can be read. */
export function fitWindows(scene: Scene, input: SceneInput): Fit {
  const longest = new Map<Direction, number>(DIRECTIONS.map((direction) => [direction, LONGEST]));
  const tables = new Map<string, Drawn>();
  // A table counts when its cells are drawn: a scene may only read some of its numbers.
  const note =
    (table: Table): ((cell: CellSize) => void) =>
    (cell) => {
      const cells = tables.get(table.title)?.cells ?? [];
      tables.set(table.title, { ...table, cells: [...cells, cell] });
    };
  let counts: Fit["counts"] = {};
  /** The tables at a moment; those that are cut leave room for their overview. */
  const drawnAt = (t: number): readonly Drawn[] => {
    const spans = Object.fromEntries(
      [...longest].map(([direction, count]) => [direction, { from: 0, count }]),
    );
    const height = input.height - heightBelow({ counts }, input.width);
    for (const [title, table] of tables) tables.set(title, { ...table, cells: [] });
    scene({ ...input, height, windows: { spans, note } }, t);
    return [...tables.values()];
  };
  for (;;) {
    let tight: [Direction, number] | undefined;
    for (const t of [1, 0]) {
      const drawn = drawnAt(t);
      const cut = cutBy(longest, drawn);
      const isFirstCut = Object.keys(cut).length > 0 && Object.keys(counts).length === 0;
      counts = cut;
      tight = tooLong(drawn, longest) ?? tightest(isFirstCut ? drawnAt(t) : drawn, longest);
      if (tight) break;
    }
    if (!tight) return { counts, tables: [...tables.values()] };
    longest.set(...tight);
  }
}

/** The windows that leave anything out. */
function cutBy(longest: ReadonlyMap<Direction, number>, tables: readonly Table[]): Fit["counts"] {
  const cut = [...longest].filter(([direction, count]) => count < sizeAlong(direction, tables));
  return Object.fromEntries(cut);
}

export const sizeAlong = (direction: Direction, tables: readonly Table[]): number =>
  Math.max(
    0,
    ...tables.flatMap(({ directions, size }) => size.filter((_, i) => directions[i] === direction)),
  );

/** A direction that has more cells than can be drawn. */
function tooLong(
  tables: readonly Table[],
  longest: ReadonlyMap<Direction, number>,
): [Direction, number] | undefined {
  const long = DIRECTIONS.find(
    (direction) => sizeAlong(direction, tables) > LONGEST && longest.get(direction) === LONGEST,
  );
  return long && [long, WINDOW.longest];
}

/** Padding at the end is not worth a stop. */
const filledAlong = (direction: Direction, tables: readonly Table[]): number =>
  Math.max(
    0,
    ...tables.flatMap(({ directions, filled }) => filled.filter((_, i) => directions[i] === direction)),
  );

/** Of the directions in which cells are too small the one with the most, and how many of them would be less tight. */
function tightest(
  tables: readonly Drawn[],
  longest: ReadonlyMap<Direction, number>,
): [Direction, number] | undefined {
  const fits = new Map<Direction, number>();
  for (const { cells, digits, directions } of tables)
    for (const cell of cells)
      for (const [i, share] of digitsFit(cell, digits).entries()) {
        const direction = directions[i];
        if (direction && share < 1) fits.set(direction, Math.min(share, fits.get(direction) ?? 1));
      }
  const tight = [...fits]
    .map(([direction, share]) => {
      const count = Math.min(longest.get(direction) ?? 0, sizeAlong(direction, tables));
      return { direction, share, count };
    })
    .filter(({ count }) => count > WINDOW.shortest)
    .sort((a, b) => b.count - a.count)[0];
  if (!tight) return undefined;
  const { direction, share, count } = tight;
  return [direction, Math.min(WINDOW.longest, count - Math.max(1, Math.floor((count * (1 - share)) / 2)))];
}

/** While a step plays, its windows stand still for the first half, which works out examples, then stop here at most. */
const MOST_STOPS = 3;
/** The first window has this share of the second half; after it only the wave is repeated, which begins at this moment. */
const FIRST_SHARE = 0.5;
const WAVE = 0.6;

/**
 * Which stop the windows have reached at a moment of a scene (0 is the first cells, 1 the last), and the moment of the scene there.
 * The end shows again where the examples were worked out, which the words are about, unless it is about the last cells.
 */
export function stopAt(
  stops: number,
  t: number,
  endsLast: boolean,
): { readonly share: number; readonly moment: number } {
  if (stops < 2 || t <= 0.5 || (t >= 1 && !endsLast)) return { share: 0, moment: t };
  const second = 2 * t - 1;
  if (second < FIRST_SHARE) return { share: 0, moment: 0.5 + (0.5 * second) / FIRST_SHARE };
  const at = ((second - FIRST_SHARE) / (1 - FIRST_SHARE)) * (stops - 1);
  const stop = Math.min(stops - 1, 1 + Math.floor(at));
  return { share: stop / (stops - 1), moment: WAVE + (1 - WAVE) * Math.min(1, at - (stop - 1)) };
}

export function stopsOf({ counts, tables }: Fit): number {
  const pages = Object.entries(counts).map(([direction, count]) =>
    Math.ceil(filledAlong(direction as Direction, tables) / count),
  );
  return Math.min(MOST_STOPS, Math.max(1, ...pages));
}

/** The windows at a stop, or around cells that the reader looks at; a later one takes precedence. */
export function spansOf(fit: Fit, share: number, around: readonly CellRef[]): Spans {
  const { counts, tables } = fit;
  const spans: Partial<Record<Direction, Span>> = {};
  for (const [direction, count] of Object.entries(counts) as [Direction, number][])
    spans[direction] = {
      from: Math.round(share * Math.max(0, filledAlong(direction, tables) - count)),
      count,
    };
  for (const ref of around)
    for (const { directions, placeOf } of tables)
      for (const [i, at] of placeOf(ref).entries()) {
        const direction = directions[i];
        const count = direction && counts[direction];
        if (!direction || count === undefined) continue;
        const last = sizeAlong(direction, tables) - count;
        spans[direction] = { from: Math.max(0, Math.min(last, at - Math.floor(count / 2))), count };
      }
  return spans;
}
