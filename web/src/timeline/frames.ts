/** The only user of requestAnimationFrame. `Frames` reports, while it runs, the milliseconds between two frames. */

/** Resolves with the time of the next frame; on a hidden page, once it is shown. */
export const nextFrame = (): Promise<number> => new Promise(requestAnimationFrame);

/** The source of frames; tests pass another one. */
export interface Clock {
  nowMs(): number;
  request(frame: () => void): number;
  cancel(handle: number): void;
}

const browserClock: Clock = {
  nowMs: () => performance.now(),
  request: (frame) => requestAnimationFrame(frame),
  cancel: (handle) => cancelAnimationFrame(handle),
};

export class Frames {
  readonly #onFrame: (ms: number) => void;
  readonly #clock: Clock;
  #handle: number | undefined;
  #lastMs = 0;

  constructor(onFrame: (ms: number) => void, clock: Clock = browserClock) {
    this.#onFrame = onFrame;
    this.#clock = clock;
  }

  run(running: boolean): void {
    if (running === (this.#handle !== undefined)) return;
    if (running) {
      this.#lastMs = this.#clock.nowMs();
      this.#handle = this.#clock.request(this.#frame);
      return;
    }
    if (this.#handle !== undefined) this.#clock.cancel(this.#handle);
    this.#handle = undefined;
  }

  readonly #frame = (): void => {
    const nowMs = this.#clock.nowMs();
    const ms = nowMs - this.#lastMs;
    this.#lastMs = nowMs;
    // The next frame is requested before the callback runs, so that the callback can cancel it.
    this.#handle = this.#clock.request(this.#frame);
    this.#onFrame(ms);
  };
}

/** Long work is split at these: what came before it can be painted, and keys are answered. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** For how long what can wait is done in one task. */
const SLICE_MS = 12;

/** Calls back with each item, a few in a task. */
export async function inSlices<Item>(items: Iterable<Item>, use: (item: Item) => void): Promise<void> {
  let endMs = performance.now() + SLICE_MS;
  for (const item of items) {
    if (performance.now() > endMs) {
      await nextTask();
      endMs = performance.now() + SLICE_MS;
    }
    use(item);
  }
}
