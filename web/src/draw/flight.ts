/**
 * Moving marks pass beneath stationary ones, so that they never hide a header or a digit: they are painted first, and
 * stationary marks in their way get a background in the paper colour.
 */

import { sceneTime } from "../timeline/playback.js";
import { monoWidth } from "./measure.js";
import { expandRows, type Mark, type Picture, type Scene, type SceneInput } from "./picture.js";

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Flags marks as moving, so that they are painted beneath all others. */
export const asFlying = <M extends Mark>(marks: readonly M[]): M[] =>
  marks.map((mark) => ({ ...mark, flies: true }));

/** Flags only the cells of a matrix; its labels are already at the destination. */
export const withFlyingCells = (marks: readonly Mark[]): Mark[] =>
  marks.map((mark) => (mark.kind === "cell" || mark.kind === "row" ? { ...mark, flies: true } : mark));

/** A mark at progress `p`: absent before it starts, flagged as moving until it arrives. */
export const inTransit = <M extends Mark>(mark: M, p: number): M[] =>
  p <= 0 ? [] : p < 1 ? asFlying([mark]) : [mark];

/** The picture with its flying marks beneath all others. */
export function withFlyingBeneath(picture: Picture, paper: string): Picture {
  const flights = picture.marks.filter((mark) => mark.flies);
  if (flights.length === 0) return picture;
  const boxes = expandRows(flights).flatMap(boxOf);
  const stationary = picture.marks.filter((mark) => !mark.flies);
  const paperBehind = stationary.flatMap((mark): Mark[] => {
    const [box] = hasGaps(mark) ? boxOf(mark) : [];
    if (!box || !boxes.some((flight) => overlap(flight, box))) return [];
    const { left: x, top: y, right, bottom } = box;
    return [{ kind: "rect", x, y, width: right - x, height: bottom - y, fill: paper }];
  });
  return { ...picture, marks: [...flights, ...paperBehind, ...stationary] };
}

/** Labels, dimmed cells and the gaps between cells would show a moving mark beneath them. */
const hasGaps = ({ kind, opacity = 1 }: Mark): boolean =>
  (kind === "text" || kind === "cell") && opacity > 0.05;

function boxOf(mark: Mark): Box[] {
  if (mark.kind === "text") {
    const { x, y, text, size, align } = mark;
    const width = monoWidth(text, size);
    const left = x - (align === "end" ? width : align === "middle" ? width / 2 : 0);
    return [{ left: left - 1, top: y - size / 2 - 1, right: left + width + 1, bottom: y + size / 2 + 1 }];
  }
  if (mark.kind !== "cell" && mark.kind !== "rect") return [];
  return [{ left: mark.x, top: mark.y, right: mark.x + mark.width, bottom: mark.y + mark.height }];
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** A scene's picture at time t of its step, which plays for `ms`: moving marks pass beneath the others. */
export const pictureOf = (scene: Scene, ms: number, input: SceneInput, t: number): Picture =>
  withFlyingBeneath(
    { width: input.width, height: input.height, marks: scene(input, sceneTime(ms, t)) },
    input.theme.paper,
  );
