/**
 * One mask in both conventions: as it is, 1 = ignore, for masked_fill and nn.MultiheadAttention, and inverted,
 * 1 = attend, for scaled_dot_product_attention. Every bit flips; hatched cells stay hatched.
 */
import { lerp, phase } from "../../../timeline/easing.js";
import { withFlyingCells } from "../../flight.js";
import { ofCells, placeOnStage } from "../../layout/parts.js";
import { arithmeticLine, shutter } from "../../marks/arithmetic_line.js";
import { bandAboveAll, block, ROW_LABEL_ROOM, rowLabelRoom } from "../../marks/block.js";
import { mono } from "../../marks/marks.js";
import { cellRect, isNarrow, monoSize } from "../../measure.js";
import { type Operand, operand, sourceOf, tokenOf } from "../../operand.js";
import type { Mark, Rect, Scene, SceneInput } from "../../picture.js";
import { bits, digits, maskedBit } from "../../scale.js";
import { cellSweepAt, everyCell } from "../sweep.js";

/** First the mask is copied beside itself, then the bits of the copy flip. */
const COPY = { from: 0.03, to: 0.16, named: 0.2 } as const;
const FLIP = { from: 0.17, to: 0.96 } as const;
/** Within a slow cell: its bit is written, its shutter turns. */
const MOMENT = { light: 0.12, bit: 0.3, flipped: 0.62 } as const;
const LINE = { bits: 28, usedBy: 20, rule: 34 } as const;
/** The functions that take the mask as it is, and those that take it inverted. */
const USED_BY = ["masked_fill · nn.MultiheadAttention", "F.scaled_dot_product_attention"] as const;

/** The mask and its complement, in which the same places are hatched. */
export const conventions: Scene = (input, t) => {
  const { theme, trace } = input;
  const source = sourceOf(input);
  const mask = operand(input, source);
  const masked = maskedBit(source) ?? 0;
  const flipped: Operand = {
    ...mask,
    ...{ title: `~${mask.title}`, scale: bits(theme, masked ? 0 : 1) },
    value: (row, col) => 1 - mask.value(row, col),
  };
  const { maskFill } = trace.spec;
  const ignored = digits(Number.NEGATIVE_INFINITY);
  // scaled_dot_product_attention fills with −∞, whatever the lesson fills with.
  const fills = [maskFill === "-inf" ? ignored : digits(maskFill), ignored] as const;
  const layout = layoutOf(input, mask, flipped.title);
  const { cell, narrow, notes, sides } = layout;
  const [from, to] = sides;
  const appeared = phase(t, COPY.from, COPY.to);
  const sweep = cellSweepAt(t, FLIP, mask);
  const shared = { cell, theme, rowLabel: "above", lit: sweep.isCurrent } as const;

  /** The copy slides out from under the mask; then every bit flips while its background stays. */
  const flippedSide = (): Mark[] => {
    const flipProgress = (row: number, col: number): number => {
      const p = sweep.progress(row * mask.cols.size + col);
      return sweep.isSlow(row, col) ? phase(p, MOMENT.bit, MOMENT.flipped) : phase(p, 0, 1);
    };
    const shift = () => [lerp(from.x - to.x, 0, appeared), lerp(from.y - to.y, 0, appeared)] as const;
    const isFlipped = (row: number, col: number): number => Number(flipProgress(row, col) >= 1);
    const shown = (row: number, col: number): number => Number(appeared > 0) - isFlipped(row, col);
    // Its rows are named once it has arrived: on its way it would have to fade before their names.
    const labelled = phase(t, COPY.to, COPY.named);
    const copy = block({ ...mask, ...to, ...shared, title: flipped.title, labelled, shift, shown });
    const shutters = everyCell(mask, (row, col) => {
      const styles = [mask.scale(mask.value(row, col)), flipped.scale(flipped.value(row, col))] as const;
      return shutter(cellRect(to, cell, row, col), styles, flipProgress(row, col), theme);
    });
    return [
      ...(appeared < 1 ? withFlyingCells(copy) : copy),
      ...block({ ...flipped, ...to, ...shared, title: "", shown: isFlipped, framed: false, labelled: 0 }),
      ...shutters,
    ];
  };

  /** ~0 = 1 */
  const rule = ({ within, row, col } = sweep): readonly Mark[] => {
    const shown = phase(within, 0, MOMENT.light);
    const answerShown = phase(within, MOMENT.bit, MOMENT.flipped);
    const tokens = [
      { text: "~", shown },
      { ...tokenOf(mask, row, col), shown },
      { text: "=", shown: phase(within, MOMENT.light, MOMENT.bit) },
      { cell: flipped.scale(flipped.value(row, col)), lit: true, shown: answerShown },
    ];
    return arithmeticLine(tokens, layout.rule, theme).marks;
  };

  /** The effect of each bit on a score, and the functions that use this convention. */
  const note = (side: 0 | 1, { scale, title }: Operand, hidden: number, shown: number): Mark[] => {
    if (shown <= 0) return [];
    const [room, usedBy] = [notes[side], USED_BY[side]];
    const line = [
      // Notes that are one below the other start with the name of their mask.
      ...(narrow ? [{ text: `${title}:` }] : []),
      ...[{ cell: scale(hidden) }, { text: `→ ${fills[side]}` }, { text: " " }],
      ...[{ cell: scale(1 - hidden) }, { text: "→ scores" }],
    ].map((token) => ({ ...token, shown }));
    const bitSize = { width: 26, height: 22 };
    const written = arithmeticLine(line, { ...room, height: LINE.bits }, theme, bitSize, 13);
    const at = { x: room.x + room.width / 2, y: room.y + LINE.bits + LINE.usedBy / 2 };
    const look = { size: monoSize(usedBy, room.width), align: "middle", opacity: shown } as const;
    return [...written.marks, mono(usedBy, at.x, at.y, theme.ink, look)];
  };

  return [
    ...flippedSide(),
    // Painted last, so that a cell is explained at its place in the unflipped mask.
    ...block({ ...mask, ...from, ...shared }),
    ...note(0, mask, masked, 1),
    ...note(1, flipped, 1 - masked, appeared),
    ...(sweep.slow >= 0 ? rule() : []),
  ];
};

