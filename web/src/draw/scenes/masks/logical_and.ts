/**
 * AND: mask[b, i, j] = padding_mask[b, 0, j] & nopeak_mask[0, i, j]. Masks of different shapes broadcast: each axis of
 * size 1 stretches, shown as pale copies of the row and of the sheet; then the bits are combined cell by cell. OR, of masks with
 * 1 = ignore: attn_mask[b, i, j] = attn_pad_mask[b, i, j] | attn_dec_mask[b, i, j], where nothing has to stretch.
 */

import { range } from "../../../module/shape.js";
import { lerp, phase } from "../../../timeline/easing.js";
import { type ShapeRow, shapeTable, shapeTableSize } from "../../marks/arithmetic_line.js";
import { fontFor } from "../../marks/cells.js";
import { emptyPlace, mono } from "../../marks/marks.js";
import { cellRect, isNarrow } from "../../measure.js";
import { inputsOf, type Operand, operand, operandCell, tokenOf } from "../../operand.js";
import type { Mark, Scene, StageStep } from "../../picture.js";
import { axesOf, stepOf } from "../../tensor_view.js";
import { cellwise, sameTensor } from "../cellwise.js";

const STRETCH = { from: 0.06, to: 0.3 } as const;
const JOIN = { from: 0.32, to: 0.96 } as const;
const GHOST_OPACITY = 0.5;
const SHEET_OFFSET = 3;
/** Height of a line of the rules. */
const RULE = 25;

/** Draws logical_and and logical_or. With a single mask there is nothing to combine. */
export const logicalAnd: Scene = (input, t) => {
  const { step, theme, trace, width, height } = input;
  const [only, other] = step.inputs;
  if (only && !other) return sameTensor(stepOf(trace, only))(input, t);
  const [padding, nopeak] = inputsOf(input);
  const result = operand(input, step);
  const { scale } = result;
  // On a narrow stage only the table shows the shapes.
  const label = isNarrow(width) ? { shape: [] } : {};
  const [row, square] = [padding, nopeak].map((mask) => ({ ...operand(input, mask), scale, ...label })) as [
    Operand,
    Operand,
  ];
  const stretches = [padding, nopeak].some((mask) => mask.axes.includes("1"));
  const shapes = shapesOf(step, padding, nopeak, t);
  const sign = step.op === "logical_or" ? "|" : "&";
  const { marks, layout, sweep } = cellwise(input, t, {
    ...{
      inputs: [{ ...row, stretched: result.rows.size }, square],
      result: { ...result, ...label },
      signs: [sign, "="],
      foot: shapeTableSize(shapes).height + 8,
    },
    span: stretches ? JOIN : { ...JOIN, from: STRETCH.from },
    line: (i, j) => [
      tokenOf(row, row.rows.size === 1 ? 0 : i, j),
      { text: sign },
      tokenOf(square, i, j),
      { text: "=" },
    ],
  });
  const { cell, foot } = layout;
  const [rowAt = foot, squareAt = foot] = layout.at;
  const size = { width: square.cols.size * cell.width, height: square.rows.size * cell.height };

  /** The one row of the padding mask, repeated for every query; pale, because these cells are not stored. */
  const ghosts = (): Mark[] => {
    const spread = phase(t, STRETCH.from, STRETCH.to);
    if (spread <= 0) return [];
    // Painted from the last row up, so that each row slides out from under the one above.
    const behind = range(result.rows.size).slice(1).reverse();
    return behind.flatMap((i) =>
      range(result.cols.size).map((col) => {
        const look = sweep.isCurrent(i, col)
          ? { outline: theme.accent }
          : { opacity: GHOST_OPACITY * spread };
        const place = cellRect(rowAt, cell, i * spread, col);
        return operandCell(row, 0, col, place, { ...look, fontSize: fontFor(cell, 2) });
      }),
    );
  };

  /** The one sheet of the no-peek mask, again for every sentence of the batch. */
  const sheets = (): Mark[] => {
    const spread = phase(t, STRETCH.from + 0.08, STRETCH.to);
    if (spread <= 0) return [];
    const sheet = (i: number): Mark => {
      const offset = i * SHEET_OFFSET * spread;
      const place = { x: squareAt.x + offset, y: squareAt.y + offset, ...size };
      return { ...emptyPlace(place, theme.muted, spread), fill: theme.paper };
    };
    const stretched = { ...rowAt, width: size.width, height: lerp(cell.height, size.height, spread) };
    const behind = [2, 1].filter((i) => i < (step.shape[0] ?? 1));
    return [...behind.map(sheet), emptyPlace(stretched, theme.muted, spread)];
  };

  /** What the sign says, for all bits, where there is room below the arithmetic. */
  const rules = (): Mark[] => {
    const { x, width, ...room } = layout.room;
    const top = room.y + room.height + RULE;
    if (foot.y >= room.y || height < top + 3 * RULE) return [];
    const lines =
      step.op === "logical_or"
        ? ["0 | 0 = 0", "0 | 1 = 1", "1 | 1 = 1"]
        : ["1 & 1 = 1", "1 & 0 = 0", "0 & 0 = 0"];
    const look = { size: 17, align: "middle" } as const;
    return lines.map((text, i) => mono(text, x + width / 2, top + i * RULE, theme.muted, look));
  };

  return [
    ...rules(),
    ...(stretches ? [...ghosts(), ...sheets()] : []),
    ...marks,
    ...shapeTable(shapes, foot, theme, true),
  ];
};

/** The table of shapes; each 1 that stretches is framed meanwhile. */
function shapesOf(step: StageStep, padding: StageStep, nopeak: StageStep, t: number): ShapeRow[] {
  const stretching = t > STRETCH.from && t < JOIN.from;
  const row = (of: StageStep): ShapeRow => ({
    name: of.name,
    axes: axesOf(of).map((axis, i) => ({
      ...axis,
      lit: stretching && axis.size === 1 && step.shape[i] !== 1,
    })),
  });
  return [row(padding), row(nopeak), { ...row(step), shown: phase(t, STRETCH.to - 0.06, STRETCH.to + 0.02) }];
}
