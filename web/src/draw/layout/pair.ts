/** The layout of a tensor beside the result made from it, row by row: softmax, layer norm, a view that changes nothing. */

import type { CellSize } from "../marks/cells.js";
import { axisText, captionRoom, type MatrixSpec, matrix } from "../marks/matrix.js";
import { rowNameRoom } from "../marks/token_names.js";
import type { Operand } from "../operand.js";
import type { Mark, Point } from "../picture.js";
import { isNarrow, labelSize, monoWidth } from "../text.js";
import type { Theme } from "../theme.js";
import { ofCells, placeOnStage } from "./parts.js";
import type { Rect } from "./rect.js";

export interface PairLayout {
  readonly cell: CellSize;
  readonly left: Point;
  readonly right: Point;
  readonly room: Rect;
  readonly labelSize: number;
  readonly narrow: boolean;
}

export type Pair<T> = readonly [left: T, right: T];

export function pairLayout(
  stage: CellSize,
  pair: Pair<Operand>,
  /** Height kept free above the two for the arithmetic, and width at the right for a label at each row's end. */
  { top = 0, tail = 0 } = {},
): PairLayout {
  const { rows, cols } = pair[1];
  const [narrow, size] = [isNarrow(stage.width), labelSize(stage.width)];
  const margin = narrow ? 6 : 14;
  const matrix = ofCells(cols.size);
  const [leftNames, betweenNames] = pair.map((operand) => rowNameRoom(operand.rows)) as [number, number];
  const across = {
    leftNames: Math.max(narrow ? 36 : 44, leftNames),
    left: matrix,
    // On a narrow stage only the left matrix has row names.
    gap: narrow ? 18 : Math.max(56, betweenNames + 12),
    ...{ right: matrix, tail },
  };
  const downOf = (width: number) => ({
    room: top,
    seam: top > 0 ? 12 : 0,
    caption: Math.max(...pair.map(({ title }) => captionRoom(title, cols, cols.size * width, size))),
    rows: ofCells(rows.size),
  });
  const { cell, x, y } = placeOnStage(stage, [margin, margin], across, downOf);
  return {
    cell,
    left: { x: x.left, y: y.rows },
    right: { x: x.right, y: y.rows },
    room: { x: margin, y: y.room, width: stage.width - 2 * margin, height: top },
    labelSize: size,
    narrow,
  };
}

/** The two matrices, each in its state. */
export function pairMarks(
  { cell, labelSize, narrow, ...at }: PairLayout,
  [left, right]: Pair<Operand>,
  states: Pair<Partial<MatrixSpec>>,
  theme: Theme,
  stageWidth: number,
): Mark[] {
  const base = { cell, theme, labelSize };
  // The axis letter of the right matrix's rows is drawn above their tokens and needs room there.
  const letter = !narrow && right.rows.names ? monoWidth(axisText(right.rows), labelSize) : 0;
  const labels = narrow ? "columns" : "all";
  return [
    ...matrix({ ...base, ...left, ...at.left, titleEnd: at.right.x - 12 - letter, ...states[0] }),
    ...matrix({ ...base, ...right, ...at.right, titleEnd: stageWidth - 4, labels, ...states[1] }),
  ];
}
