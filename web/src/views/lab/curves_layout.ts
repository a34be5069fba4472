/** The layout of the curves of one panel: scales, ticks, paths, and labels at the lines' ends that do not cover each other. */

import type { CellSize } from "../../draw/marks/cell.js";
import type { Line, Panel, Point, Range } from "../../lab/curves.js";
import type { RunKey } from "../../lab/runs.js";

export interface Scales {
  /** The last step on the axis. */
  readonly steps: number;
  /** The largest loss on the axis. */
  readonly most: number;
}

const LEFT = 30;
const TOP = 10;
const BOTTOM = 26;
const LABEL_GAP = 17;

/** All panels share their scales, so that their losses can be compared. */
export function scalesOf(panels: readonly Panel[], shownSteps: number, guess: number): Scales {
  const losses = panels.flatMap(({ lines }) =>
    lines.flatMap(({ points, band }) => [...points.map(({ loss }) => loss), ...band.map(({ high }) => high)]),
  );
  const finite = losses.filter(Number.isFinite);
  // A diverging loss leaves the picture at its top instead of flattening the others.
  const most = Math.min(Math.max(guess * 1.15, ...finite), guess * 3);
  const steps = Math.max(
    0,
    ...panels.flatMap(({ lines }) => lines.map((line) => line.points.at(-1)?.step ?? 0)),
  );
  return { steps: Math.max(shownSteps, steps), most: Math.max(most, 0.1) };
}

/** Losses to label on the axis. */
export function ticksOf(most: number): readonly number[] {
  const step = [0.1, 0.2, 0.5, 1, 2, 5, 10].find((size) => most / size <= 5) ?? 20;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => Math.round(i * step * 10) / 10);
}

export interface Plot {
  readonly x: (step: number) => number;
  readonly y: (loss: number) => number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export function plotOf({ width, height }: CellSize, { steps, most }: Scales, labelWidth: number): Plot {
  const right = width - labelWidth;
  const bottom = height - BOTTOM;
  const inside = (y: number): number => Math.min(bottom, Math.max(TOP, y));
  return {
    left: LEFT,
    right,
    bottom,
    x: (step) => LEFT + (step / steps) * (right - LEFT),
    y: (loss) => inside(bottom - (loss / most) * (bottom - TOP)),
  };
}

/** Rounds to a tenth of a pixel with integers: formatting a fraction takes several times as long, and each report has hundreds. */
function tenth(v: number): string {
  const tenths = Math.round(v * 10);
  const rest = tenths % 10;
  return rest === 0 ? `${tenths / 10}` : `${(tenths - rest) / 10}.${rest}`;
}
const at = (x: number, y: number): string => `${tenth(x)} ${tenth(y)}`;

export const pathOf = ({ x, y }: Plot, points: readonly Point[]): string =>
  points.map(({ step, loss }, i) => `${i === 0 ? "M" : "L"}${at(x(step), y(loss))}`).join("");

export function bandPath({ x, y }: Plot, band: readonly Range[]): string {
  if (band.length === 0) return "";
  const upper = band.map(({ step, high }) => at(x(step), y(high)));
  const lower = band.map(({ step, low }) => at(x(step), y(low))).reverse();
  return `M${[...upper, ...lower].join("L")}Z`;
}

export interface EndLabel {
  readonly run: RunKey;
  readonly x: number;
  readonly y: number;
}

/** Labels beside the lines' ends, from the top down, each at least a line of text below the one before. */
export function endLabels(plot: Plot, lines: readonly Line[]): readonly EndLabel[] {
  const ends = lines.flatMap(({ run, points }) => {
    const end = points.at(-1);
    return end ? [{ run, x: plot.x(end.step) + 6, y: plot.y(end.loss) }] : [];
  });
  const placed: { run: RunKey; x: number; y: number }[] = [];
  for (const label of ends.sort((a, b) => a.y - b.y)) {
    const above = placed.at(-1);
    placed.push({ ...label, y: Math.max(label.y, above ? above.y + LABEL_GAP : TOP) });
  }
  // A label below the axis moves up again, together with the labels above it.
  for (let i = placed.length - 1, limit = plot.bottom + 2; i >= 0; i -= 1) {
    const label = placed[i];
    if (!label) break;
    label.y = Math.min(label.y, limit);
    limit = label.y - LABEL_GAP;
  }
  return placed;
}
