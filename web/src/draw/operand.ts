/** The tensors of a step as its scene draws them. `{ ...operand }` gives a matrix or a block its cells, title and colours. */
import type { Step, Trace } from "../module/types.js";
import type { CellToken, Token } from "./marks/arithmetic_line.js";
import { cellMark, lengthsOf } from "./marks/cells.js";
import { wash } from "./marks/wash.js";
import { leastDigits } from "./measure.js";
import { withTokenNames } from "./names.js";
import type {
  CellMark,
  CellSize,
  Directions,
  Mark,
  Rect,
  SceneInput,
  StageStep,
  TableDigits,
} from "./picture.js";
import { type Scale, scaleOf } from "./scale.js";
import {
  type Axis,
  type DrawnSlice,
  indexIn,
  placeIn,
  type Slice,
  sliceOf,
  stepOf,
  type TokenName,
  thin,
  windowed,
} from "./tensor_view.js";

export interface Operand extends DrawnSlice {
  /** All cells; the operand itself has only those in its window. */
  readonly whole: Slice;
  readonly title: string;
  readonly scale: Scale;
  readonly digits: TableDigits;
  readonly fitted: ((cell: CellSize) => void) | undefined;
}

/** The tensors of an operation: its result, then its inputs in order. */
export const tensorsOf = ({ steps }: Trace, step: StageStep): readonly StageStep[] => [
  step,
  ...step.inputs.flatMap((input) => steps.find(({ name }) => name === input) ?? []),
];

/** The directions of a matrix that stands for itself. */
const ROWS_AND_COLUMNS: Directions = ["row", "col"];

/** A step's matrix in focus, or another view of it: what is in the windows along its directions. */
export function operand(
  input: SceneInput,
  step: StageStep,
  view: Slice = sliceOf(step, input.focus),
  title: string = step.name,
  directions = ROWS_AND_COLUMNS,
): Operand {
  const { trace, theme, windows } = input;
  const whole = withTokenNames(input, step, view);
  const scale = scaleOf(step, trace, theme);
  const digits = { ...lengthsOf(step.data, scale), least: leastDigits(input.width) };
  const fitted = windows?.note?.({
    ...{ name: step.name, title, directions, digits },
    size: [whole.rows.size, whole.cols.size],
    filled: [filledOf(whole.rows), filledOf(whole.cols)],
    refAt: whole.ref,
    placeOf: (ref) => placeIn(whole, ref),
    wash: (place, shown) => washOf(whole, scale, place, shown),
  });
  const [rows, cols] = directions;
  return {
    ...windowed(whole, rows && windows?.spans[rows], cols && windows?.spans[cols]),
    ...{ whole, title, scale, digits, fitted },
  };
}

/** The cells of an axis up to the padding at its end, or of a vocabulary up to its last word. */
const filledOf = ({ letter, size, names }: Axis): number => {
  /** An id without a word is not used. */
  const isUsed = ({ isPadding, text, at }: TokenName): boolean =>
    !isPadding && !(letter === "V" && text === String(at));
  return names ? names.tokens.findLastIndex(isUsed) + 1 || size : size;
};

/** Smaller cells of a wash would only be noise. */
const WASH_CELL = 3;

function washOf(
  whole: Slice,
  scale: Scale,
  { x, y, width, height }: Rect,
  isShown: (row: number) => boolean,
): Mark[] {
  const { ref: _, ...drawn } = thin(whole, Math.floor(height / WASH_CELL), Math.floor(width / WASH_CELL));
  const [rows, cols] = [drawn.rows.size, drawn.cols.size];
  const isShownAt = (row: number): boolean => isShown(Math.floor((row * whole.rows.size) / rows));
  return wash(drawn, scale, { x, y }, { width: width / cols, height: height / rows }, isShownAt);
}

/** All values of a drawn row, including those outside the window. */
export function wholeRow({ whole, rows }: Operand, row: number): number[] {
  const at = indexIn(rows, row);
  return Array.from({ length: whole.cols.size }, (_, col) => whole.value(at, col));
}

/** The first input of the step. */
export const sourceOf = ({ trace, step }: SceneInput): Step => stepOf(trace, step.inputs[0] ?? "");

/** The inputs of a step that has two or three. */
export function inputsOf({ trace, step }: SceneInput): readonly [Step, Step, Step?] {
  const [first, second, third] = step.inputs.map((name) => stepOf(trace, name));
  if (!first || !second) throw new Error(`${step.name}: got ${step.inputs.length} inputs, wants two`);
  return third ? [first, second, third] : [first, second];
}

/** A cell of an operand drawn outside its matrix: moving, copied or laid over another. */
export const operandCell = (
  { value, ref, scale }: Pick<Operand, "value" | "ref" | "scale">,
  row: number,
  col: number,
  at: Rect,
  { fontSize = 0, opacity = 1, outline }: { fontSize?: number; opacity?: number; outline?: string } = {},
): CellMark => cellMark(at, scale(value(row, col)), fontSize, opacity, outline, ref(row, col));

/** A cell as a token of a written line. */
export const tokenOf = (
  { value, ref, scale }: Pick<Operand, "value" | "ref" | "scale">,
  row: number,
  col: number,
): CellToken & Required<Pick<Token, "ref">> => ({
  cell: scale(value(row, col)),
  ref: ref(row, col),
  lit: true,
});
