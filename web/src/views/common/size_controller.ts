/** Calls back when the size of an element changes, as long as it is on the page. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

export class SizeController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #observer: ResizeObserver;

  constructor(host: ReactiveControllerHost & Element, changed: () => void) {
    this.#host = host;
    // Deferred: changing sizes inside a ResizeObserver callback is an error.
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
