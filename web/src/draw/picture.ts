/**
 * What one frame is made of: a list of marks in CSS pixels, painted in order. A picture holds resolved colours and no
 * functions, so that the canvas, a figure and a test all read the same frame. A scene makes the marks of a step at a time; it is a
 * pure function: same input and t, same picture.
 */
import type { Operations } from "../module/bare.js";
import type { Op, Step, Trace } from "../module/types.js";
import type { Palette } from "./theme.js";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface CellSize {
  readonly width: number;
  readonly height: number;
}

/** A rectangle in CSS pixels. */
export interface Rect extends Point, CellSize {}

/** Which number of the trace a mark shows. */
export interface CellRef {
  readonly name: string;
  readonly index: readonly number[];
}

/** An axis of a tensor, counted from 0. */
export interface AxisRef {
  readonly name: string;
  readonly axis: number;
}

/** A row or a column of a tensor: all its cells with one index along one axis. */
export interface LineRef extends AxisRef {
  readonly at: number;
}

interface Movable {
  /** Whether it is moving, and therefore painted beneath all stationary marks (flight.ts). */
  readonly flies?: boolean;
  /** Whether it belongs to the overview of a table: a wash of colour, not cells that are read. */
  readonly overview?: boolean;
}

export interface CellMark extends Movable, Rect {
  readonly kind: "cell";
  readonly fill: string;
  /** A word may have lines. */
  readonly text?: string;
  readonly textColor?: string;
  readonly fontSize?: number;
  readonly opacity?: number;
  /** Masked cells are hatched as well as grey, so that colour is never the only sign. */
  readonly hatch?: string;
  readonly outline?: string;
  readonly outlineWidth?: number;
  readonly ref?: CellRef;
}

export interface TextMark extends Movable, Point {
  readonly kind: "text";
  readonly text: string;
  readonly size: number;
  readonly color: string;
  readonly align?: "start" | "middle" | "end";
  readonly font?: "sans" | "mono";
  readonly bold?: boolean;
  readonly opacity?: number;
  /** The row or column that it names. */
  readonly names?: LineRef;
  /** The axis whose letter and size it is. */
  readonly of?: AxisRef | undefined;
}

export interface LineMark extends Movable {
  readonly kind: "line";
  readonly points: readonly (readonly [number, number])[];
  readonly color: string;
  readonly width: number;
  readonly dash?: readonly number[];
  readonly opacity?: number;
  readonly arrow?: boolean;
}

export interface RectMark extends Movable, Rect {
  readonly kind: "rect";
  readonly fill?: string;
  readonly stroke?: string;
  readonly strokeWidth?: number;
  readonly dash?: readonly number[];
  readonly radius?: number;
  readonly opacity?: number;
}

export type Mark = CellMark | TextMark | LineMark | RectMark;

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly marks: readonly Mark[];
  /** The overviews of tables that are drawn in windows. */
  readonly overviews?: readonly Overview[];
}

/** A reference as a map key: equal references have equal keys. */
export const refKey = ({ name, index }: CellRef): string => `${name}[${index.join()}]`;

