/**
 * Masked fill: the mask's bits are laid over the scores; where the mask is open the score passes, where it hides the
 * fill value takes its place: masked_scores[b, h, i, j] = mask[b, i, j] ? scores[b, h, i, j] : maskFill, or the other
 * way round with a mask of 1 = ignore.
 */
import { phase } from "../../../timeline/easing.js";
import { flying } from "../../flight.js";
import { between, cellRoom } from "../../layout/room.js";
import { arithmeticCell } from "../../marks/arithmetic_line.js";
import { block } from "../../marks/block.js";
import { cellMark } from "../../marks/matrix.js";
import { cellAway, inputsOf, operand, tokenOf } from "../../operand.js";
import type { Mark } from "../../picture.js";
import { digits, maskedBit } from "../../scale.js";
import type { Scene, SceneInput } from "../../scene.js";
import { answerLine, type CellSweep, cellOf, cellSweep, everyCell } from "../pace/cell_sweep.js";
import { differing } from "../pace/sweep.js";
import { layoutOf } from "./masked_fill_layout.js";

const LAY = { from: 0.05, there: 0.2, to: 0.26 } as const;
const FILL = { from: 0.26, to: 0.96 } as const;
/** Within a slow cell: the score lights up, its bit is read, and what comes of it is written. */
const MOMENT = { light: 0.1, bit: 0.25, sign: 0.42, result: 0.6 } as const;
/** How much of a score shows through where the mask lies on it. */
const VEIL = 0.55;

type Stage = ReturnType<typeof stageOf>;
type Reads = (row: number, col: number) => boolean;

export const maskedFill: Scene = (input, t) => {
  const stage = stageOf(input, t);
  const { theme, scores, mask, result, act, cell, bits, at, narrow } = stage;
  const [ruleRow, ruleCol] = stage.ruledBy(act.row, act.col);
  const ruling: Reads = (row, col) => stage.isRead && row === ruleRow && col === ruleCol;
  const shared = { theme, rowLabel: narrow ? "above" : "left", cell } as const;
  return [
    ...block({ ...scores, ...at.scores, ...shared, lit: stage.reading }),
    ...veil(stage, t),
    ...block({ ...mask, ...at.mask, ...bits, theme, lit: ruling }),
    ...block({ ...result, ...at.result, ...shared, shown: shownOf(act, result.cols.size), lit: act.landed }),
    ...(act.slow >= 0 ? verdict(stage) : []),
  ];
};

function stageOf(input: SceneInput, t: number) {
  const [given, source] = inputsOf(input);
  const [scores, mask] = [operand(input, given), operand(input, source)];
  const result = { ...operand(input, input.step), scale: scores.scale };
  const masked = maskedBit(source) ?? 0;
  /** The position of the mask bit that applies to a score; an axis of size 1 broadcasts. */
  const ruledBy = (row: number, col: number): readonly [number, number] => [
    mask.rows.size === 1 ? 0 : row,
    mask.cols.size === 1 ? 0 : col,
  ];
  /** Whether the mask lets this score pass. */
  const isOpen: Reads = (row, col) => mask.value(...ruledBy(row, col)) !== masked;
  const { rows, cols } = result;
  const second = differing(rows.size * cols.size, 0, (i) => isOpen(...cellOf(i, cols.size)));
  const act = cellSweep(t, FILL, result, [0, second]);
  const isRead = act.within > MOMENT.light / 2;
  const reading: Reads = (row, col) => isRead && act.isSlow(row, col);
  const layout = layoutOf(input, { scores, mask, result });
  return { ...layout, theme: input.theme, scores, mask, result, ruledBy, isOpen, act, isRead, reading };
}

/** In the wave the cells of the result appear row by row, all of a row together, so that the numbers can be followed. */
function shownOf(act: CellSweep, cols: number): (row: number, col: number) => number {
  const last = (row: number): number => {
    for (let item = (row + 1) * cols - 1; item > row * cols; item--)
      if (!act.lead.includes(item)) return item;
    return row * cols;
  };
  return (row, col) => {
    if (act.isSlow(row, col)) return act.shown(row, col);
    const item = row * cols + col;
    return phase(act.progress(act.lead.includes(item) ? item : last(row)), 0.2, 1);
  };
}

/** The mask comes to the scores; there open bits disappear, and the others cover their score, grey and hatched. */
function veil({ theme, scores, mask, isOpen, ruledBy, cell, bits, at, reading }: Stage, t: number): Mark[] {
  const appeared = phase(t, LAY.from, LAY.there);
  const laid = phase(t, LAY.there, LAY.to);
  if (appeared <= 0) return [];
  const covered = everyCell(scores, (row, col) => {
    if (isOpen(row, col) || laid <= 0) return [];
    const outline = reading(row, col) ? theme.accent : undefined;
    const [style, place] = [
      mask.scale(mask.value(...ruledBy(row, col))),
      cellRoom(at.scores, cell, row, col),
    ];
    // It refers to the score below, so that pointing at it selects the score.
    return [cellMark(place, style, 0, VEIL * laid, outline, scores.ref(row, col))];
  });
  if (appeared >= 1) return covered;
  const coming = everyCell(scores, (row, col) => {
    const rule = ruledBy(row, col);
    const place = between(
      cellRoom(at.mask, bits.cell, ...rule),
      cellRoom(at.scores, cell, row, col),
      appeared,
    );
    return [cellAway(mask, ...rule, place)];
  });
  return flying(coming);
}

/** A score, its bit, and what comes of it. */
function verdict(stage: Stage): readonly Mark[] {
  const { scores, mask, result, isOpen, ruledBy, room, narrow, act } = stage;
  const { within, row, col } = act;
  const open = isOpen(row, col);
  const seen = phase(within, MOMENT.light, MOMENT.bit);
  const decided = phase(within, MOMENT.bit, MOMENT.sign);
  const tokens = [
    { text: mask.title, shown: seen },
    { ...tokenOf(mask, ...ruledBy(row, col)), shown: seen },
    ...(narrow ? [] : [{ text: ":", shown: seen }]),
    { ...tokenOf(scores, row, col), lit: open, shown: seen * (open ? 1 : 1 - 0.6 * decided) },
    { text: "→", shown: decided },
  ];
  const size = { ...arithmeticCell(room), width: Math.min(56, room.width / 5.5) };
  const span = [MOMENT.sign, MOMENT.result] as const;
  return answerLine(stage, tokens, result, span, stage.at.result, digits(result.value(row, col)).length, size)
    .marks;
}
