/**
 * The picture of a step of a program at a moment: its inputs, its result, and the arithmetic of the number that is made just now.
 * Numbers that an operation only moves are seen to move; two numbers are worked out slowly, the others follow in a wave.
 */
import type { ProgramExplanation } from "../../module/python/bare.js";
import type { ProgramStep } from "../../module/python/types.js";
import { range } from "../../module/shape.js";
import { phase } from "../../timeline/easing.js";
import { sceneTime } from "../../timeline/playback.js";
import { withFlyingBeneath } from "../flight.js";
import { arithmeticLine, movingCell } from "../marks/arithmetic_line.js";
import { BRIEF_LENGTH, cellMark, digitsFor, lengthsOf } from "../marks/cells.js";
import { mono, stroke } from "../marks/marks.js";
import { cellRect, isNarrow, leastDigits, monoWidth, shortened } from "../measure.js";
import type { CellRef, Mark, Picture, Rect, TableDigits } from "../picture.js";
import type { CellStyle, Scale } from "../scale.js";
import { boxAround, cellOf, cellSweepAt, WHOLE_STEP } from "../scenes/sweep.js";
import { offsetOf } from "../tensor_view.js";
import type { Palette, Theme } from "../theme.js";
import { arithmeticOf, termsOf } from "./arithmetic.js";
import { axisKey, axisText } from "./axis_key.js";
import {
  BLOCK_GAP,
  gapsAbove,
  HEAD,
  INDEX,
  type Layout,
  type LayoutInput,
  layoutOf,
  type Placed,
} from "./layout.js";
import { type InputTable, placeOf, refAt, type TableOf } from "./relation.js";
import { plain, scalesOf } from "./scales.js";

export interface ProgramInput extends LayoutInput {
  readonly theme: Palette;
  readonly ms: number;
  /** The number that the reader asks about. */
  readonly asked?: CellRef | undefined;
}

/** What the frames of a step share. */
export interface Plan {
  readonly input: ProgramInput;
  readonly layout: Layout;
  scaleOf(name: string): Scale;
}

/** `before` is the plan of the same step with other numbers, as after a keystroke: its windows are tried first. */
export function planOf(input: ProgramInput, before?: Plan): Plan {
  const { tensors, step, theme, asked, origin } = input;
  const beside = [...step.inputs, ...(step.outputs ?? [])].flatMap((name) => tensors.get(name) ?? []);
  const scales = scalesOf([...beside, step], theme, tensors);
  const other = plain(theme);
  const scaleOf = (name: string): Scale => scales.get(name) ?? other;
  const lengthOf = (one: ProgramStep): number => lengthsOf(one.data, scaleOf(one.name)).brief;
  const layout = layoutOf(input, lengthOf, before?.layout);
  // A number that is asked about is drawn, unless the reader looks elsewhere.
  const isOutside =
    asked?.name === step.name && origin.length === 0 && !placeOf(layout.relation.result, asked);
  return {
    input,
    layout: isOutside ? layoutOf({ ...input, origin: asked.index }, lengthOf) : layout,
    scaleOf,
  };
}

/** How long the digits of a table are. An exponent, such as that of a fill, has no narrow point: it is wider than other numbers. */
function digitsOf({ data }: ProgramStep, scale: Scale, least: number): TableDigits {
  const lengths = lengthsOf(data, scale);
  const isWide = lengths.full > BRIEF_LENGTH && lengths.brief === lengths.full;
  return isWide ? { full: lengths.full + 0.5, brief: lengths.full + 0.5, least } : { ...lengths, least };
}

/** What the arithmetic shows of a moment: the number that is made or asked about. */
interface Worked {
  readonly explanation: ProgramExplanation;
  /** How far its line is written. */
  readonly written: number;
  readonly hasResult: boolean;
}

