/** Whether an element can be seen: one that cannot computes nothing at first, and does not move. A printed page shows all. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

/** What comes into view soon is made ready. */
const NEAR = "25%";

export class OnScreenController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #tell: (seen: boolean) => void;
  #observer: IntersectionObserver | undefined;

  /** `tell` hears it once the element is on the page, and then with every change. */
  constructor(host: ReactiveControllerHost & Element, tell: (seen: boolean) => void) {
    this.#host = host;
    this.#tell = tell;
    host.addController(this);
  }

  hostConnected(): void {
    this.#observer = new IntersectionObserver(
      (entries) => this.#tell(entries.at(-1)?.isIntersecting === true),
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

  readonly #onPrint = (): void => this.#tell(true);
}
