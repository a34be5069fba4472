/** The lesson file that `src` names: fetched when it is named, and given to the element with whatever became of it. */
import type { ReactiveControllerHost } from "lit";
import type { WrongLesson } from "../../lesson_file/problem.js";
import type { Refusal } from "../../module/refusal.js";
import type { LessonSpec } from "../../module/types.js";
import type { OwnLesson } from "../../store/lesson_runner.js";
import { loadOwnLesson } from "./load.js";

interface Host extends ReactiveControllerHost {
  ownLesson: OwnLesson | WrongLesson | undefined;
  spec: LessonSpec | undefined;
}

export class OwnLessonController {
  readonly #host: Host;
  #asked = "";
  /** A file is on its way: until then nothing else should stand on the stage. */
  waits = false;
  /** What reads files could not be had. */
  failed: Refusal | undefined;

  constructor(host: Host) {
    this.#host = host;
  }

  follow(src: string): void {
    if (src === this.#asked) return;
    this.#asked = src;
    this.waits = src !== "";
    this.failed = undefined;
    if (this.waits) void this.#fetch(src);
    else [this.#host.ownLesson, this.#host.spec] = [undefined, undefined];
  }

  async #fetch(src: string): Promise<void> {
    const parts = await loadOwnLesson();
    const read = await parts?.fetchLesson(src);
    if (src !== this.#asked) return;
    this.waits = read === undefined;
    if (read) this.#host.ownLesson = read;
    else this.failed = readerMissing(src);
    this.#host.requestUpdate();
  }
}

/** What reads lesson files could not be had. */
export const readerMissing = (src: string): Refusal => ({
  code: "lesson-reader-missing",
  message: `src: what reads ${src} could not be loaded`,
  details: { got: src },
});

/** What can be shown of a file that was read. */
export const shownLesson = (read: OwnLesson | WrongLesson | undefined): OwnLesson | undefined =>
  read && "steps" in read ? read : undefined;
/** All that is wrong with a file, as an element tells it. */
export const refusalOfFile = ({ name, problems }: WrongLesson): Refusal => ({
  code: "bad-lesson-file",
  message: problems
    .map(({ line, message }) => (line ? `${name}:${line}: ` : `${name}: `) + message)
    .join("\n"),
  details: { file: name, count: String(problems.length) },
});

export const wrongLesson = (read: OwnLesson | WrongLesson | undefined): WrongLesson | undefined =>
  read && "problems" in read ? read : undefined;
