/** A few cells without letters or brackets, with digits wherever they can be read. */

import { cellRect } from "../layout/rect.js";
import { type CellSize, cellMark, fontFor } from "../marks/matrix.js";
import type { CellMark, Mark } from "../picture.js";
import type { Point } from "../point.js";
import type { Scale } from "../scale.js";
import type { Theme } from "../theme.js";

interface GridSpec extends Point {
  readonly cell: CellSize;
  readonly values: readonly (readonly number[])[];
  readonly scale: Scale;
  readonly theme: Theme;
  /** Hatched over its own colour: marked as masked, but its number stays readable. */
  readonly hatched?: (row: number, col: number) => boolean;
}

export function grid({ x, y, cell, values, scale, theme, hatched }: GridSpec): Mark[] {
  const styles = values.map((row) => row.map(scale));
  const characters = Math.max(...styles.flat().map(({ text }) => text.length));
  const font = fontFor(cell, characters);
  const frame: Mark = {
    kind: "rect",
    x,
    y,
    width: cell.width * (values[0]?.length ?? 0),
    height: cell.height * values.length,
    stroke: theme.hairline,
  };
  const cells = styles.flatMap((row, r) =>
    row.map((style, c): CellMark => {
      const mark = cellMark(cellRect({ x, y }, cell, r, c), style, font);
      return hatched?.(r, c) ? { ...mark, hatch: theme.hatch } : mark;
    }),
  );
  return [frame, ...cells];
}
