/** Padding mask: every token id is compared with padId; padding_mask[b, 0, l] = ids[b, l] ≠ padId, 1 = attend. */

import { phase } from "../../../timeline/easing.js";
import { ofCells, placeOnStage } from "../../layout/parts.js";
import { cellRect, type Rect } from "../../layout/rect.js";
import { type Line, movingCell, tokenIdScale } from "../../marks/arithmetic_line.js";
import { type BlockSpec, bandAboveAll, block, focusBar, ROW_LABEL_ROOM } from "../../marks/block.js";
import type { CellSize } from "../../marks/cells.js";
import { type Operand, operand, sourceOf, tokenOf } from "../../operand.js";
import type { Mark, Point } from "../../picture.js";
import { padOf } from "../../scale.js";
import type { Scene, SceneInput } from "../../scene.js";
import { type Axis, axesOf, type Slice, sliceOf } from "../../tensor_view.js";
import { isNarrow } from "../../text.js";
import { answerLine, type CellSweep, cellOf, cellSweepAt, firstDiffering, type Span } from "../sweep.js";

const COMPARE = { from: 0.04, to: 0.96 } as const;

export const notEqual: Scene = (input, t) =>
  answeredIds(input, t, {
    slice: sliceOf(input.step, input.focus, 0, 2),
    span: COMPARE,
    kind: (bit) => bit,
    shape: axesOf(input.step),
    line: (stage) => comparison(input, stage),
  });

/** 62 ≠ 0 → 1: the id moves from its cell into the line, the bit from the line to its cell. */
function comparison(input: SceneInput, stage: AnsweredIds): readonly Mark[] {
  const { ids, layout, sweep } = stage;
  const arrived = phase(sweep.within, COMPARED.light, COMPARED.sign);
  const { marks, places } = compareWithPad(input, stage, "≠", Number(arrived >= 1));
  const [idPlace] = places;
  if (!idPlace || arrived <= 0 || arrived >= 1) return marks;
  const id = tokenOf(ids, sweep.row, sweep.col);
  const from = cellRect(layout.ids, layout.cell, sweep.row, sweep.col);
  return [...marks, movingCell(id.cell, from, idPlace, arrived, 2, input.theme, id.ref, true)];
}

const COUNTING = { from: 0.04, to: 0.96 } as const;
/** Room for the numbers above the ids. */
const COUNTED = 18;

export const positionIds: Scene = (input, t) =>
  answeredIds(input, t, {
    slice: sliceOf(input.step, input.focus, 0, 1),
    span: COUNTING,
    kind: (place) => place > 0,
    counted: COUNTED,
    indices: ({ within, col }) => ({
      cols: { room: COUNTED, text: (l) => String(l + 1), strong: (l) => within > 0 && col === l },
    }),
    // 62 ≠ 0 → 1, or 0 = 0 → 0.
    line: (stage) => {
      const isPadding = stage.ids.value(stage.sweep.row, stage.sweep.col) === input.trace.spec.padId;
      return compareWithPad(input, stage, isPadding ? "=" : "≠").marks;
    },
  });

/** Within a slow cell: the id lights up, is compared with padId, the answer is written. */
const COMPARED = { light: 0.12, sign: 0.28, answer: 0.55 } as const;
const LINE_HEIGHT = 40;
const MARGIN = 6;

interface Answered {
  readonly slice: Slice;
  readonly span: Span;
  /** Maps an answer to its kind; one example of each kind is explained. */
  readonly kind: (answer: number) => unknown;
  /** The shape written above the answers instead of their axis letters. */
  readonly shape?: readonly Axis[];
  /** Room for numbers above the ids. */
  readonly counted?: number;
  readonly indices?: (sweep: CellSweep) => NonNullable<BlockSpec["indices"]>;
  readonly line: (stage: AnsweredIds) => readonly Mark[];
}

/** The input of `line`. */
interface AnsweredIds {
  readonly ids: Operand;
  readonly answers: Operand;
  readonly layout: Layout;
  readonly sweep: CellSweep;
}

interface Layout {
  readonly cell: CellSize;
  readonly ids: Point;
  readonly answers: Point;
  readonly room: Rect;
}

