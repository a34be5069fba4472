/** A step as an animated picture: frames of the pure drawing at even moments, so that the same step gives the same bytes. */

import { ColorCount, Gif } from "../../draw/paint/gif.js";
import { paintOn } from "../../draw/paint/paint.js";
import type { Picture } from "../../draw/picture.js";
import { nextTask } from "../../timeline/frames.js";

/** How a step moves: how long it plays, and its picture at a moment from 0 to 1. */
export interface Motion {
  readonly ms: number;
  readonly paper: string;
  at(t: number): Picture;
}

const WIDTH = 1280;
const MOST_BYTES = 3_000_000;
/** Between frames; the longer ones are for a step whose file would be too large. */
const FRAME_MS = [80, 120, 200, 400] as const;
/** How long the empty step and its result stand. */
const FIRST_MS = 800;
const LAST_MS = 3000;
/** Slides come back to a step, so it plays more than once; then its result stands, because nothing on a page may move forever. */
const PLAYS = 3;
/** Every how many frames the colours are counted. */
const COUNTED = 6;

/** `progress` is told which part is done, from 0 to 1. Rejects with an AbortError if it is cancelled. */
export async function animated(
  motion: Motion,
  progress: (done: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const canvas = document.createElement("canvas");
  const ctx = canvas.getContext("2d", { willReadFrequently: true });
  if (!ctx) throw new Error("no canvas");
  const pixelsAt = (t: number): Uint8ClampedArray => {
    const picture = motion.at(t);
    paintOn(canvas, picture, motion.paper, WIDTH / picture.width);
    return ctx.getImageData(0, 0, canvas.width, canvas.height).data;
  };
  /** Lets the page answer between frames. */
  const pause = async (done: number): Promise<void> => {
    progress(done);
    await nextTask();
    signal.throwIfAborted();
  };

  const colors = new ColorCount();
  const counted = Math.ceil(motion.ms / FRAME_MS[0] / COUNTED);
  for (let i = 0; i <= counted; i++) {
    colors.add(pixelsAt(i / counted));
    await pause((0.2 * i) / counted);
  }
  const palette = colors.palette();
  for (const frameMs of FRAME_MS) {
    const last = Math.ceil(motion.ms / frameMs);
    const gif = new Gif(canvas.width, canvas.height, palette, PLAYS);
    for (let i = 0; i <= last && gif.size <= MOST_BYTES; i++) {
      gif.add(pixelsAt(i / last), i === 0 ? FIRST_MS : i === last ? LAST_MS : frameMs);
      await pause(0.2 + (0.8 * i) / last);
    }
    if (gif.size <= MOST_BYTES) return gif.file();
  }
  throw new Error(`> ${MOST_BYTES / 1e6} MB`);
}
