/** While models train, what has changed is drawn over several frames, one part in each: all at once would miss a frame. */
import { nextFrame } from "../../timeline/frames.js";

let lastFrame: Promise<unknown> = Promise.resolve();

/** Resolves in a frame of its own: each caller gets another one. */
export const ownFrame = (): Promise<unknown> => {
  lastFrame = lastFrame.then(nextFrame);
  return lastFrame;
};

/** Parts that change together and are made one at a time; the one that has waited longest comes first. */
export class InTurn<Part> {
  #parts: Part[] = [];
  #due: number[] = [];

  /** Whether some parts are still those of an earlier state. */
  get isBehind(): boolean {
    return this.#due.length > 0;
  }

  /** All `count` parts have changed. */
  change(count: number): void {
    for (let i = 0; i < count; i++) if (!this.#due.includes(i)) this.#due.push(i);
    this.#parts.length = Math.min(this.#parts.length, count);
  }

  /** The parts, after the first of those that are due has been made, or all of them. */
  make(isAtOnce: boolean, part: (i: number) => Part): readonly Part[] {
    const isComplete = this.#due.every((i) => i < this.#parts.length);
    for (const i of this.#due.splice(0, isAtOnce || !isComplete ? this.#due.length : 1))
      this.#parts[i] = part(i);
    return this.#parts;
  }
}
