/** The events of <heads-up>: what they are called, what they say, and when they are fired. */
import type { Answered } from "../lessons/questions/answered.js";
import type { Refusal } from "../module/errors.js";
import type { LessonName, Trace } from "../module/types.js";
import type { ViewState } from "../store/selectors.js";

/** A step, its index from 0, and the number of steps. */
export interface StepReached {
  readonly step: string;
  readonly index: number;
  readonly total: number;
}

export class RootEvents {
  readonly #host: EventTarget;
  #trace: Trace | undefined;
  #step = "";
  #view = "";

  constructor(host: EventTarget) {
    this.#host = host;
  }

  error(refusal: Refusal): void {
    this.#emit("heads-up-error", refusal);
  }

  /** A question was answered, correctly or not. */
  answer(detail: Answered): void {
    this.#emit("heads-up-answer", detail);
  }

  /** A new trace fires `heads-up-ready`; a new trace or step fires `heads-up-step`. */
  arrived(trace: Trace, step: string, index: number, total: number): void {
    const ready = trace !== this.#trace;
    const reached = ready || step !== this.#step;
    [this.#trace, this.#step] = [trace, step];
    if (ready) this.#emit("heads-up-ready", { lesson: trace.spec.lesson, total });
    const place: StepReached = { step, index, total };
    if (reached) this.#emit("heads-up-step", place);
  }

  /** The URL of what is shown has changed; not fired for each frame while playing. */
  view(view: ViewState): void {
    const { playing, ...still } = view;
    const text = playing ? this.#view : JSON.stringify(still);
    if (text === this.#view) return;
    this.#view = text;
    this.#emit("heads-up-view", view);
  }

  /** The reader left the mode that the element was in. */
  mode(): void {
    this.#emit("heads-up-mode", { mode: "" });
  }

  /** The reader wants another lesson; false if the page handles it (preventDefault). */
  onward(lesson: LessonName, step?: string): boolean {
    return this.#emit("heads-up-onward", { lesson, ...(step === undefined ? {} : { step }) });
  }

  #emit(name: string, detail: unknown): boolean {
    const event = new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true });
    return this.#host.dispatchEvent(event);
  }
}
