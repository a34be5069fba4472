/**
 * One mask in both conventions: as it is, 1 = ignore, which masked_fill and nn.MultiheadAttention take, and turned over,
 * 1 = attend, which scaled_dot_product_attention takes. Every bit flips; what is hatched stays hatched.
 */
import { lerp, phase } from "../../../timeline/easing.js";
import { flyingCells } from "../../flight.js";
import { ofCells, placeOnStage } from "../../layout/parts.js";
import { cellRoom, monoSize, type Room } from "../../layout/room.js";
import { bandAboveAll, block, SIDE, sideOf } from "../../marks/block.js";
import { mono } from "../../marks/marks.js";
import { shutter } from "../../marks/shutter.js";
import { tones, written } from "../../marks/written.js";
import { type Operand, operand, sourceOf, tokenOf } from "../../operand.js";
import type { Mark } from "../../picture.js";
import type { Place } from "../../place.js";
import { digits, maskedBit } from "../../scale.js";
import type { Scene, SceneInput } from "../../scene.js";
import { isNarrow } from "../../text.js";
import type { Theme } from "../../theme.js";
import { type CellSweep, cellOf, cellSweep, everyCell } from "../pace/cell_sweep.js";
import { differing } from "../pace/sweep.js";

/** First the mask is copied beside itself, then the bits of the copy flip. */
const COPY = { from: 0.03, to: 0.16 } as const;
const FLIP = { from: 0.17, to: 0.96 } as const;
/** Within a slow cell: its bit is written, its shutter turns. */
const MOMENT = { light: 0.12, bit: 0.3, flipped: 0.62 } as const;
const LINE = { bits: 28, takers: 20, rule: 34 } as const;
/** Who takes a mask as it is, and who takes it turned over. */
const TAKERS = ["masked_fill · nn.MultiheadAttention", "F.scaled_dot_product_attention"] as const;

/** The mask and its complement, in which the same places are hatched. */
type Pair = readonly [mask: Operand, flipped: Operand];
type Layout = ReturnType<typeof layoutOf>;

export const conventions: Scene = (input, t) => {
  const { theme, width, height } = input;
  const source = sourceOf(input);
  const mask = operand(input, source);
  const masked = maskedBit(source) ?? 0;
  const other = tones(theme, masked ? 0 : 1);
  const flipped: Operand = {
    ...mask,
    title: `~${mask.title}`,
    scale: other,
    value: (row, col) => 1 - mask.value(row, col),
  };
  const layout = layoutOf(input, mask, flipped.title);
  const { rows, cols } = mask;
  const second = differing(rows.size * cols.size, 0, (i) => mask.value(...cellOf(i, cols.size)));
  const act = cellSweep(t, FLIP, mask, 0, second);
  const lit = (row: number, col: number): boolean => act.within > 0 && act.isSlow(row, col);
  const turning = (row: number, col: number): number => turned(act, row, col, cols.size);
  const marks: Mark[] = [
    ...turnedSide([mask, flipped], layout, theme, t, turning, lit),
    // Painted last, so that a cell is explained at its place in the unflipped mask.
    ...block({ ...mask, ...layout.sides[0], cell: layout.cell, theme, rowLabel: "above", lit }),
    ...note(layout.notes[0], masked, 0, input, mask, 1),
    ...note(layout.notes[1], 1 - masked, 1, input, flipped, phase(t, COPY.from, COPY.to)),
  ];
  if (act.slow >= 0) marks.push(...rule([mask, flipped], layout, theme, act));
  return { width, height, marks };
};

function turned(act: CellSweep, row: number, col: number, cols: number): number {
  const p = act.progress(row * cols + col);
  return act.isSlow(row, col) ? phase(p, MOMENT.bit, MOMENT.flipped) : phase(p, 0, 1);
}

