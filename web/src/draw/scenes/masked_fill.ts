/**
 * Masked fill: the mask's bits are laid over the scores; where the bit is 1 the score passes, where it is 0 the fill
 * value takes its place: masked_scores[b, h, i, j] = mask[b, i, j] ? scores[b, h, i, j] : maskFill.
 */
import { lerp, phase } from "../../timeline/easing.js";
import { block } from "../block.js";
import type { Place } from "../corner.js";
import type { CellMark, Mark } from "../picture.js";
import type { Room } from "../room.js";
import { digits, scaleOf } from "../scale.js";
import type { Scene, SceneInput } from "../scene.js";
import { sliceOf, stepOf } from "../tensor_view.js";
import { moving, tones, written, writtenCell } from "../written.js";
import { type Layout, layoutOf, type Parts } from "./masked_fill_layout.js";
import { differing, type Sweep, sweep } from "./sweep.js";

const LAY = { from: 0.05, to: 0.24 } as const;
const FILL = { from: 0.26, to: 0.96 } as const;
const MOMENT = { light: 0.1, bit: 0.25, sign: 0.42, result: 0.6, land: 0.76, landed: 0.97 } as const;
/** How much of a score shows through where the mask lies on it. */
const VEIL = 0.55;
const DIGITS = 5;
/** On a narrow stage the mask is a small picture beside the scores, until it lies on them. */
const THUMB = { rowLabel: "none", shape: [], labelSize: 11 } as const;

export const maskedFill: Scene = (input, t) => {
  const { trace, step, focus, theme, width, height } = input;
  const [scores, mask] = step.inputs.map((name) => stepOf(trace, name));
  if (!scores || !mask) throw new Error(`${step.name} wants two inputs, has ${step.inputs.length}`);
  const maskSlice = sliceOf(mask, focus);
  const parts: Parts = {
    scores: sliceOf(scores, focus),
    mask: maskSlice,
    result: sliceOf(step, focus),
    bit: (row, col) =>
      maskSlice.value(maskSlice.rows.size === 1 ? 0 : row, maskSlice.cols.size === 1 ? 0 : col),
    scale: scaleOf(scores, trace.spec.padId, theme),
  };
  const { rows, cols } = parts.result;
  const count = rows.size * cols.size;
  const at = (item: number): readonly [number, number] => [Math.floor(item / cols.size), item % cols.size];
  const act = sweep(
    t,
    FILL,
    count,
    0,
    differing(count, 0, (i) => parts.bit(...at(i))),
  );
  const [slowRow, slowCol] = act.slow < 0 ? [-1, -1] : at(act.slow);
  const isSlow = (row: number, col: number): boolean => row === slowRow && col === slowCol;
  const reading = (row: number, col: number): boolean => isSlow(row, col) && act.within > MOMENT.light / 2;
  const progress = byRow(act, cols.size);
  const landed = (row: number, col: number): boolean =>
    isSlow(row, col) ? act.within >= MOMENT.landed : progress(row, col) >= 1;
  const layout = layoutOf(input, parts, [scores.name, mask.name]);
  const shared = {
    theme,
    rowLabel: layout.narrow ? "above" : "left",
    cell: layout.cell,
    scale: parts.scale,
  } as const;
  const small = { theme, cell: layout.bit, scale: tones(theme), ...(layout.narrow ? THUMB : {}) };
  const ruling = (row: number, col: number): boolean =>
    reading(maskSlice.rows.size === 1 ? slowRow : row, maskSlice.cols.size === 1 ? slowCol : col);
  // What passes is on its way instead; what is filled appears in its place.
  const shown = (row: number, col: number): number => {
    if (landed(row, col)) return 1;
    return isSlow(row, col) || parts.bit(row, col) ? 0 : phase(progress(row, col), 0.2, 1);
  };
  const lit = (row: number, col: number): boolean => isSlow(row, col) && act.within >= MOMENT.landed;
  const marks: Mark[] = [
    ...block({ ...parts.scores, ...layout.scores, ...shared, title: scores.name, lit: reading }),
    ...veil(parts, layout, input, t, reading),
    ...block({ ...maskSlice, ...layout.mask, ...small, title: mask.name, lit: ruling }),
    ...block({ ...parts.result, ...layout.result, ...shared, title: step.name, shown, lit }),
    ...passing(parts, layout, input, act),
  ];
  if (act.slow >= 0) marks.push(...verdict(parts, layout, input, act, slowRow, slowCol));
  return { width, height, marks };
};

/** In the wave a row moves as one, so that its numbers can be followed. */
function byRow(act: Sweep, cols: number): (row: number, col: number) => number {
  const last = (row: number): number => {
    for (let item = (row + 1) * cols - 1; item > row * cols; item--)
      if (!act.lead.includes(item)) return item;
    return row * cols;
  };
  return (row, col) => act.progress(act.lead.includes(row * cols + col) ? row * cols + col : last(row));
}