function answeredIds(input: SceneInput, t: number, spec: Answered): Mark[] {
  const { trace, step, focus, theme } = input;
  const { padId } = trace.spec;
  const source = sourceOf(input);
  const ids = operand(input, source, sliceOf(source, focus, 0, 1));
  const answers = operand(input, step, spec.slice);
  const sweep = cellSweepAt(t, spec.span, answers, bothAnswers(answers, focus.batch, spec.kind));
  const layout = layoutOf(input, ids, step.name, spec);
  const { cell } = layout;
  const shared = { cell, theme } as const;
  return [
    ...block({
      ...{ ...ids, ...layout.ids, ...shared, scale: tokenIdScale(padId, cell, theme) },
      ...(spec.indices ? { indices: spec.indices(sweep) } : {}),
      lit: sweep.isCurrent,
    }),
    focusBar(layout.ids.x, layout.ids.y, focus.batch, cell, theme),
    ...block({
      ...{ ...answers, ...layout.answers, ...shared, shown: sweep.shown, lit: sweep.landed },
      ...(spec.shape ? { shape: spec.shape } : {}),
      ...(step.dtype === "int32" ? { scale: tokenIdScale(padOf(step, padId), cell, theme) } : {}),
    }),
    focusBar(layout.answers.x, layout.answers.y, focus.batch, cell, theme),
    ...(sweep.slow >= 0 ? spec.line({ ids, answers, layout, sweep }) : []),
  ];
}

/** Places the ids above their answers, or side by side if that makes larger cells. */
function layoutOf(
  { width, height }: CellSize,
  { rows, cols, title }: Operand,
  answers: string,
  { shape, counted = 0 }: Answered,
): Layout {
  const side = isNarrow(width) ? 36 : ROW_LABEL_ROOM;
  const [row, col] = [ofCells(rows.size), ofCells(cols.size)];
  const bandOf = (cellWidth: number): number =>
    Math.max(
      bandAboveAll([title], { rows, cols }, cellWidth * cols.size),
      bandAboveAll([answers], { rows, cols, ...(shape ? { shape } : {}) }, cellWidth * cols.size),
    );
  const across = { side, ids: col };
  const downOf = (cellWidth: number) => {
    const band = bandOf(cellWidth);
    return { band, counted, ids: row, line: LINE_HEIGHT, second: band, answers: row };
  };
  const stacked = placeOnStage({ width, height }, [MARGIN, MARGIN], across, downOf);
  const slot = (width - 2 * side - 4 * MARGIN) / 2;
  const sideBySide = placeOnStage({ width: slot, height }, [0, MARGIN], { ids: col }, (cellWidth) => ({
    ...{ line: LINE_HEIGHT, band: bandOf(cellWidth), counted, ids: row },
  }));
  const room = { x: MARGIN, width: width - 2 * MARGIN };
  const cellArea = ({ cell }: { cell: CellSize }): number => cell.width * cell.height;
  if (cellArea(sideBySide) <= 1.5 * cellArea(stacked)) {
    const { cell, x, y } = stacked;
    const lineRoom = { ...room, y: y.line + 6, height: LINE_HEIGHT - 10 };
    return { cell, ids: { x: x.ids, y: y.ids }, answers: { x: x.ids, y: y.answers }, room: lineRoom };
  }
  const { cell, x, y } = sideBySide;
  const ids = { x: side + MARGIN + x.ids, y: y.ids };
  const answersAt = { x: ids.x + slot + side + 2 * MARGIN, y: y.ids };
  return { cell, ids, answers: answersAt, room: { ...room, y: y.line + 4, height: LINE_HEIGHT - 12 } };
}

/** 62 ≠ 0 → 1: the id is compared with padId, and the answer moves to its cell. */
export function compareWithPad(
  { trace, theme }: SceneInput,
  { ids, answers, layout, sweep }: Omit<AnsweredIds, "layout"> & { readonly layout: Omit<Layout, "ids"> },
  sign: string,
  idShown = phase(sweep.within, 0, COMPARED.light),
): Line {
  const { within, row, col } = sweep;
  const compared = phase(within, COMPARED.light, COMPARED.sign);
  const line = [
    { ...tokenOf(ids, row, col), shown: idShown },
    { text: sign, shown: compared },
    { cell: ids.scale(trace.spec.padId), shown: compared },
    { text: "→", shown: phase(within, COMPARED.sign, COMPARED.answer) },
  ];
  const span = [COMPARED.sign + 0.06, COMPARED.answer] as const;
  return answerLine({ ...layout, sweep, theme }, line, answers, span, layout.answers);
}

/**
 * Both kinds of answer are shown slowly: first that of the sentence's first cell, then a different one, from this
 * sentence if possible.
 */
function bothAnswers(
  answers: Slice,
  sentence: number,
  kind: (answer: number) => unknown,
): readonly [number, number] {
  const cols = answers.cols.size;
  const first = sentence * cols;
  const kindOf = (item: number): unknown => kind(answers.value(...cellOf(item, cols)));
  const inSentence = firstDiffering(cols, 0, (i) => kindOf(first + i)) + first;
  if (kindOf(inSentence) !== kindOf(first) && inSentence < first + cols) return [first, inSentence];
  return [first, firstDiffering(answers.rows.size * cols, first, kindOf)];
}
