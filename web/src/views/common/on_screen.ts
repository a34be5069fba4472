/** Whether an element is visible: a hidden one defers computing and does not animate. Printing shows everything. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

/** Elements this close to the viewport already count as visible. */
const NEAR = "25%";

export class OnScreenController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #emit: (seen: boolean) => void;
  #observer: IntersectionObserver | undefined;

  /** `report` is called once the element is on the page, and then on every change. */
  constructor(host: ReactiveControllerHost & Element, report: (seen: boolean) => void) {
    this.#host = host;
    this.#emit = report;
    host.addController(this);
  }

  hostConnected(): void {
    this.#observer = new IntersectionObserver(
      (entries) => this.#emit(entries.at(-1)?.isIntersecting === true),
      {
        rootMargin: NEAR,
      },
    );
    this.#observer.observe(this.#host);
    window.addEventListener("beforeprint", this.#onPrint);
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
    window.removeEventListener("beforeprint", this.#onPrint);
  }

  readonly #onPrint = (): void => this.#emit(true);
}
