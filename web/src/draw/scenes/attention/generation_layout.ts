/** Where attention, v and the rows that are generated stand, and beside them the rows that a causal run gives at once. */
import { type CornerLayout, cornerLayout } from "../../layout/corner.js";
import type { CellSize } from "../../marks/matrix.js";
import type { Place } from "../../place.js";
import { isNarrow } from "../../text.js";
import type { DrawnAxis } from "../../thin.js";

export interface GenerationLayout extends CornerLayout {
  /** The rows that all come at once. */
  readonly atOnce: Place;
  /** Middle of the signs between the two. */
  readonly signX: number;
}

interface GenerationSpec {
  readonly tokens: DrawnAxis;
  readonly cols: DrawnAxis;
  readonly titles: { readonly left: string; readonly above: string; readonly result: string };
}

/** The corner of a product, with room at its right for its result once more. */
export function generationLayout(
  stage: CellSize,
  { tokens, cols, titles }: GenerationSpec,
): GenerationLayout {
  const gap = isNarrow(stage.width) ? 22 : 40;
  const corner = cornerLayout(stage, { rows: tokens, inner: tokens, cols, titles, again: gap });
  const own = cols.size * corner.cell.width;
  const signX = corner.result.x + own + gap / 2;
  return { ...corner, signX, atOnce: { x: signX + gap / 2, y: corner.result.y } };
}
