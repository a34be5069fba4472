/**
 * What a reader can see of a step, measured on the marks of its pictures: digits in every cell, a stage that is filled, a free way for
 * what is in motion, no label over another, and one colour for a number through a lesson.
 */
import type { CellMark, Mark, Picture, SceneInput } from "../../web/src/draw/picture.js";
import { valueAt } from "../../web/src/draw/tensor_view.js";
import type { Trace } from "../../web/src/module/types.js";
import { draw } from "../../web/src/operations/operations.js";
import { boxOf, marksOutside, overlappingLabels } from "./picture_checks.js";

export const RULES = ["digits", "empty", "motion", "outside", "labels"] as const;
export type Rule = (typeof RULES)[number];

/** What breaks a rule: the rule, and what was seen at which moment. */
export interface Offence {
  readonly rule: Rule;
  readonly at: number;
  readonly what: string;
}

/**
 * The stage in CSS pixels, as the built page measures it, and the least size of digits. In lecture mode, which is enlarged 1.85 times
 * at 1920 × 1080, 13 px are 24 on the wall; the code, the formula and the question may stand beside the stage or not. "large" is a
 * screen of 1920 × 1080, where the stage is enlarged 1.5 times.
 */
export const STAGE_SIZES = {
  desktop: { width: 819, height: 588, digits: 13 },
  phone: { width: 390, height: 421, digits: 12 },
  lecture: { width: 1038, height: 440, digits: 13 },
  "lecture with code": { width: 700, height: 440, digits: 13 },
  large: { width: 819, height: 579, digits: 13 },
} as const;

/** The first moment, the last one, and in between as often as a move of 300 ms in six seconds needs. */
export const MOMENTS = Array.from({ length: 13 }, (_, i) => i / 12);

type Box = ReturnType<typeof boxOf>;

const isVisible = ({ opacity = 1 }: Mark): boolean => opacity > 0.2;
/** An overview shows where a window of rows and columns is; its cells need no digits. */
const isOverview = (mark: Mark): boolean => "overview" in mark && mark.overview === true;

/** Cells of the trace without digits, or with smaller ones than `least`. Half a pixel is what rounding takes. */
function withoutDigits(marks: readonly Mark[], least: number): string[] {
  const worst = new Map<string, string>();
  for (const mark of marks)
    if (mark.kind === "cell" && mark.ref && !isOverview(mark) && isVisible(mark)) {
      const size = mark.text ? (mark.fontSize ?? 0) : 0;
      if (size >= least - 0.5) continue;
      const { name } = mark.ref;
      const where = `${name}${mark.flies ? " in motion" : ""}`;
      const text = size === 0 ? "no digits" : `${size.toFixed(1)} px`;
      if (!worst.has(where) || size === 0) worst.set(where, text);
    }
  return [...worst].map(([where, text]) => `${where}: ${text}`);
}

const RASTER = 4;

/** The boxes of a mark that fill the stage: its bounding box, or of a curve and of a slanting line those of its short pieces. */
function boxesOf(mark: Mark): Box[] {
  const box = boxOf(mark);
  if (mark.kind !== "line" || box.right - box.left <= 2 || box.bottom - box.top <= 2) return [box];
  return mark.points.slice(1).flatMap(([x, y], i) => {
    const [fromX, fromY] = mark.points[i] ?? [x, y];
    const pieces = Math.max(1, Math.ceil(Math.hypot(x - fromX, y - fromY) / (2 * RASTER)));
    return Array.from({ length: pieces }, (_, piece) => {
      const at = (p: number) =>
        [fromX + ((x - fromX) * p) / pieces, fromY + ((y - fromY) * p) / pieces] as const;
      const [[x1, y1], [x2, y2]] = [at(piece), at(piece + 1)];
      return {
        left: Math.min(x1, x2),
        top: Math.min(y1, y2),
        right: Math.max(x1, x2),
        bottom: Math.max(y1, y2),
      };
    });
  });
}

/**
 * The share of the stage that is empty: further than AIR from any cell, name, line of text, frame or line. AIR is the margin that a printed table has around it, a 28th of the stage's shorter side (21 px of 588).
 */
export function emptyShare(
  marks: readonly Mark[],
  { width, height }: Pick<Picture, "width" | "height">,
): number {
  const air = Math.min(width, height) / 28;
  const [columns, rows] = [Math.ceil(width / RASTER), Math.ceil(height / RASTER)];
  const filled = new Uint8Array(columns * rows);
  for (const mark of marks) {
    if ((mark.opacity ?? 1) <= 0.05 || (mark.kind === "text" && !mark.text.trim())) continue;
    if (mark.kind === "rect" && !mark.stroke) continue;
    for (const { left, top, right, bottom } of boxesOf(mark)) {
      const [fromX, toX] = [
        Math.max(0, Math.floor((left - air) / RASTER)),
        Math.min(columns, Math.ceil((right + air) / RASTER)),
      ];
      const [fromY, toY] = [
        Math.max(0, Math.floor((top - air) / RASTER)),
        Math.min(rows, Math.ceil((bottom + air) / RASTER)),
      ];
      for (let y = fromY; y < toY; y++)
        if (toX > fromX) filled.fill(1, y * columns + fromX, y * columns + toX);
    }
  }
  return 1 - filled.reduce((sum, one) => sum + one, 0) / filled.length;
}

