/**
 * Masked fill: the mask's bits are laid over the scores; where the mask is open the score passes, where it hides the
 * fill value takes its place: masked_scores[b, h, i, j] = mask[b, i, j] ? scores[b, h, i, j] : maskFill, or the other
 * way round with a mask of 1 = ignore.
 */
import { phase } from "../../../timeline/easing.js";
import { flying } from "../../flight.js";
import { ofCells, placeOnStage } from "../../layout/parts.js";
import { between, cellIn, cellRoom } from "../../layout/room.js";
import { bandAboveAll, block, sideOf } from "../../marks/block.js";
import { cellMark } from "../../marks/matrix.js";
import { writtenCell } from "../../marks/written.js";
import { cellAway, inputsOf, operand, tokenOf } from "../../operand.js";
import type { Mark } from "../../picture.js";
import { digits, maskedBit } from "../../scale.js";
import type { Scene, SceneInput } from "../../scene.js";
import { isNarrow, monoWidth } from "../../text.js";
import { answerLine, type CellSweep, cellOf, cellSweep, everyCell } from "../pace/cell_sweep.js";
import { differing } from "../pace/sweep.js";

const LAY = { from: 0.05, there: 0.2, to: 0.26 } as const;
const FILL = { from: 0.26, to: 0.96 } as const;
/** Within a slow cell: the score lights up, its bit is read, and what comes of it is written. */
const MOMENT = { light: 0.1, bit: 0.25, sign: 0.42, result: 0.6 } as const;
/** How much of a score shows through where the mask lies on it. */
const VEIL = 0.55;
/** On a narrow stage the mask is a small picture beside the scores, until it lies on them. */
const THUMB = { rowLabel: "none", shape: [], labelSize: 11 } as const;
/** The arithmetic's width, however few the columns. */
const LEAST_LINE = 330;

type Parts = ReturnType<typeof partsOf>;
type Layout = ReturnType<typeof wideLayout>;
type Reads = (row: number, col: number) => boolean;

export const maskedFill: Scene = (input, t) => {
  const { theme, width, height } = input;
  const parts = partsOf(input);
  const { scores, mask, result, ruledBy, isOpen } = parts;
  const cols = result.cols.size;
  const second = differing(result.rows.size * cols, 0, (i) => isOpen(...cellOf(i, cols)));
  const act = cellSweep(t, FILL, result, 0, second);
  const layout = (isNarrow(width) ? narrowLayout : wideLayout)(input, parts);
  const { cell, bit, at, narrow, maskTitle } = layout;
  const isRead = act.within > MOMENT.light / 2;
  const reading: Reads = (row, col) => isRead && act.isSlow(row, col);
  const [ruleRow, ruleCol] = ruledBy(act.row, act.col);
  const ruling: Reads = (row, col) => isRead && row === ruleRow && col === ruleCol;
  const shared = { theme, rowLabel: narrow ? "above" : "left", cell } as const;
  const small = { theme, cell: bit, title: maskTitle, ...(narrow ? THUMB : {}) };
  const marks: Mark[] = [
    ...block({ ...scores, ...at.scores, ...shared, lit: reading }),
    ...veil(input, parts, layout, t, reading),
    ...block({ ...mask, ...at.mask, ...small, lit: ruling }),
    ...block({ ...result, ...at.result, ...shared, shown: shownOf(act, cols), lit: act.landed }),
  ];
  if (act.slow >= 0) marks.push(...verdict(input, parts, layout, act));
  return { width, height, marks };
};

