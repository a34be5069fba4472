/** What the reader's system asks for, followed while it changes: dark or light, motion or stills. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

export class MediaController implements ReactiveController {
  readonly #query: MediaQueryList;
  readonly #changed: () => void;

  constructor(host: ReactiveControllerHost, query: string) {
    this.#query = matchMedia(query);
    this.#changed = () => host.requestUpdate();
    host.addController(this);
  }

  get matches(): boolean {
    return this.#query.matches;
  }

  hostConnected(): void {
    this.#query.addEventListener("change", this.#changed);
  }

  hostDisconnected(): void {
    this.#query.removeEventListener("change", this.#changed);
  }
}
