/** Work that would hold the page up: it begins once the page has shown that it is on its way. */
import type { ReactiveControllerHost } from "lit";

/** Three frames; only the player counts them. */
const PAINTED_MS = 50;

export class AfterPaintController {
  readonly #host: ReactiveControllerHost;
  #waiting: (() => void) | undefined;
  /** Settles when nothing is on its way any more. */
  idle: Promise<void> = Promise.resolve();

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  get busy(): boolean {
    return this.#waiting !== undefined;
  }

  /** Only the latest work is done, once what goes ahead of it has settled. */
  run(work: () => void, ahead: Promise<void>): void {
    this.#waiting = work;
    this.idle = this.#afterPaint(work, ahead);
    this.#host.requestUpdate();
  }

  async #afterPaint(work: () => void, ahead: Promise<void>): Promise<void> {
    await Promise.all([painted(), ahead]);
    if (this.#waiting !== work) return;
    this.#waiting = undefined;
    work();
    this.#host.requestUpdate();
  }

  cancel(): void {
    this.#waiting = undefined;
  }
}

/** Long enough for the page to have been painted. */
const painted = (): Promise<void> => new Promise((done) => setTimeout(done, PAINTED_MS));
