/** The system's preferences (dark or light, reduced motion), reported at once and on every change. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

export class MediaController implements ReactiveController {
  readonly #query: MediaQueryList;
  readonly #emit: () => void;

  constructor(host: ReactiveControllerHost, query: string, report: (matches: boolean) => void) {
    this.#query = matchMedia(query);
    this.#emit = () => report(this.#query.matches);
    host.addController(this);
  }

  hostConnected(): void {
    this.#emit();
    this.#query.addEventListener("change", this.#emit);
  }

  hostDisconnected(): void {
    this.#query.removeEventListener("change", this.#emit);
  }
}
