/**
 * Token ids compared with padId give the mask of 1 = ignore, attn_pad_mask[b, i, j] = ids[b, j] == padId: the row of the sentence is
 * copied for every query.
 */

import { lerp, phase } from "../../../timeline/easing.js";
import { asFlying } from "../../flight.js";
import { type ShapeRow, shapeTable, shapeTableSize } from "../../marks/arithmetic_line.js";
import { fontFor } from "../../marks/cells.js";
import { cellRect } from "../../measure.js";
import { operand, operandCell, sourceOf, tokenOf } from "../../operand.js";
import type { Mark, Scene } from "../../picture.js";
import { axesOf, sliceOf } from "../../tensor_view.js";
import { cellwise } from "../cellwise.js";
import { everyCell } from "../sweep.js";

const COMPARE_ROW = { from: 0.04, to: 0.68 } as const;
const EXPAND = { from: 0.7, to: 0.95 } as const;
const COPY_OPACITY = 0.5;

export const eq: Scene = (input, t) => {
  const { trace, step, focus, theme } = input;
  const source = sourceOf(input);
  const ids = operand(input, source, sliceOf(source, focus, -1, 1, { 0: focus.batch }));
  const mask = operand(input, step);
  const spread = phase(t, EXPAND.from, EXPAND.to);
  // (B, L) of comparisons, (B, 1, L), and (B, L, L): the new 1 is framed, then what it has become.
  const [b, rows, cols] = axesOf(step);
  const lit = t > EXPAND.from - 0.04 && t < 1;
  const shapes: ShapeRow[] = [
    { name: `${source.name} == ${trace.spec.padId}`, axes: [b, undefined, cols] },
    {
      name: "unsqueeze(1)",
      axes: [b, { letter: "1", size: 1, lit }, cols],
      shown: phase(t, EXPAND.from - 0.05, EXPAND.from),
    },
    {
      name: step.name,
      axes: [b, rows && { ...rows, lit }, cols],
      shown: phase(t, EXPAND.from, EXPAND.from + 0.08),
    },
  ];
  const { marks, layout } = cellwise(input, t, {
    ...{
      inputs: [{ ...ids, shape: [ids.cols] }],
      result: mask,
      span: COMPARE_ROW,
      foot: shapeTableSize(shapes).height + 12,
    },
    ...{ made: { ...mask, rows: { letter: "1", size: 1 } }, copied: Number(spread >= 1) },
    line: (_, col) => [
      ...[tokenOf(ids, 0, col), { text: "==" }],
      ...[{ cell: ids.scale(trace.spec.padId) }, { text: "→" }],
    ],
  });
  const { cell, foot } = layout;
  const [, square = foot] = layout.at;

  /** The first row once for every query, sliding out from under it. */
  const copies = (): Mark[] =>
    everyCell(mask, (i, j) => {
      const look = { opacity: lerp(COPY_OPACITY, 1, spread), fontSize: fontFor(cell, 2) };
      return i === 0 ? [] : [operandCell(mask, i, j, cellRect(square, cell, i * spread, j), look)];
    }).reverse();

  return [
    ...(spread > 0 && spread < 1 ? asFlying(copies()) : []),
    ...marks,
    ...shapeTable(shapes, foot, theme),
  ];
};
