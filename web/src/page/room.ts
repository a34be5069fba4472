/** What the page has below its header: the lessons, the leak lab or the notebook. Each comes with a script of its own. */
import type { TemplateResult } from "lit";
import type { ThemeName } from "../draw/theme.js";
import type { ReadLesson } from "../lesson_file/read_lesson.js";
import type { Rules } from "../lessons/rules.js";
import type { LessonName } from "../module/types.js";
import type { ChosenWeights } from "../store/lesson_runner.js";
import type { PageWords } from "../words/words.js";
import type { AddressBar } from "./address/address.js";
import type { Problem } from "./address/url_reader.js";
import { isLab } from "./lab/lab_name.js";
import { isNotebook } from "./notebook/notebook_name.js";

type RoomName = "lessons" | "lab" | "notebook";

/** Which room an address asks for. */
export const roomOf = (search: string): RoomName =>
  isLab(search) ? "lab" : isNotebook(search) ? "notebook" : "lessons";

/** What a visit brings besides its address. */
export interface Opening {
  /** The weights of the history entry. */
  readonly weights?: ChosenWeights | undefined;
  /** The step to stay at if the URL names none and the lesson has it. */
  readonly near?: string | undefined;
}

/** The page around a room. */
export interface Host {
  readonly lang: string;
  readonly theme: ThemeName | undefined;
  /** Puts a room in the place of the one before, in the theme that its address asks for. */
  enter(room: Room, problems: readonly Problem[], theme: ThemeName | undefined): void;
  /** Reports problems, and ends the visit that had them. */
  report(problems: readonly Problem[]): void;
  /** What a visit asks for is shown. */
  arrived(): void;
  /** Goes to an address, or opens a lesson file that the reader chose. */
  go(asked: string, opening?: Opening): Promise<void>;
  open(asked: ReadLesson): Promise<void>;
  render(): void;
  /** Writes the address, debounced or now. */
  readonly bar: Pick<AddressBar, "write" | "writeNow">;
  /** The address of what is shown. */
  link(): string;
}

export interface Room {
  readonly name: RoomName;
  /** What the skip link leads to. */
  readonly element: HTMLElement;
  /** The lesson that is shown, and the title of one from a file. */
  readonly lesson?: LessonName | undefined;
  readonly own?: string | undefined;
  /** What the reader may do; undefined: everything. */
  readonly rules?: Rules | undefined;
  /** What stands above the element, instead of the page's title for screen readers. */
  readonly heading?: TemplateResult | undefined;
  /** What a history entry stands for: empty if it needs none, undefined before anything is on the screen. */
  readonly place: string | undefined;
  show(words: PageWords, lang: string, theme: ThemeName | undefined): void;
  address(lang: string, theme: ThemeName | undefined): string;
  /** Has the address written that is about to be left; undefined if it is as it should be. */
  written?(): Promise<void> | undefined;
  /** To another lesson, at the same step and in the same mode, as far as it has them. */
  follow?(lesson: LessonName): void;
  /** Begins a lecture, unless another mode is on. */
  lecture?(): void;
  map?(): void;
  search?(): void;
  leave(): void;
}
