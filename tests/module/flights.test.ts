/**
 * The motion in every step of every lesson: flying cells hide no header and no digit, moves do not overlap in time, and the
 * finished result is shown long enough to be read.
 */

import { describe, expect, test } from "vitest";
import { lessonTraces } from "../../scripts/lib/pictures/lesson_traces.mjs";
import {
  type CellMark,
  cellsIn,
  type Mark,
  type Picture,
  type SceneInput,
} from "../../web/src/draw/picture.js";
import { light } from "../../web/src/draw/theme.js";
import { lessons } from "../../web/src/lessons/lessons.js";
import { lessonNames } from "../../web/src/lessons/opening.js";
import type { Step, Trace } from "../../web/src/module/types.js";
import { draw, operationOf } from "../../web/src/operations/operations.js";
import { RESULT_MS } from "../../web/src/timeline/playback.js";
import { sampled } from "../sampled.js";
import { hu } from "../unit/core.js";
import { boxOf } from "../unit/picture_checks.js";

/** Frames of a step, from its first to its last moment. */
const FRAMES = 48;
/** Moves that start or end this many frames apart are one move. */
const TOGETHER = 2;

type Box = ReturnType<typeof boxOf>;

/** A cell that moves between two frames; `painted` is its mark's index in the picture. */
interface Mover {
  readonly key: string;
  readonly cell: CellMark;
  readonly painted: number;
}

const withTypedArrays = ({ spec, steps }: Trace): Trace => ({
  spec,
  steps: steps.map((step) => ({ ...step, data: Float32Array.from(step.data, Number) }) as Step),
});

const keyOf = ({ ref }: CellMark): string => `${ref?.name} ${ref?.index}`;

function cellsWithOrder({ marks, width, height }: Picture): Mover[] {
  return marks.flatMap((mark, painted) =>
    cellsIn({ marks: [mark], width, height } as Picture)
      .filter((cell) => cell.ref && (cell.opacity ?? 1) > 0.2)
      .map((cell) => ({ key: keyOf(cell), cell, painted })),
  );
}

/** The cells of a picture that are elsewhere in the next one. */
function moversOf(picture: Picture, next: Picture): Mover[] {
  const [here, later] = [cellsWithOrder(picture), cellsWithOrder(next)];
  const places = new Set(here.map(placeOf));
  const left = new Set(later.map(placeOf));
  const arrived = new Set(later.filter((one) => !places.has(placeOf(one))).map(({ key }) => key));
  return here.filter((one) => arrived.has(one.key) && !left.has(placeOf(one)));
}

/** The key and centre of a cell: one that grows or shrinks around its centre does not move. */
const placeOf = ({ key, cell: { x, y, width, height } }: Mover): string =>
  `${key} ${(x + width / 2).toFixed(1)} ${(y + height / 2).toFixed(1)}`;

/** The smaller side of the intersection of two boxes. */
const overlap = (a: Box, b: Box): number =>
  Math.min(
    Math.min(a.right, b.right) - Math.max(a.left, b.left),
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
  );

const holds = (a: Box, b: Box): boolean =>
  a.left <= b.left + 1 && a.top <= b.top + 1 && a.right >= b.right - 1 && a.bottom >= b.bottom - 1;

/** Headers and digits that moving cells hide: painted before the cell, or after it without an opaque background. */
function hidden({ marks }: Picture, movers: readonly Mover[]): string[] {
  const moving = new Set(movers.map(({ cell }) => cell));
  const isBacked = (box: Box, from: number, to: number): boolean =>
    marks.slice(from, to).some((mark) => mark.kind === "rect" && mark.fill && holds(boxOf(mark), box));
  return marks.flatMap((mark, painted) => {
    const isDigit = mark.kind === "cell" && mark.text !== undefined && !mark.flies && !moving.has(mark);
    if (!isReadable(mark) || !(isDigit || mark.kind === "text")) return [];
    const box = boxOf(mark);
    const over = movers.find(
      (mover) =>
        !(isDigit && mover.key === keyOf(mark as CellMark)) &&
        overlap(boxOf(mover.cell), box) > 3 &&
        (mover.painted > painted || !(isOpaque(mark) || isBacked(box, mover.painted, painted))),
    );
    return over ? [`${over.key} on ${mark.kind === "text" ? mark.text : keyOf(mark as CellMark)}`] : [];
  });
}

const isReadable = ({ opacity = 1 }: Mark): boolean => opacity > 0.2;
const isOpaque = ({ kind, opacity = 1 }: Mark): boolean => kind === "cell" && opacity === 1;

/** The first and last frame of every move of a step; simultaneous moves are merged. */
function movesOf(frames: readonly (readonly Mover[])[]): (readonly [number, number])[] {
  const moves: [number, number][] = [];
  const open = new Map<string, number>();
  for (let i = 0; i <= frames.length; i++) {
    const now = new Set(frames[i]?.map(({ key }) => key));
    for (const [key, from] of [...open])
      if (!now.has(key)) {
        open.delete(key);
        const isSame = ([start, end]: [number, number]): boolean =>
          Math.abs(start - from) <= TOGETHER && Math.abs(end - (i - 1)) <= TOGETHER;
        if (!moves.some(isSame)) moves.push([from, i - 1]);
      }
    for (const key of now) if (!open.has(key)) open.set(key, i);
  }
  return moves;
}

describe.each(sampled(lessonNames, 2))("%s", async (lesson) => {
  const [taken] = await lessonTraces({ lesson });
  const trace = withTypedArrays(taken?.trace as Trace);
  const stage = { hu, trace, focus: { batch: 0, head: 0 }, theme: light, width: 800, height: 520 };

  test.each(lessons[lesson].steps(trace).map(({ id, stage: of }) => [id, of(trace)] as const))(
    "%s makes one move at a time, hides no header or digit, and shows its result long enough",
    (_, step) => {
      const input: SceneInput = { ...stage, step };
      const pictures = Array.from({ length: FRAMES + 1 }, (_, i) => draw(input, i / FRAMES));
      const frames = pictures.slice(1).map((next, i) => moversOf(pictures[i] as Picture, next));
      const hides = frames.flatMap((movers, i) => {
        // A cell that starts to move may still cover something.
        const before = new Set(frames[i - 1]?.map(({ key }) => key));
        const underWay = movers.filter(({ key }) => before.has(key));
        return hidden(pictures[i] as Picture, underWay).map((what) => `${what} at ${i}/${FRAMES}`);
      });
      expect(hides.slice(0, 4)).toEqual([]);
      const moves = movesOf(frames);
      const both = moves.filter(([from, to], i) =>
        moves.some(([start, end], j) => i !== j && start + 1 < to && from < end - 1),
      );
      expect(both, `moves at the same time, in frames of ${FRAMES}`).toEqual([]);
      const still = draw(input, 1 - RESULT_MS / operationOf(step).ms + 1e-9);
      expect(still.marks).toEqual(pictures.at(-1)?.marks);
    },
  );
});