const overlap = (a: Box, b: Box): number =>
  Math.min(
    Math.min(a.right, b.right) - Math.max(a.left, b.left),
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
  );

/**
 * What is in motion over something that is read: a label, or digits of a table that the number neither comes from nor goes to.
 */
function crossings(marks: readonly Mark[], made: string): string[] {
  const flights = marks.filter((mark) => mark.flies && isVisible(mark) && mark.kind !== "line");
  const still = marks.filter(
    (mark) =>
      !mark.flies &&
      isVisible(mark) &&
      ((mark.kind === "text" && mark.text.trim()) || (mark.kind === "cell" && mark.text)),
  );
  const own = new Set([made, ...flights.map((mark) => mark.kind === "cell" && mark.ref?.name)]);
  const found = new Set<string>();
  for (const flight of flights) {
    const name = flight.kind === "cell" ? flight.ref?.name : undefined;
    const box = boxOf(flight);
    for (const mark of still) {
      const isOwn = mark.kind === "cell" && own.has(mark.ref?.name);
      if (!isOwn && overlap(box, boxOf(mark)) > 3)
        found.add(
          `${name ?? flight.kind} over ${mark.kind === "text" ? `"${mark.text}"` : (mark as CellMark).ref?.name}`,
        );
    }
  }
  return [...found];
}

/** Labels of what stands still over cells. */
function labelsOnCells(marks: readonly Mark[]): string[] {
  const cells = marks.filter(
    (mark): mark is CellMark => mark.kind === "cell" && !mark.flies && isVisible(mark),
  );
  return marks.flatMap((mark) => {
    if (mark.kind !== "text" || !isVisible(mark)) return [];
    const box = boxOf(mark);
    const on = cells.find((cell) => {
      const there = boxOf(cell);
      return (
        Math.min(box.right, there.right) - Math.max(box.left, there.left) > 2 &&
        Math.min(box.bottom, there.bottom) - Math.max(box.top, there.top) > 3
      );
    });
    return on ? [`"${mark.text}" on ${on.ref?.name ?? "a cell"}`] : [];
  });
}

/** Everything that breaks a rule in a step on a stage of this size. */
export function offencesOf(input: SceneInput, digits: number): Offence[] {
  return MOMENTS.flatMap((t) => {
    const picture = draw(input, t);
    const marks = picture.marks.filter((mark) => !isOverview(mark));
    const empty = t > 0 && t < 1 ? emptyShare(picture.marks, picture) : 0;
    const seen: Record<Rule, readonly string[]> = {
      digits: withoutDigits(marks, digits),
      empty: empty > 0.25 ? [`${Math.round(100 * empty)} % empty`] : [],
      motion: crossings(marks, input.step.name),
      outside: marksOutside(picture).map((mark) => mark.slice(0, 120)),
      labels: [...overlappingLabels(picture, 0.2), ...labelsOnCells(marks)],
    };
    return RULES.flatMap((rule) => seen[rule].map((what) => ({ rule, at: t, what })));
  });
}

/** The step that made a tensor's numbers: views and transposes only move them. */
function sourceOf({ steps }: Trace, name: string): string {
  const step = steps.find((one) => one.name === name);
  const [input] = step?.inputs ?? [];
  const moves = step?.op === "view" || step?.op === "transpose";
  return moves && input !== undefined ? sourceOf({ steps } as Trace, input) : name;
}

/** Numbers with a second colour, given the colours of the steps before, which it adds to. A masked number is hatched instead. */
export function recoloured(input: SceneInput, colours: Map<string, string>): string[] {
  const found = new Set<string>();
  const { trace } = input;
  for (const t of [0, 0.5, 1])
    for (const mark of draw(input, t).marks) {
      if (mark.kind !== "cell" || !mark.ref || mark.hatch || isOverview(mark)) continue;
      const { name, index } = mark.ref;
      const step = trace.steps.find((one) => one.name === name);
      if (!step) continue;
      const key = `${sourceOf(trace, name)} ${valueAt(step, index)}`;
      const known = colours.get(key);
      if (known === undefined) colours.set(key, mark.fill);
      else if (known !== mark.fill) found.add(name);
    }
  return [...found];
}
