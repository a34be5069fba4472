/** The system's preferences (dark or light, reduced motion), reported at once and on every change. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

export class MediaController implements ReactiveController {
  readonly #query: MediaQueryList;
  readonly #tell: () => void;

  constructor(host: ReactiveControllerHost, query: string, tell: (matches: boolean) => void) {
    this.#query = matchMedia(query);
    this.#tell = () => tell(this.#query.matches);
    host.addController(this);
  }

  hostConnected(): void {
    this.#tell();
    this.#query.addEventListener("change", this.#tell);
  }

  hostDisconnected(): void {
    this.#query.removeEventListener("change", this.#tell);
  }
}
