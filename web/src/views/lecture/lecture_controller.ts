/** Adds the styles and keys of a lecture when it starts, and removes them when it ends. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { Lecture } from "./lecture.js";

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
    if (this.#host.hasUpdated) this.follow();
  }

  hostDisconnected(): void {
    this.#lecture?.end();
  }

  /** Called when the element's mode changes. */
  follow(): void {
    const { activeElement } = document;
    if (this.#host.mode === "lecture") {
      this.#lecture ??= new Lecture(this.#host);
    }
    this.#lecture?.end();
    if (this.#host.mode === "lecture" && this.#host.isConnected) this.#lecture?.begin(activeElement);
  }
}