/** The copy slides out from under the mask; then every bit flips while its background stays. */
function turnedSide(
  [mask, flipped]: Pair,
  { cell, sides: [from, to] }: Layout,
  theme: Theme,
  t: number,
  turning: (row: number, col: number) => number,
  lit: (row: number, col: number) => boolean,
): Mark[] {
  const come = phase(t, COPY.from, COPY.to);
  const there = come <= 0 ? 0 : 1;
  const base = { ...to, cell, theme, lit, rowLabel: "above" } as const;
  const shift = (): readonly [number, number] => [lerp(from.x - to.x, 0, come), lerp(from.y - to.y, 0, come)];
  const done = (row: number, col: number): number => Number(turning(row, col) >= 1);
  const shutters = everyCell(mask, (row, col) => {
    const styles = [mask.scale(mask.value(row, col)), flipped.scale(flipped.value(row, col))] as const;
    return shutter(cellRoom(to, cell, row, col), styles, turning(row, col), theme);
  });
  const copy = block({
    ...mask,
    ...base,
    ...{ title: flipped.title, shift, shown: (row: number, col: number) => there - done(row, col) },
  });
  return [
    ...(come < 1 ? flyingCells(copy) : copy),
    ...block({ ...flipped, ...base, title: "", shown: done, framed: false, labelled: 0 }),
    ...shutters,
  ];
}

/** ~0 = 1 */
function rule(
  [mask, flipped]: Pair,
  { rule: room }: Layout,
  theme: Theme,
  { within, row, col }: CellSweep,
): readonly Mark[] {
  const seen = phase(within, 0, MOMENT.light);
  const turned = phase(within, MOMENT.bit, MOMENT.flipped);
  return written(
    [
      { text: "~", shown: seen },
      { ...tokenOf(mask, row, col), shown: seen },
      { text: "=", shown: phase(within, MOMENT.light, MOMENT.bit) },
      { cell: flipped.scale(flipped.value(row, col)), lit: true, shown: turned },
    ],
    room,
    theme,
  ).marks;
}

/** What each bit does to a score, and the functions that read it so. */
function note(
  room: Room,
  masked: number,
  side: 0 | 1,
  { theme, trace, width }: SceneInput,
  { scale, title }: Operand,
  shown: number,
): Mark[] {
  const { maskFill } = trace.spec;
  const fill = digits(maskFill === "-inf" ? Number.NEGATIVE_INFINITY : maskFill);
  const takers = TAKERS[side];
  const size = monoSize(takers, room.width);
  const line = { ...room, height: LINE.bits };
  // One below the other, the notes say whose they are.
  const whose = isNarrow(width) ? [{ text: `${title}:`, shown }] : [];
  const bits = written(
    [
      ...whose,
      { cell: scale(masked), shown },
      { text: `→ ${fill}`, shown },
      { text: " ", shown },
      { cell: scale(1 - masked), shown },
      { text: "→ scores", shown },
    ],
    line,
    theme,
    { width: 26, height: 22 },
    13,
  );
  if (shown <= 0) return [];
  const at = { x: room.x + room.width / 2, y: room.y + LINE.bits + LINE.takers / 2 };
  return [...bits.marks, mono(takers, at.x, at.y, theme.ink, { size, align: "middle", opacity: shown })];
}

/** Side by side, the flipping bit below; the notes under their sides, on a narrow stage one below the other. */
function layoutOf({ width, height }: SceneInput, { rows, cols, title }: Operand, flipped: string) {
  const narrow = isNarrow(width);
  const names = sideOf(rows, 0);
  const gap = Math.max(narrow ? 16 : 60, names + 6);
  const margin = Math.max(narrow ? 10 : SIDE, names + 4);
  const slot = (width - 2 * margin - gap) / 2;
  const across = { left: ofCells(cols.size, slot), gap, right: ofCells(cols.size, slot) };
  const noteHeight = LINE.bits + LINE.takers;
  const downOf = (wide: number) => ({
    band: bandAboveAll([title, flipped], { rows, cols, rowLabel: "above" }, wide * cols.size),
    mask: ofCells(rows.size),
    rule: LINE.rule + 6,
    notes: noteHeight * (narrow ? 2 : 1) + 8,
  });
  const { cell, x, y } = placeOnStage({ width, height }, [margin, 6], across, downOf, [1.4, 1.2]);
  const slotX = [x.left, x.right] as const;
  const side = (x: number): Place => ({ x: x + (slot - cols.size * cell.width) / 2, y: y.mask });
  const noteOf = (i: 0 | 1): Room =>
    narrow
      ? { x: margin, y: y.notes + 4 + i * noteHeight, width: width - 2 * margin, height: noteHeight }
      : { x: slotX[i] - gap / 3, y: y.notes + 4, width: slot + (2 * gap) / 3, height: noteHeight };
  return {
    cell,
    sides: [side(slotX[0]), side(slotX[1])] as const,
    rule: { x: margin, y: y.rule + 6, width: width - 2 * margin, height: LINE.rule - 6 },
    notes: [noteOf(0), noteOf(1)] as const,
  };
}
