/**
 * The stage's picture, drawn once per moment. The result of the next step is prepared in small tasks, which do not block
 * the page: drawing it fills the colour cache, and shaping its texts fills the canvas's text cache.
 */

import { shapeText } from "../../draw/paint/paint.js";
import type { Picture } from "../../draw/picture.js";
import type { SceneInput } from "../../draw/scene.js";
import { draw } from "../../operations/operations.js";
import { type IsOver, whenIdle } from "../common/idle.js";
import { waitToUpdate } from "../common/update_queue.js";

/** Number of marks whose texts are shaped between checks of the clock. */
const AT_ONCE = 20;
const PIECE_MS = 12;
const LONGEST_WAIT_MS = 1000;

/** Resolves when there is time for another piece of work. */
type Pause = () => Promise<IsOver>;

/** For preparing the next step in idle time. */
export const idlePause: Pause = () => new Promise((work) => whenIdle(work, LONGEST_WAIT_MS));

/** For preparing a step that the reader jumped to. */
export const shortPause: Pause = async () => {
  await waitToUpdate("stage");
  const end = performance.now() + PIECE_MS;
  return () => performance.now() > end;
};

export class Drawing {
  #last: { readonly input: SceneInput; readonly t: number; readonly picture: Picture } | undefined;
  /** The step being prepared, and its result once drawn. */
  #asked: SceneInput | undefined;
  #result: Picture | undefined;

  /** Returns the same object for the same moment, so that hovering over cells redraws nothing below. */
  at(input: SceneInput, t: number): Picture {
    const last = this.#last;
    if (last?.t === t && isSame(last.input, input)) return last.picture;
    const picture = (t === 1 && this.#isReady(input) && this.#result) || draw(input, t);
    this.#last = { input, t, picture };
    return picture;
  }

  /** Prepares the result of a step and abandons any other preparation. */
  async prepare(input: SceneInput, ctx: CanvasRenderingContext2D, pause: Pause): Promise<void> {
    if (this.#isReady(input)) return;
    this.#asked = input;
    this.#result = undefined;
    await pause();
    if (this.#asked !== input) return;
    this.#result = draw(input, 1);
    const { marks } = this.#result;
    let isOver = await pause();
    for (let from = 0; from < marks.length && this.#asked === input; from += AT_ONCE) {
      for (const mark of marks.slice(from, from + AT_ONCE)) shapeText(ctx, mark);
      if (isOver()) isOver = await pause();
    }
  }

  /** Abandons a preparation that has not been drawn yet, because the stage is animating. */
  stop(): void {
    if (!this.#result) this.#asked = undefined;
  }

  #isReady(input: SceneInput): boolean {
    return this.#result !== undefined && this.#asked !== undefined && isSame(this.#asked, input);
  }
}

const isSame = (a: SceneInput, b: SceneInput): boolean =>
  (Object.keys(a) as (keyof SceneInput)[]).every((key) => a[key] === b[key]);
