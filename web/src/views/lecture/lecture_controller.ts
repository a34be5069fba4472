/** The looks and the keys of a lecture come when there is one, and go with it. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { Lecture } from "./lecture.js";
import { loadLecture } from "./load.js";

type Lecturing = ReactiveControllerHost &
  ConstructorParameters<typeof Lecture>[0] & {
    readonly mode: string;
    readonly isConnected: boolean;
    readonly hasUpdated: boolean;
  };

export class LectureController implements ReactiveController {
  readonly #host: Lecturing;
  #lecture: Lecture | undefined;

  constructor(host: Lecturing) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    if (this.#host.hasUpdated) void this.follow();
  }

  hostDisconnected(): void {
    this.#lecture?.end();
  }

  /** The element's mode is another one. */
  async follow(): Promise<void> {
    if (this.#host.mode === "lecture") {
      const parts = await loadLecture();
      if (parts) this.#lecture ??= new parts.Lecture(this.#host);
    }
    this.#lecture?.end();
    if (this.#host.mode === "lecture" && this.#host.isConnected) this.#lecture?.begin();
  }
}
