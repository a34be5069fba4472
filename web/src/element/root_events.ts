/** The events of <heads-up>: what they are called, what they say, and when they are fired. */
import type { Answered } from "../lessons/questions/answered.js";
import type { Refusal } from "../module/errors.js";
import type { LessonName } from "../module/types.js";
import type { ViewState } from "../store/selectors.js";
import type { HeadsUpEvents } from "./element_api.js";

/** A step, its index from 0, and the number of steps. */
export interface StepReached {
  readonly step: string;
  readonly index: number;
  readonly total: number;
}

/** The `detail` of each event, by the name after `heads-up-`; the last three are for the page around the element. */
export interface Details {
  readonly ready: HeadsUpEvents["heads-up-ready"];
  readonly step: StepReached;
  readonly error: Refusal;
  readonly answer: Answered;
  /** The URL of what is shown has changed. */
  readonly view: ViewState;
  readonly mode: { readonly mode: "" };
  readonly onward: { readonly lesson: LessonName; readonly step?: string };
}

export class RootEvents {
  readonly #host: EventTarget;
  #trace: object | undefined;
  #step = "";
  #view = "";

  constructor(host: EventTarget) {
    this.#host = host;
  }

  error(refusal: Refusal): void {
    this.#emit("error", refusal);
  }

  /** A question was answered, correctly or not. */
  answer(detail: Answered): void {
    this.#emit("answer", detail);
  }

  /** A new trace fires `heads-up-ready`; a new trace or step fires `heads-up-step`. */
  arrived(trace: object, lesson: LessonName | "code", { step, index, total }: StepReached): void {
    const ready = trace !== this.#trace;
    const reached = ready || step !== this.#step;
    [this.#trace, this.#step] = [trace, step];
    if (ready) this.#emit("ready", { lesson, total });
    if (reached) this.#emit("step", { step, index, total });
  }

  /** The URL of what is shown has changed; not fired for each frame while playing. */
  view(view: ViewState): void {
    const { playing, ...still } = view;
    const text = playing ? this.#view : JSON.stringify(still);
    if (text === this.#view) return;
    this.#view = text;
    this.#emit("view", view);
  }

  /** The reader left the mode that the element was in. */
  mode(): void {
    this.#emit("mode", { mode: "" });
  }

  /** The reader wants another lesson; false if the page handles it (preventDefault). */
  onward(lesson: LessonName, step?: string): boolean {
    return this.#emit("onward", { lesson, ...(step === undefined ? {} : { step }) });
  }

  #emit<Name extends keyof Details>(name: Name, detail: Details[Name]): boolean {
    const event = new CustomEvent(`heads-up-${name}`, {
      detail,
      bubbles: true,
      composed: true,
      cancelable: true,
    });
    return this.#host.dispatchEvent(event);
  }
}
