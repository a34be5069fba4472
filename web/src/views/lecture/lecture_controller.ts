/** Adds the styles and keys of a lecture when it starts, and removes them when it ends. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { Lecture } from "./lecture.js";
import { loadLecture } from "./load.js";

type ControllerHost = ReactiveControllerHost &
  ConstructorParameters<typeof Lecture>[0] & {
    readonly mode: string;
    readonly isConnected: boolean;
    readonly hasUpdated: boolean;
  };

export class LectureController implements ReactiveController {
  readonly #host: ControllerHost;
  #lecture: Lecture | undefined;

  constructor(host: ControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    if (this.#host.hasUpdated) void this.follow();
  }

  hostDisconnected(): void {
    this.#lecture?.end();
  }

  /** Called when the element's mode changes. */
  async follow(): Promise<void> {
    const { activeElement } = document;
    if (this.#host.mode === "lecture") {
      const parts = await loadLecture();
      // Without its keys a lecture could not be left.
      if (!parts) return this.#host.leaveLecture();
      this.#lecture ??= new parts.Lecture(this.#host);
    }
    this.#lecture?.end();
    if (this.#host.mode === "lecture" && this.#host.isConnected) this.#lecture?.begin(activeElement);
  }
}
