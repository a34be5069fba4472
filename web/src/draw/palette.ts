/**
 * A theme in use. Drawing is a function of what it is given, and keeps nothing by itself: what one frame can take over from
 * the one before lies in `kept`. Whoever draws many frames makes a palette (paletteOf) and hands it in where a theme is
 * wanted; with a bare theme every frame is drawn from nothing, and looks the same.
 */
import type { KeptMatrix } from "./marks/matrix.js";
import type { KeptRows } from "./marks/rows.js";
import type { Hatching } from "./paint/hatch.js";
import type { Tile } from "./paint/tiles.js";
import type { CellMark } from "./picture.js";
import type { Scale } from "./scale.js";
import type { Theme } from "./theme.js";

export class Kept {
  /** The largest size in a tensor, by its numbers (scale.ts). */
  readonly ranges = new WeakMap<object, number>();
  /** The latest last (scale.ts). */
  readonly scales = new Map<string, Scale>();
  /** The latest last (matrix.ts). */
  readonly matrices: KeptMatrix[] = [];
  /** By what is read and how (rows.ts). */
  readonly rows = new WeakMap<object, Map<string, KeptRows>>();
  /** Rows as lines of pixels (tiles.ts), and how many there have been. */
  readonly tiles = new WeakMap<readonly CellMark[], Tile>();
  tileCount = 0;
  /** By size and colour (hatch.ts). */
  readonly hatchings = new Map<string, Hatching>();
}

export interface Palette extends Theme {
  readonly kept?: Kept;
}

export const paletteOf = (theme: Theme): Palette => ({ ...theme, kept: new Kept() });
