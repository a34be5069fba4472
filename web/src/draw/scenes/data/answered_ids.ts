/**
 * A batch of ids with an answer to each: whether it is padding, which number its position has. In a written line the id is
 * compared with padId, and its answer goes from there to its place.
 */
import { phase } from "../../../timeline/easing.js";
import { ofCells, placeOnStage } from "../../layout/parts.js";
import type { Room } from "../../layout/room.js";
import { type Line, tokens } from "../../marks/arithmetic_line.js";
import { type BlockSpec, bandAboveAll, block, focusBar, SIDE } from "../../marks/block.js";
import type { CellSize } from "../../marks/matrix.js";
import { type Operand, operand, sourceOf, tokenOf } from "../../operand.js";
import type { Mark } from "../../picture.js";
import type { Place } from "../../place.js";
import { padOf } from "../../scale.js";
import type { SceneInput } from "../../scene.js";
import { type Axis, type Slice, sliceOf } from "../../tensor_view.js";
import { isNarrow } from "../../text.js";
import { answerLine, type CellSweep, cellOf, cellSweep } from "../pace/cell_sweep.js";
import { differing, type Span } from "../pace/sweep.js";

/** Within a slow cell: the id lights up, is compared with padId, the answer is written. */
export const COMPARED = { light: 0.12, sign: 0.28, answer: 0.55 } as const;
const WRITTEN = 40;
const MARGIN = 6;

interface Answered {
  readonly slice: Slice;
  readonly span: Span;
  /** Groups answers that need only one explanation between them. */
  readonly kind: (answer: number) => unknown;
  /** The shape written above the answers instead of their axis letters. */
  readonly shape?: readonly Axis[];
  /** Room for numbers above the ids. */
  readonly counted?: number;
  readonly indices?: (act: CellSweep) => NonNullable<BlockSpec["indices"]>;
  readonly line: (stage: AnsweredIds) => readonly Mark[];
}

/** What `line` draws from. */
export interface AnsweredIds {
  readonly ids: Operand;
  readonly answers: Operand;
  readonly layout: Layout;
  readonly act: CellSweep;
}

interface Layout {
  readonly cell: CellSize;
  readonly ids: Place;
  readonly answers: Place;
  readonly room: Room;
}

export function answeredIds(input: SceneInput, t: number, own: Answered): Mark[] {
  const { trace, step, focus, theme } = input;
  const { padId } = trace.spec;
  const source = sourceOf(input);
  const ids = operand(input, source, sliceOf(source, focus, 0, 1));
  const answers = operand(input, step, own.slice);
  const act = cellSweep(t, own.span, answers, bothAnswers(answers, focus.batch, own.kind));
  const layout = layoutOf(input, ids, step.name, own);
  const { cell } = layout;
  const shared = { cell, theme } as const;
  return [
    ...block({
      ...{ ...ids, ...layout.ids, ...shared, scale: tokens(padId, cell, theme) },
      ...(own.indices ? { indices: own.indices(act) } : {}),
      lit: act.isNow,
    }),
    focusBar(layout.ids.x, layout.ids.y, focus.batch, cell, theme),
    ...block({
      ...{ ...answers, ...layout.answers, ...shared, shown: act.shown, lit: act.landed },
      ...(own.shape ? { shape: own.shape } : {}),
      ...(step.dtype === "int32" ? { scale: tokens(padOf(step, padId), cell, theme) } : {}),
    }),
    focusBar(layout.answers.x, layout.answers.y, focus.batch, cell, theme),
    ...(act.slow >= 0 ? own.line({ ids, answers, layout, act }) : []),
  ];
}

/** Places the ids above their answers, or side by side if that makes larger cells. */
function layoutOf(
  { width, height }: CellSize,
  { rows, cols, title }: Operand,
  answers: string,
  { shape, counted = 0 }: Answered,
): Layout {
  const side = isNarrow(width) ? 36 : SIDE;
  const [row, col] = [ofCells(rows.size), ofCells(cols.size)];
  const bandOf = (wide: number): number =>
    Math.max(
      bandAboveAll([title], { rows, cols }, wide * cols.size),
      bandAboveAll([answers], { rows, cols, ...(shape ? { shape } : {}) }, wide * cols.size),
    );
  const across = { side, ids: col };
  const downOf = (wide: number) => {
    const band = bandOf(wide);
    return { band, counted, ids: row, line: WRITTEN, second: band, answers: row };
  };
  const stacked = placeOnStage({ width, height }, [MARGIN, MARGIN], across, downOf);
  const slot = (width - 2 * side - 4 * MARGIN) / 2;
  const abreast = placeOnStage({ width: slot, height }, [0, MARGIN], { ids: col }, (wide) => ({
    ...{ line: WRITTEN, band: bandOf(wide), counted, ids: row },
  }));
  const room = { x: MARGIN, width: width - 2 * MARGIN };
  const area = ({ cell }: { cell: CellSize }): number => cell.width * cell.height;
  if (area(abreast) <= 1.5 * area(stacked)) {
    const { cell, x, y } = stacked;
    const line = { ...room, y: y.line + 6, height: WRITTEN - 10 };
    return { cell, ids: { x: x.ids, y: y.ids }, answers: { x: x.ids, y: y.answers }, room: line };
  }
  const { cell, x, y } = abreast;
  const ids = { x: side + MARGIN + x.ids, y: y.ids };
  const answersAt = { x: ids.x + slot + side + 2 * MARGIN, y: y.ids };
  return { cell, ids, answers: answersAt, room: { ...room, y: y.line + 4, height: WRITTEN - 12 } };
}

/** 62 ≠ 0 → 1: the id is compared with padId, and its answer goes to its place. */
export function compareWithPad(
  { trace, theme }: SceneInput,
  { ids, answers, layout, act }: Omit<AnsweredIds, "layout"> & { readonly layout: Omit<Layout, "ids"> },
  sign: string,
  idShown = phase(act.within, 0, COMPARED.light),
): Line {
  const { within, row, col } = act;
  const compared = phase(within, COMPARED.light, COMPARED.sign);
  const line = [
    { ...tokenOf(ids, row, col), shown: idShown },
    { text: sign, shown: compared },
    { cell: ids.scale(trace.spec.padId), shown: compared },
    { text: "→", shown: phase(within, COMPARED.sign, COMPARED.answer) },
  ];
  const span = [COMPARED.sign + 0.06, COMPARED.answer] as const;
  return answerLine({ ...layout, act, theme }, line, answers, span, layout.answers);
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
  const here = differing(cols, 0, (i) => kindOf(first + i)) + first;
  if (kindOf(here) !== kindOf(first) && here < first + cols) return [first, here];
  return [first, differing(answers.rows.size * cols, first, kindOf)];
}