export const sameRef = (a: CellRef | undefined, b: CellRef | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.name === b.name &&
  a.index.length === b.index.length &&
  a.index.every((x, i) => x === b.index[i]);

/** All cells of a picture's tables, in painting order. */
export const cellsIn = ({ marks }: Pick<Picture, "marks">): CellMark[] =>
  marks.flatMap((mark) => (mark.kind === "cell" && !mark.overview ? mark : []));

/** The topmost cell with a reference under a point, or undefined. */
export const cellAt = ({ marks }: Picture, x: number, y: number): CellMark | undefined =>
  marks.findLast(
    (m): m is CellMark =>
      m.kind === "cell" &&
      m.ref !== undefined &&
      (m.opacity ?? 1) > 0.3 &&
      x >= m.x &&
      x < m.x + m.width &&
      y >= m.y &&
      y < m.y + m.height,
  );

/** Every mark of the picture that shows this number. */
export const cellsShowing = ({ marks }: Picture, ref: CellRef): CellMark[] =>
  marks.flatMap((mark) => (mark.kind === "cell" && sameRef(mark.ref, ref) ? mark : []));

/**
 * The directions of the tables of a picture, each with a window of its own: rows and columns of the result, the axis that a
 * product sums over, and heads that stand side by side.
 */
export type Direction = "row" | "col" | "inner" | "head";
/** Of a table; an axis of which the scene itself draws only a few cells has none. */
export type Directions = readonly [rows: Direction | undefined, cols: Direction | undefined];

/** The cells of an axis that are drawn: `count` of them, starting at `from`. */
export interface Span {
  readonly from: number;
  readonly count: number;
}
/** What is drawn along each direction; nothing is left out along the others. */
export type Spans = Readonly<Partial<Record<Direction, Span>>>;

/** The lengths of a table's longest number, whole and abbreviated, and the least size that its digits may have. */
export interface TableDigits {
  readonly full: number;
  readonly brief: number;
  readonly least: number;
}

/** A table of a picture, all of it. */
export interface Table {
  /** The name of its tensor. */
  readonly name: string;
  readonly title: string;
  readonly directions: Directions;
  readonly size: readonly [rows: number, cols: number];
  /** How many of them come before the padding at the end. */
  readonly filled: readonly [rows: number, cols: number];
  readonly digits: TableDigits;
  refAt(row: number, col: number): CellRef;
  /** Row and column of a number; empty if it is not there. */
  placeOf(ref: CellRef): readonly number[];
  /** All its cells as a wash of colour, rows that are not `shown` left blank. */
  wash(place: Rect, shown: (row: number) => boolean): Mark[];
}

export interface Windows {
  readonly spans: Spans;
  /** Called with every table that is drawn; what it returns, with the size of the table's cells. */
  note?(table: Table): (cell: CellSize) => void;
}

/** A table's wash below the picture, which can be pointed at to move the windows. */
export interface Overview {
  readonly place: Rect;
  readonly table: Table;
}

/** Which sentence and which head of a tensor is on the stage. */
export interface Focus {
  readonly batch: number;
  readonly head: number;
}

/** Operations of the bridges: pictures between two steps of the trace, made of the steps' numbers. */
export type BridgeOp = "opening" | "unsqueeze" | "wrong_view" | "conventions" | "generation" | "pieces";
/** What a step on the stage may be. */
export type PlayedOp = Op | BridgeOp;

/** The step on the stage: a step of the trace, or a bridge between two of them. */
export interface StageStep extends Pick<Step, "axes" | "shape" | "dtype" | "data"> {
  readonly name: string;
  readonly inputs: readonly string[];
  readonly op: PlayedOp;
  /** The name of a bridge's tensor in its code, where it differs from the step's name. */
  readonly label?: string;
  /** The op that made the numbers a bridge shows. */
  readonly madeBy?: Op;
}

/** The names of the numbers along one axis of a tensor. */
export interface NamedNumbers {
  readonly axis: number;
  readonly names: readonly string[];
}

/** The words of a lesson, sentence by sentence. A sequence without words is labelled with its ids. */
export interface Tokens {
  readonly source: readonly (readonly string[])[];
  readonly target?: readonly (readonly string[])[];
  /** The sentences of the source as they were written. */
  readonly lines?: readonly string[];
  /** What the numbers along an axis of a tensor mean, by the tensor's name. Heads share one list. */
  readonly numbers?: Readonly<Record<string, readonly NamedNumbers[]>>;
}

/** The names of the parts of attention, of the count of generation and of a window, in the reader's language. */
export type Terms = Readonly<
  Record<
    "query" | "key" | "value" | "weight" | "output" | "cache" | "noCache" | "saved" | "rows" | "columns",
    string
  >
>;

export interface SceneInput {
  /** Computes the numbers on the way from a row to its result. Its operations are pure functions, so scenes are, too. */
  readonly hu: Operations;
  readonly trace: Trace;
  readonly step: StageStep;
  readonly focus: Focus;
  /** The row of the number that the reader asks about. */
  readonly row?: number | undefined;
  /** The words of the ids, if known. */
  readonly tokens?: Tokens | undefined;
  /** Written above the standard names where they differ from them. */
  readonly terms?: Terms | undefined;
  /** Carries the caches from frame to frame if its owner draws many. */
  readonly theme: Palette;
  /** The stage in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Cells that the reader looks at: the windows of tables move there, the last one first. */
  readonly around?: readonly CellRef[] | undefined;
  /** Which parts of large tables are drawn. */
  readonly windows?: Windows | undefined;
}

/** t runs from 0 (nothing has happened yet) to 1 (the result is complete). */
export type Scene = (input: SceneInput, t: number) => Mark[];
