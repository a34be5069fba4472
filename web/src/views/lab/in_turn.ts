/** While models train, changes are drawn over several frames, one part in each: drawing all at once would drop frames. */
import { nextFrame } from "../../timeline/frames.js";

let lastFrame: Promise<unknown> = Promise.resolve();

/** Resolves in a separate frame for each caller. */
export const separateFrame = (): Promise<unknown> => {
  lastFrame = lastFrame.then(nextFrame);
  return lastFrame;
};

/** Parts that change together and are made one at a time; the one that has waited longest comes first. */
export class StaggeredParts<Part> {
  #parts: Part[] = [];
  #due: number[] = [];

  /** Whether some parts are still those of an earlier state. */
  get isBehind(): boolean {
    return this.#due.length > 0;
  }

  /** Marks all `count` parts as changed. */
  change(count: number): void {
    for (let i = 0; i < count; i++) if (!this.#due.includes(i)) this.#due.push(i);
    this.#parts.length = Math.min(this.#parts.length, count);
  }

  /** Returns all parts, after making the first one that is due, or all of those if `isAtOnce` or if some were never made. */
  make(isAtOnce: boolean, part: (i: number) => Part): readonly Part[] {
    const isComplete = this.#due.every((i) => i < this.#parts.length);
    for (const i of this.#due.splice(0, isAtOnce || !isComplete ? this.#due.length : 1))
      this.#parts[i] = part(i);
    return this.#parts;
  }
}