/** The mask slides over the scores: its 1s let the score through, its 0s lie on it, grey and hatched. */
function veil(
  { scores, mask, bit }: Parts,
  layout: Layout,
  { theme }: SceneInput,
  t: number,
  lit: (row: number, col: number) => boolean,
): CellMark[] {
  const lay = phase(t, LAY.from, LAY.to);
  if (lay <= 0) return [];
  const { cell, bit: small } = layout;
  const scale = tones(theme);
  const single = { row: mask.rows.size === 1, col: mask.cols.size === 1 };
  const cells: CellMark[] = [];
  for (let row = 0; row < scores.rows.size; row++)
    for (let col = 0; col < scores.cols.size; col++) {
      const value = bit(row, col);
      // A 1 is seen on its way and gone once it lies on its score.
      const opacity = value ? (1 - lay) * VEIL : VEIL + (1 - lay) * 0.2;
      if (opacity <= 0.01) continue;
      const style = scale(value);
      const [r, c] = [single.row ? 0 : row, single.col ? 0 : col];
      cells.push({
        kind: "cell",
        x: lerp(layout.mask.x + c * small.width, layout.scores.x + col * cell.width, lay),
        y: lerp(layout.mask.y + r * small.height, layout.scores.y + row * cell.height, lay),
        width: lerp(small.width, cell.width, lay),
        height: lerp(small.height, cell.height, lay),
        fill: style.fill,
        opacity,
        ...(style.hatch ? { hatch: style.hatch } : {}),
        ...(lit(row, col) ? { outline: theme.accent, outlineWidth: 2 } : {}),
        // Once it lies there, the score below is what a pointer finds.
        ref: lay < 1 ? mask.ref(r, c) : scores.ref(row, col),
      });
    }
  return cells;
}

/** In the wave, the scores that pass move across: the same numbers in the same places of the result. */
function passing(
  { scores, result, bit, scale }: Parts,
  { cell, scores: from, result: to }: Layout,
  { theme }: SceneInput,
  act: Sweep,
): CellMark[] {
  const { rows, cols } = result;
  const progress = byRow(act, cols.size);
  const cells: CellMark[] = [];
  for (let row = 0; row < rows.size; row++)
    for (let col = 0; col < cols.size; col++) {
      const item = row * cols.size + col;
      const p = progress(row, col);
      if (item === act.slow || p <= 0 || p >= 1 || !bit(row, col)) continue;
      const place = (o: Place): Room => ({ x: o.x + col * cell.width, y: o.y + row * cell.height, ...cell });
      cells.push(
        moving(
          scale(scores.value(row, col)),
          place(from),
          place(to),
          phase(p, 0, 1),
          DIGITS,
          theme,
          result.ref(row, col),
        ),
      );
    }
  return cells;
}

/** A score, its bit, and what comes of it. */
function verdict(
  parts: Parts,
  { cell, result: to, room, narrow }: Layout,
  { theme, trace }: SceneInput,
  { within }: Sweep,
  row: number,
  col: number,
): Mark[] {
  const { scores, mask, result, bit, scale } = parts;
  const came = scale(result.value(row, col));
  const open = bit(row, col) !== 0;
  const fill = trace.spec.maskFill === "-inf" ? Number.NEGATIVE_INFINITY : trace.spec.maskFill;
  const seen = phase(within, MOMENT.light, MOMENT.bit);
  const [r, c] = [mask.rows.size === 1 ? 0 : row, mask.cols.size === 1 ? 0 : col];
  const line = written(
    [
      { text: "mask", shown: seen },
      { cell: tones(theme)(bit(row, col)), ref: mask.ref(r, c), lit: true, shown: seen },
      ...(narrow ? [] : [{ text: ":", shown: seen }]),
      {
        cell: scale(scores.value(row, col)),
        ref: scores.ref(row, col),
        lit: open,
        shown: seen * (open ? 1 : 1 - 0.6 * phase(within, MOMENT.bit, MOMENT.sign)),
      },
      { text: "→", shown: phase(within, MOMENT.bit, MOMENT.sign) },
      {
        cell: open ? came : scale(fill),
        ref: result.ref(row, col),
        lit: true,
        shown: within < MOMENT.land ? phase(within, MOMENT.sign, MOMENT.result) : 0,
      },
    ],
    room,
    theme,
    { ...writtenCell(room), width: Math.min(56, room.width / 5.5) },
  );
  const start = line.places.at(-1);
  if (!start || within < MOMENT.land || within >= MOMENT.landed) return [...line.marks];
  const end = { x: to.x + col * cell.width, y: to.y + row * cell.height, ...cell };
  return [
    ...line.marks,
    moving(
      came,
      start,
      end,
      phase(within, MOMENT.land, MOMENT.landed),
      digits(result.value(row, col)).length,
      theme,
      result.ref(row, col),
      true,
    ),
  ];
}
