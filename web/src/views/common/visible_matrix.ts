/** The matrix of a step that is on the stage, as the table for keyboards and screen readers reads it. */
import { namesAlong, PADDING, tokensOf } from "../../draw/names.js";
import { type CellRef, type Focus, type StageStep, sameRef, type Tokens } from "../../draw/picture.js";
import {
  indexAt,
  offsetOf,
  sliceOf,
  type TensorLike,
  type TokenName,
  valueAt,
} from "../../draw/tensor_view.js";
import type { Trace } from "../../module/types.js";
import type { Words } from "../../words/words.js";

export interface VisibleMatrix {
  readonly name: string;
  readonly dtype: StageStep["dtype"];
  readonly rowLetter: string;
  readonly colLetter: string;
  readonly rows: number;
  readonly cols: number;
  rowHeader(row: number): string;
  colHeader(col: number): string;
  /** The tokens of the rows and columns, or what their numbers mean. */
  readonly rowNames?: readonly TokenName[] | undefined;
  readonly colNames?: readonly TokenName[] | undefined;
  value(row: number, col: number): number;
  /** The piece of text that has this id, where the picture shows it. */
  piece?(row: number, col: number): string | undefined;
  ref(row: number, col: number): CellRef;
  /** Where a cell with this index would be in the matrix; it may be outside. */
  place(index: readonly number[]): readonly [number, number];
}

/** How many sentences and heads there are to choose from; a step without the axis has one. */
export function choices({ axes, shape }: Pick<StageStep, "axes" | "shape">): {
  batches: number;
  heads: number;
} {
  const size = (letter: string): number => shape[axes.indexOf(letter)] ?? 1;
  return { batches: size("B"), heads: size("H") };
}

/** The shape of a tensor in words. The axis of size 1 has its size in its name. */
export function shapeText({ axes }: Pick<Words, "axes">, step: Pick<StageStep, "axes" | "shape">): string {
  const names: Readonly<Record<string, string>> = axes;
  return step.axes
    .map((letter, i) => `${names[letter] ?? letter}${letter === "1" ? "" : ` ${step.shape[i]}`}`)
    .join(", ");
}

/** A split tensor (B, L, H, K) has rows L and columns H × K: the heads side by side. */
function sideBySide(step: StageStep, focus: Focus): VisibleMatrix {
  const [batches = 1, rows = 1, heads = 1, size = 1] = step.shape;
  const batch = batches === 1 ? 0 : focus.batch;
  const index = (row: number, col: number): number[] => [batch, row, Math.floor(col / size), col % size];
  return {
    name: step.name,
    dtype: step.dtype,
    rowLetter: step.axes[1] ?? "L",
    colLetter: `${step.axes[2]} ${step.axes[3]}`,
    rows,
    cols: heads * size,
    rowHeader: (row) => `${step.axes[1]} ${row}`,
    colHeader: (col) => `${step.axes[2]} ${Math.floor(col / size)} ${step.axes[3]} ${col % size}`,
    value: (row, col) => valueAt(step, index(row, col)),
    ref: (row, col) => ({ name: step.name, index: index(row, col) }),
    place: ([, row = 0, head = 0, k = 0]) => [row, head * size + k],
  };
}

/**
 * Which axes are rows and columns: of a padding mask (B, 1, L) the sentences and their keys, of the weight of a
 * convolution (F, D, 1) the first two, of every other tensor the last two.
 */
function axesOnStage({ op, axes, shape }: StageStep): readonly [number, number] {
  if (op === "not_equal") return [0, 2];
  const last = shape.length - (shape.length > 2 && axes.at(-1) === "1" ? 2 : 1);
  return [last - 1, last];
}

export function visibleMatrix(trace: Trace, step: StageStep, focus: Focus, tokens?: Tokens): VisibleMatrix {
  const plain =
    step.axes.length === 4 && step.axes[2] === "H" ? sideBySide(step, focus) : lastAxes(step, focus);
  const input = { trace, focus, tokens };
  const matrix = step.op === "pieces" ? withPieces(plain, input) : withNames(plain, step, input);
  // A bridge shares the numbers of another step, so its cells are those of that step.
  const owner = trace.steps.find(({ data }) => data === step.data);
  if (!owner || owner.name === step.name) return matrix;
  const translated = (index: readonly number[], from: TensorLike, to: TensorLike): number[] =>
    indexAt(to.shape, offsetOf(from.shape, index));
  return {
    ...matrix,
    ref: (row, col) => ({ name: owner.name, index: translated(matrix.ref(row, col).index, step, owner) }),
    place: (index) => matrix.place(translated(index, owner, step)),
  };
}

type Sentence = Parameters<typeof tokensOf>[0];

const joined = (header: string, name = ""): string => `${header} ${name}`.trimEnd();

/** The same table with names in its headers, such as "L 3 밥을", "L 3 39" if only the ids are known, or "D 1 verb". */
function withNames(matrix: VisibleMatrix, { name, axes }: StageStep, input: Sentence): VisibleMatrix {
  const { rowLetter, colLetter, rowHeader, colHeader, rows, cols } = matrix;
  // The columns of several sentences are other tokens in every row.
  const named = (letter: string, size: number, axis: number) =>
    rowLetter === "B" ? undefined : namesAlong(input, name, { letter, size }, axis);
  const rowNames = named(rowLetter, rows, axes.indexOf(rowLetter));
  const colNames = named(colLetter, cols, axes.lastIndexOf(colLetter));
  const text = (one?: TokenName): string | undefined => (one?.isPadding ? PADDING : one?.text);
  return {
    ...{ ...matrix, rowNames, colNames },
    rowHeader: (row) => joined(rowHeader(row), text(rowNames?.[row])),
    colHeader: (col) => joined(colHeader(col), text(colNames?.[col])),
  };
}

/** The same table of ids with the text of each row and the piece of each cell. */
function withPieces(matrix: VisibleMatrix, { tokens, ...input }: Sentence): VisibleMatrix {
  if (!tokens) return matrix;
  return {
    ...matrix,
    rowHeader: (row) => joined(matrix.rowHeader(row), tokens.lines?.[row]),
    piece: (row, col) => tokensOf({ ...input, tokens, focus: { batch: row, head: 0 } }, "L")?.[col]?.text,
  };
}

function lastAxes(step: StageStep, focus: Focus): VisibleMatrix {
  const [rowAxis, colAxis] = axesOnStage(step);
  const slice = sliceOf(step, focus, rowAxis, colAxis);
  return {
    name: step.name,
    dtype: step.dtype,
    rowLetter: slice.rows.letter,
    colLetter: slice.cols.letter,
    rows: slice.rows.size,
    cols: slice.cols.size,
    rowHeader: (row) => `${slice.rows.letter} ${row}`,
    colHeader: (col) => `${slice.cols.letter} ${col}`,
    value: slice.value,
    ref: slice.ref,
    place: (index) => [index[rowAxis] ?? 0, index[colAxis] ?? 0],
  };
}

/** The place of a cell in the matrix, or undefined if it is not on the stage. */
export function placeOf(matrix: VisibleMatrix, ref: CellRef): readonly [number, number] | undefined {
  const [row, col] = matrix.place(ref.index);
  return sameRef(matrix.ref(row, col), ref) ? [row, col] : undefined;
}