export function programPicture(plan: Plan, t: number): Picture {
  const { input, layout } = plan;
  const { theme, width, height, asked, ms } = input;
  const { relation, cell } = layout;
  const { result } = relation;
  const time = sceneTime(ms, t);
  const [rows, cols] = [result.rows.length, result.cols.length];
  const valueAt = (row: number, col: number): number => valueIn(result, refAt(result, row, col));
  const axisOf = (size: number) => ({ letter: "1", size });
  const sweep = cellSweepAt(time, WHOLE_STEP, { rows: axisOf(rows), cols: axisOf(cols), value: valueAt });
  const slow = sweep.within > 0 ? relation.explanationAt(sweep.row, sweep.col) : undefined;
  const askedHere = asked && input.explain(asked);
  const worked: Worked | undefined =
    t >= 1 && askedHere
      ? { explanation: askedHere, written: 1, hasResult: true }
      : slow
        ? { explanation: slow, written: phase(sweep.within, 0.1, 0.45), hasResult: sweep.within > 0.6 }
        : time > 0.02
          ? example(plan, sweep.lead.at(-1) ?? 0, cols)
          : undefined;
  const terms = worked ? termsOf(worked.explanation) : [];
  const isRead = (ref: CellRef): boolean =>
    terms.some(({ name, index }) => name === ref.name && String(index) === String(ref.index));
  const isDimmed = slow !== undefined || (t >= 1 && askedHere !== undefined);

  const flying: Mark[] = [];
  const made = (row: number, col: number): number => {
    if (!relation.moves) return sweep.shown(row, col);
    const p = sweep.isSlow(row, col)
      ? phase(sweep.within, 0.3, 0.95)
      : phase(sweep.progress(row * cols + col), 0, 1);
    if (p > 0 && p < 1) flying.push(...flight(plan, row, col, p));
    return Number(p >= 1);
  };
  const isLit = (ref: CellRef): boolean =>
    worked?.explanation.name === ref.name && String(worked.explanation.index) === String(ref.index);
  const resultMarks = tableMarks(plan, layout.result, { shown: made, isLit, dim: 1 });
  const shown = (row: number, col: number): number => made(Math.min(row, rows - 1), Math.min(col, cols - 1));
  const outputMarks = layout.outputs.flatMap((place) => tableMarks(plan, place, { shown, isLit, dim: 1 }));
  const marks = [
    ...layout.inputs.flatMap((place) => {
      const { isPicked = () => true }: Partial<InputTable> = place.table;
      const shown = (row: number, col: number): number => (isPicked(row, col) ? 1 : theme.rest);
      return tableMarks(plan, place, { shown, isLit: isRead, dim: isDimmed ? theme.rest : 1 });
    }),
    ...resultMarks,
    ...outputMarks,
    ...arrow(plan),
    ...flying,
    ...(slow
      ? [
          {
            ...boxAround(placeRect(layout.result, cell, sweep.row, sweep.col), theme),
            dash: sweep.within < 0.9 ? [3, 3] : [],
          },
        ]
      : []),
    ...(worked ? lineMarks(plan, worked) : []),
  ];
  return withFlyingBeneath({ width, height, marks }, theme.paper, result.step.name);
}

/** Before and after the slow cells the line of the last one stands: what the operation does, with its numbers. */
function example({ layout }: Plan, item: number, cols: number): Worked | undefined {
  const explanation = layout.relation.explanationAt(...cellOf(item, cols));
  return explanation && { explanation, written: 1, hasResult: true };
}

const valueIn = ({ step }: TableOf, { index }: CellRef): number =>
  step.data[offsetOf(step.shape, index)] ?? Number.NaN;

const placeRect = ({ x, y, table }: Placed, cell: Layout["cell"], row: number, col: number): Rect => {
  const rect = cellRect({ x, y }, cell, row, col);
  return { ...rect, y: rect.y + gapsAbove(table, row) * BLOCK_GAP };
};

/** A number on its way from where it was to where it is. */
function flight({ input, layout, scaleOf }: Plan, row: number, col: number, p: number): readonly Mark[] {
  const source = layout.relation.sourceOf(row, col);
  if (!source) return [];
  const from = layout.inputs.flatMap((place) => {
    const at = placeOf(place.table, source);
    return at ? [placeRect(place, layout.cell, ...at)] : [];
  })[0];
  const to = placeRect(layout.result, layout.cell, row, col);
  const { table } = layout.result;
  const ref = refAt(table, row, col);
  const token = { cell: scaleOf(table.step.name)(valueIn(table, ref)), ref };
  return from ? [movingCell(token, from, to, p, 5, input.theme)] : [];
}

interface Look {
  readonly shown: (row: number, col: number) => number;
  readonly isLit: (ref: CellRef) => boolean;
  /** The opacity of cells that are not read. */
  readonly dim: number;
}

function tableMarks({ input, layout, scaleOf }: Plan, place: Placed, { shown, isLit, dim }: Look): Mark[] {
  const { theme, width } = input;
  const { cell, size } = layout;
  const { table, y } = place;
  const { step, rows, cols } = table;
  const scale = scaleOf(step.name);
  const [fontSize, styleOf] = digitsFor(cell, digitsOf(step, scale, leastDigits(width)), scale);
  const [below, onTop]: [Mark[], Mark[]] = [[], []];
  for (let row = 0; row < rows.length; row++)
    for (let col = 0; col < cols.length; col++) {
      const ref = refAt(table, row, col);
      const lit = isLit(ref);
      const rect = placeRect(place, cell, row, col);
      const opacity = shown(row, col) * (lit ? 1 : dim);
      if (opacity < 1)
        below.push({
          kind: "rect",
          ...rect,
          fill: theme.blank,
          opacity: 0.5,
          stroke: theme.hairline,
          strokeWidth: 0.5,
        });
      if (opacity <= 0) continue;
      const mark = cellMark(
        rect,
        styleOf(valueIn(table, ref)),
        fontSize,
        opacity,
        lit ? theme.accent : theme.hairline,
        ref,
      );
      (lit ? onTop : below).push(lit ? mark : { ...mark, outlineWidth: 0.5 });
    }
  return [...below, ...headMarks(input, place, size), ...indexMarks(place, cell, theme, y), ...onTop];
}

