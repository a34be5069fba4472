/** A message that disappears after a few seconds, such as "Copied". */

export const BRIEFLY_MS = 3000;

export class BriefMessage<T> {
  now: T | undefined;
  readonly #changed: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `changed` is called when the message appears and when it disappears. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Shows a message for its whole time, even if the one before it would have ended earlier. */
  show(message: T | undefined, ms = BRIEFLY_MS): void {
    clearTimeout(this.#timer);
    this.now = message;
    if (message !== undefined) this.#timer = setTimeout(() => this.show(undefined), ms);
    this.#changed();
  }
}
