/**
 * The stage's picture, drawn once for every moment. The result of a step to come is made ready in pieces, because all in
 * one task would hold the page up: it is drawn, which takes colours to be mixed, and its texts are shaped, which a canvas
 * remembers.
 */
import { shapeText } from "../../draw/paint/paint.js";
import type { Picture } from "../../draw/picture.js";
import type { SceneInput } from "../../draw/scene.js";
import { type IsOver, whenIdle } from "../common/idle.js";
import { turnOf } from "../common/turns.js";
import { canDraw, draw } from "./shown_scenes.js";

/** So many marks have their texts shaped before the clock is looked at. */
const AT_ONCE = 20;
const PIECE_MS = 12;
const LONGEST_WAIT_MS = 1000;

/** Until there is time for a piece. */
type Pause = () => Promise<IsOver>;

/** For the step after the one that stands still. */
export const idly: Pause = () => new Promise((work) => whenIdle(work, LONGEST_WAIT_MS));

/** For a step that was jumped to. */
export const soon: Pause = async () => {
  await turnOf("stage");
  const end = performance.now() + PIECE_MS;
  return () => performance.now() > end;
};

export class Drawing {
  #last: { readonly input: SceneInput; readonly t: number; readonly picture: Picture } | undefined;
  /** The step that is made ready, and its result once that is drawn. */
  #asked: SceneInput | undefined;
  #result: Picture | undefined;

  /** A glance at a cell changes nothing in the picture below: the same moment is the same object. */
  at(input: SceneInput, t: number): Picture {
    const last = this.#last;
    if (last?.t === t && isSame(last.input, input)) return last.picture;
    const picture = (t === 1 && this.#isReady(input) && this.#result) || draw(input, t);
    this.#last = { input, t, picture };
    return picture;
  }

  /** Makes the result of a step ready; whatever else was begun is given up. */
  async prepare(input: SceneInput, ctx: CanvasRenderingContext2D, pause: Pause): Promise<void> {
    if (!canDraw(input.step) || this.#isReady(input)) return;
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

  /** What is not drawn yet is given up: the picture on the stage moves. */
  stop(): void {
    if (!this.#result) this.#asked = undefined;
  }

  #isReady(input: SceneInput): boolean {
    return this.#result !== undefined && this.#asked !== undefined && isSame(this.#asked, input);
  }
}

const isSame = (a: SceneInput, b: SceneInput): boolean =>
  (Object.keys(a) as (keyof SceneInput)[]).every((key) => a[key] === b[key]);
