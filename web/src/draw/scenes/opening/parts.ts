/** Shared by the parts of the opening picture: its timing, and how a word is drawn. */
import { cadence } from "../../../timeline/cadence.js";
import { linearPhase, phase } from "../../../timeline/easing.js";
import type { Rect } from "../../layout/rect.js";
import { cellMark } from "../../marks/cell.js";
import type { Mark } from "../../picture.js";
import { monoWidth } from "../../text.js";
import type { Theme } from "../../theme.js";
import type { OpeningContent, OpeningLayout, Word } from "./layout.js";

/** When each phase runs, as fractions of the step. All arcs and weights are complete by t = 0.5. */
export const MOMENTS = {
  ask: { from: 0.05, to: 0.15 },
  arcs: { from: 0.17, to: 0.49 },
  values: { from: 0.53, to: 0.6 },
  weigh: { from: 0.63, to: 0.7 },
  flow: { from: 0.7, to: 0.91 },
  mix: { from: 0.92, to: 0.97 },
} as const;

export interface Opening extends OpeningContent {
  readonly layout: OpeningLayout;
  readonly theme: Theme;
  readonly t: number;
}

/** The progress of a phase, from 0 to 1. */
export const progressOf = ({ t }: Opening, moment: keyof typeof MOMENTS): number =>
  phase(t, MOMENTS[moment].from, MOMENTS[moment].to);

/** The progress of the arc to this key and, after it, of the weight. */
export function arcProgress(
  { t, keys }: Opening,
  key: number,
): { readonly arc: number; readonly weight: number } {
  const progress = cadence(linearPhase(t, MOMENTS.arcs.from, MOMENTS.arcs.to), key, keys.length);
  return { arc: phase(progress, 0, 0.7), weight: phase(progress, 0.65, 0.85) };
}

export const wordRect = ({ layout: { cell, word } }: Opening, x: number, y: number): Rect => ({
  ...{ x, y, width: cell, height: word },
});

/** The query's place in its sentence, and above the keys: in their middle if they are from the same sentence. */
export function queryRooms(scene: Opening): { readonly home: Rect; readonly up: Rect } {
  const { layout, target, keys, query } = scene;
  const column = target ? target.indexOf(query) : keys.findIndex((key) => key.at === query.at);
  const x = (target ? layout.target : layout.columns)[column] ?? 0;
  return {
    home: wordRect(scene, x, target ? layout.queryY : layout.keyY),
    up: wordRect(scene, target ? x : layout.middleX, layout.queryY),
  };
}

interface Look {
  readonly opacity?: number;
  /** From 0 to 1: how strongly the word is marked as the query. */
  readonly emphasis?: number;
}

/** A word in its cell, as large as fits. Padding is hatched, as in all pictures of ids. */
export function wordMark(word: Word, at: Rect, theme: Theme, { opacity = 1, emphasis = 0 }: Look = {}): Mark {
  const size = Math.min(18, at.height * 0.5, (at.width * 0.86) / monoWidth(word.text, 1));
  const { blank, muted, hatch, paper, ink } = theme;
  const look = word.isPadding ? { fill: blank, ink: muted, hatch } : { fill: paper, ink };
  const style = { ...look, text: word.text };
  const outline = emphasis > 0 ? theme.accent : theme.hairline;
  return { ...cellMark(at, style, size, opacity, outline, word.ref), outlineWidth: 1 + emphasis };
}