/** The name and the shape of a table, its letters in their colours. */
function headMarks(
  { theme, titleOf, width: stage }: ProgramInput,
  { table, x, y, head }: Placed,
  size: number,
): Mark[] {
  const { step } = table;
  const marks: Mark[] = [];
  const axes = range(step.shape.length);
  // Of a table whose rows are drawn as columns, the shape is as it is drawn.
  const drawn = table.isTurned ? [...axes.slice(0, -2), ...axes.slice(-2).reverse()] : axes;
  const end = x + (head ?? stage - x);
  let left = x;
  const top = y - HEAD;
  for (const [i, axis] of drawn.entries()) {
    const letter = step.axes[axis];
    const text = axisText(letter, step.shape[axis] ?? 1);
    const sign = i > 0 ? "× " : "";
    const width = monoWidth(sign + text, size - 1);
    if (left + width > end) {
      marks.push(mono("…", left, top + 24, theme.muted, { size: size - 1 }));
      break;
    }
    if (sign) marks.push(mono("×", left, top + 24, theme.muted, { size: size - 1 }));
    const of = { name: step.name, axis };
    const color = theme.axes[axisKey(letter)] ?? theme.muted;
    marks.push(mono(text, left + monoWidth(sign, size - 1), top + 24, color, { size: size - 1, of }));
    left += width + monoWidth(" ", size - 1);
  }
  const sign = table.isTurned && drawn.length > 1 ? "ᵀ" : "";
  const title = shortened(titleOf(step), end - x - 4 - monoWidth(sign, size), size);
  marks.push(mono(title + sign, x, top + 9, theme.ink, { size, bold: true }));
  return marks;
}

/** The index of each row and column in its tensor; of a row in a block, that of the block before it. */
function indexMarks(place: Placed, cell: Layout["cell"], theme: Theme, top: number): Mark[] {
  const { table, x } = place;
  const { rows, cols, rowAxes, colAxes } = table;
  const marks: Mark[] = [];
  const size = 11;
  if (cell.height >= 11 && rowAxes.length > 0) {
    for (const [row, index] of rows.entries()) {
      const at = placeRect(place, cell, row, 0);
      const text = rowAxes.map((axis) => index[axis]).join(",");
      marks.push(mono(text, x - 4, at.y + cell.height / 2, theme.muted, { size, align: "end" }));
    }
    const { y, height } = placeRect(place, cell, rows.length - 1, 0);
    const rest = goesOnTo(table, rows, rowAxes);
    if (rest) marks.push(mono(rest, x - 4, y + height + 7, theme.muted, { size: 10, align: "end" }));
  }
  if (cell.width >= 18 && colAxes.length > 0) {
    const rest = goesOnTo(table, cols, colAxes);
    for (const [col, index] of cols.entries()) {
      const own = colAxes.map((axis) => index[axis]).join(",");
      const isLast = col === cols.length - 1;
      const text = isLast && monoWidth(own + rest, 10) < cell.width ? own + rest : own;
      marks.push(
        mono(text, x + (col + 0.5) * cell.width, top - 7, theme.muted, { size: 10, align: "middle" }),
      );
    }
  }
  return marks;
}

/** "…15" where an axis goes on to index 15 behind what is drawn of it. */
function goesOnTo({ step }: TableOf, drawn: readonly (readonly number[])[], axes: readonly number[]): string {
  const axis = axes.at(-1) ?? 0;
  const at = drawn.map((index) => index[axis] ?? 0);
  const [first, last] = [Math.min(...at), Math.max(...at)];
  const end = (step.shape[axis] ?? 1) - 1;
  return last < end && last - first < drawn.length ? `…${end}` : "";
}

/** An arrow from the last input to the result where they stand side by side. */
function arrow({ layout, input: { theme } }: Plan): Mark[] {
  const from = layout.inputs.at(-1);
  const { result, cell } = layout;
  if (!from || layout.relation.inputs.some(({ role }) => role !== "beside")) return [];
  const end = from.x + Math.max(from.table.cols.length, 1) * cell.width;
  if (end + INDEX > result.x) return [];
  const y = result.y + (Math.max(result.table.rows.length, 1) * cell.height) / 2;
  const middle = (end + result.x - INDEX) / 2 + 4;
  return [{ ...stroke(middle - 12, y, middle + 8, y, theme.muted), arrow: true }];
}

function lineMarks({ input, layout, scaleOf }: Plan, { explanation, written, hasResult }: Worked): Mark[] {
  const { theme } = input;
  const known = new Set([
    layout.relation.result.step.name,
    ...layout.relation.inputs.map(({ step }) => step.name),
  ]);
  const styleOf = (name: string, value: number): CellStyle =>
    (known.has(name) ? scaleOf(name) : plain(theme))(value);
  const tokens = arithmeticOf(explanation, styleOf, isNarrow(input.width) ? 2 : 3);
  const shown = tokens.map((token, i) => {
    const isLast = i === tokens.length - 1;
    const at = isLast
      ? Number(hasResult)
      : phase(written, (i / tokens.length) * 0.7, (i / tokens.length) * 0.7 + 0.3);
    return { ...token, shown: at };
  });
  return [
    ...arithmeticLine(
      shown,
      layout.room,
      theme,
      isNarrow(input.width) ? { width: 46, height: 30 } : { width: 62, height: 34 },
      17,
    ).marks,
  ];
}
