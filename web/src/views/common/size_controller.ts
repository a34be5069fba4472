/** Tells an element when its size is another, as long as it is on the page. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

export class SizeController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #observer: ResizeObserver;

  constructor(host: ReactiveControllerHost & Element, changed: () => void) {
    this.#host = host;
    // Not at once: while sizes are being told, none may change.
    this.#observer = new ResizeObserver(() => setTimeout(changed));
    host.addController(this);
  }

  hostConnected(): void {
    this.#observer.observe(this.#host);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }
}
