/** The tensors of a step as its scene draws them. `{ ...operand }` gives a matrix or a block its cells, title and colours. */
import type { Step, Trace } from "../module/types.js";
import type { CellToken, Token } from "./marks/arithmetic_line.js";
import { cellMark } from "./marks/cells.js";
import { withTokenNames } from "./names.js";
import type { CellMark, Rect, SceneInput, StageStep } from "./picture.js";
import { type Scale, scaleOf } from "./scale.js";
import { type DrawnSlice, pickedIndex, type Slice, sliceOf, stepOf, thin } from "./tensor_view.js";

export interface Operand extends DrawnSlice {
  /** All cells; the operand itself has only those that are drawn. */
  readonly whole: Slice;
  readonly title: string;
  readonly scale: Scale;
}

/** The tensors of an operation: its result, then its inputs in order. */
export const tensorsOf = ({ steps }: Trace, step: StageStep): readonly StageStep[] => [
  step,
  ...step.inputs.flatMap((input) => steps.find(({ name }) => name === input) ?? []),
];

/** A step's matrix in focus, or another view of it. */
export function operand(
  input: SceneInput,
  step: StageStep,
  whole: Slice = sliceOf(step, input.focus),
  title: string = step.name,
): Operand {
  const { trace, theme } = input;
  const slice = withTokenNames(input, step, whole);
  const scale = scaleOf(step, trace, theme);
  return { ...slice, whole: slice, title, scale };
}

/** The operand with at most MAX_CELLS cells along each axis. */
export const thinned = (full: Operand): Operand => ({ ...full, ...thin(full) });

/** All values of a drawn row, including those that thinning leaves out. */
export function wholeRow({ whole, rows }: Operand, row: number): number[] {
  const at = pickedIndex(row, rows.size, whole.rows.size);
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
