/** One tile of the gallery: a name, and its picture in any theme, at any time and stage size. */
import type { Picture } from "../draw/picture.js";
import type { Theme } from "../draw/theme.js";

export interface View {
  readonly theme: Theme;
  readonly t: number;
  /** The stage size in CSS pixels. */
  readonly width: number;
  readonly height: number;
}

export interface Tile {
  readonly name: string;
  /** Undefined where the fixed traces have nothing to show. */
  picture(view: View): Picture | undefined;
}

export interface Group {
  readonly name: string;
  readonly tiles: readonly Tile[];
}
