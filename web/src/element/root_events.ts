import type { Refusal } from "../module/refusal.js";
import type { LessonName, Trace } from "../module/types.js";
import type { ViewState } from "../store/view_state.js";
import type { Answered } from "../views/questions/question_stage.js";

/** Where in its lesson a step is, from 0. */
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
    this.#tell("heads-up-error", refusal);
  }

  /** A question was answered, rightly or not. */
  answer(detail: Answered): void {
    this.#tell("heads-up-answer", detail);
  }

  /** The lesson is ready when its trace is new; the step has been reached when either is. */
  arrived(trace: Trace, step: string, index: number, total: number): void {
    const ready = trace !== this.#trace;
    const reached = ready || step !== this.#step;
    [this.#trace, this.#step] = [trace, step];
    if (ready) this.#tell("heads-up-ready", { lesson: trace.spec.lesson, total });
    const place: StepReached = { step, index, total };
    if (reached) this.#tell("heads-up-step", place);
  }

  /** What an address would say has changed; never while it plays, where it changes with every frame. */
  view(view: ViewState): void {
    const { playing, ...still } = view;
    const text = playing ? this.#view : JSON.stringify(still);
    if (text === this.#view) return;
    this.#view = text;
    this.#tell("heads-up-view", view);
  }

  /** The reader left the mode that the element was in. */
  mode(): void {
    this.#tell("heads-up-mode", { mode: "" });
  }

  /** The reader wants another lesson; a page that goes there itself prevents the default. */
  onward(lesson: LessonName): boolean {
    return this.#tell("heads-up-onward", { lesson });
  }

  #tell(name: string, detail: unknown): boolean {
    const event = new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true });
    return this.#host.dispatchEvent(event);
  }
}