function partsOf(input: SceneInput) {
  const [scores, source] = inputsOf(input);
  const mask = operand(input, source);
  const masked = maskedBit(source) ?? 0;
  /** The position of the mask bit that applies to a score; an axis of size 1 broadcasts. */
  const ruledBy = (row: number, col: number): readonly [number, number] => [
    mask.rows.size === 1 ? 0 : row,
    mask.cols.size === 1 ? 0 : col,
  ];
  /** Whether the mask lets this score pass. */
  const isOpen: Reads = (row, col) => mask.value(...ruledBy(row, col)) !== masked;
  const own = operand(input, scores);
  return { scores: own, mask, result: { ...operand(input, input.step), scale: own.scale }, ruledBy, isOpen };
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
function veil(
  { theme }: SceneInput,
  { scores, mask, isOpen, ruledBy }: Parts,
  { cell, bit, at }: Layout,
  t: number,
  lit: Reads,
): Mark[] {
  const come = phase(t, LAY.from, LAY.there);
  const laid = phase(t, LAY.there, LAY.to);
  if (come <= 0) return [];
  const covered = everyCell(scores, (row, col) => {
    if (isOpen(row, col) || laid <= 0) return [];
    const outline = lit(row, col) ? theme.accent : undefined;
    const place = cellRoom(at.scores, cell, row, col);
    const style = mask.scale(mask.value(...ruledBy(row, col)));
    // It refers to the score below, so that pointing at it selects the score.
    return [cellMark(place, style, 0, VEIL * laid, outline, scores.ref(row, col))];
  });
  if (come >= 1) return covered;
  const coming = everyCell(scores, (row, col) => {
    const rule = ruledBy(row, col);
    const place = between(cellRoom(at.mask, bit, ...rule), cellRoom(at.scores, cell, row, col), come);
    return [cellAway(mask, ...rule, place)];
  });
  return flying(coming);
}

/** A score, its bit, and what comes of it. */
function verdict(
  { theme }: SceneInput,
  { scores, mask, result, isOpen, ruledBy }: Parts,
  { cell, at, room, narrow }: Layout,
  act: CellSweep,
): readonly Mark[] {
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
  const characters = digits(result.value(row, col)).length;
  const size = { ...writtenCell(room), width: Math.min(56, room.width / 5.5) };
  const written = [MOMENT.sign, MOMENT.result] as const;
  const place = { at: at.result, cell };
  return answerLine(act, tokens, result, written, room, place, theme, characters, size).marks;
}

/** Scores at the left, result at the right, the mask above the scores it will lie on, the arithmetic above the result. */
function wideLayout(stage: SceneInput, { scores, mask, result }: Parts) {
  const { rows, cols } = scores;
  const matrix = ofCells(cols.size);
  const side = sideOf(rows);
  const across = { side, scores: matrix, gap: 20, rightSide: side, result: matrix };
  const titles = [scores.title, mask.title, result.title];
  const bandOf = (wide: number): number => bandAboveAll(titles, scores, wide * cols.size);
  const bitHigh = (wide: number): number => {
    const most = (0.37 * (stage.height - 2 * bandOf(wide) - 34)) / mask.rows.size;
    return mask.rows.size === 1 ? Math.min(24, wide) : Math.min(most, 18);
  };
  const downOf = (wide: number) => {
    const over = Math.max(mask.rows.size * bitHigh(wide), 40);
    return { above: bandOf(wide), mask: over, gap: 18, band: bandOf(wide), scores: ofCells(rows.size) };
  };
  const { cell, x, y } = placeOnStage(stage, [8, 8], across, downOf);
  const line = Math.max(cols.size * cell.width + 30, LEAST_LINE);
  const middle = (y.mask + y.gap) / 2;
  return {
    ...{ cell, narrow: false },
    /** Empty where there is no room for the mask's name; the arithmetic still has it. */
    maskTitle: mask.title,
    bit: { width: cell.width, height: bitHigh(cell.width) },
    at: {
      scores: { x: x.scores, y: y.scores },
      mask: { x: x.scores, y: y.mask },
      result: { x: x.result, y: y.scores },
    },
    room: {
      x: x.result - 30,
      y: middle - 18,
      width: Math.min(line, stage.width - x.result + 20),
      height: 36,
    },
  };
}

/** Scores over result, so that digits fit; the mask small at their right, the arithmetic between them. */
function narrowLayout(stage: SceneInput, { scores, mask, result }: Parts): Layout {
  const { rows, cols } = scores;
  const aside = 30;
  // Few columns leave the labels wider than the cells.
  const side = sideOf(rows, 4);
  const across = { side, scores: ofCells(cols.size, 150), gap: 6, mask: aside };
  const axes = { rows, cols, rowLabel: "above" } as const;
  const downOf = (wide: number) => {
    const band = bandAboveAll([scores.title, result.title], axes, wide * cols.size);
    return { above: band, scores: ofCells(rows.size), line: 30, band, result: ofCells(rows.size) };
  };
  const { cell, x, y } = placeOnStage(stage, [1, 5], across, downOf);
  const most = Math.min(aside, rows.size * cell.height);
  return {
    ...{ cell, narrow: true },
    bit: cellIn(aside, most, mask.rows.size, mask.cols.size, { width: 14, height: 14 }),
    maskTitle: monoWidth(mask.title, 11) <= stage.width - x.mask ? mask.title : "",
    at: {
      scores: { x: x.scores, y: y.scores },
      mask: { x: x.mask, y: y.scores },
      result: { x: x.scores, y: y.result },
    },
    room: { x: 6, y: y.line + 4, width: stage.width - 12, height: 24 },
  };
}