/** Side by side, the flipping bit below; the notes under their sides, on a narrow stage one below the other. */
function layoutOf({ width, height }: SceneInput, { rows, cols, title }: Operand, flipped: string) {
  const narrow = isNarrow(width);
  const namesWidth = rowLabelRoom(rows, 0);
  const gap = Math.max(narrow ? 16 : 60, namesWidth + 6);
  const margin = Math.max(narrow ? 10 : ROW_LABEL_ROOM, namesWidth + 4);
  const slot = (width - 2 * margin - gap) / 2;
  const across = { left: ofCells(cols.size, slot), gap, right: ofCells(cols.size, slot) };
  const noteHeight = LINE.bits + LINE.usedBy;
  const downOf = (cellWidth: number) => ({
    band: bandAboveAll([title, flipped], { rows, cols, rowLabel: "above" }, cellWidth * cols.size),
    ...{ mask: ofCells(rows.size), rule: LINE.rule + 6, notes: noteHeight * (narrow ? 2 : 1) + 8 },
  });
  const { cell, x, y } = placeOnStage({ width, height }, [margin, 6], across, downOf, [1.4, 1.2]);
  const inset = (slot - cols.size * cell.width) / 2;
  const noteAt = (left: number, below: number): Rect =>
    narrow
      ? { x: margin, y: y.notes + 4 + below * noteHeight, width: width - 2 * margin, height: noteHeight }
      : { x: left - gap / 3, y: y.notes + 4, width: slot + (2 * gap) / 3, height: noteHeight };
  return {
    ...{ cell, narrow },
    sides: [
      { x: x.left + inset, y: y.mask },
      { x: x.right + inset, y: y.mask },
    ] as const,
    rule: { x: margin, y: y.rule + 6, width: width - 2 * margin, height: LINE.rule - 6 },
    notes: [noteAt(x.left, 0), noteAt(x.right, 1)] as const,
  };
}
