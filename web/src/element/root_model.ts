import type { Focus } from "../draw/tensor_view.js";
import type { Theme } from "../draw/theme.js";
import type { Refusal } from "../module/refusal.js";
import type { Explanation, LessonName, LessonSpec } from "../module/types.js";
import type { Run } from "../store/lesson_runner.js";
import type { PastWords } from "../store/past.js";
import type { Rules } from "../store/rules.js";
import type { Selection } from "../store/selection.js";
import type { Sheet } from "../store/view_state.js";
import type { PlayerState } from "../timeline/player.js";
import type { Answered, QuestionWish } from "../views/questions/question_stage.js";
import type { TakenFrom } from "../views/take_away/taken_from.js";
import type { Words } from "../words/words.js";
import type { frameCache } from "./frame_cache.js";
import type { PointingController } from "./pointing.js";

export interface RootModel {
  readonly words: Words;
  readonly language: string;
  readonly run: Run;
  readonly controls: "full" | "minimal" | "none";
  readonly mode: string;
  readonly rules: Rules;
  readonly moving: PlayerState;
  readonly stills: boolean;
  readonly focused: Focus;
  readonly theme: Theme;
  readonly selection: Selection;
  /** Of the opened cells, the one shown last. */
  readonly explanations: readonly Explanation[];
  readonly refused: Refusal | undefined;
  /** Another lesson is being computed; this one stands until then. */
  readonly busy: boolean;
  /** What can be undone and done again, in words. */
  readonly past: PastWords;
  readonly sheet: Sheet | undefined;
  /** Of this element. */
  readonly cache: ReturnType<typeof frameCache>;
}

export interface RootActions {
  goTo(index: number): void;
  transport(name: string, value: number | undefined): void;
  choose(focus: Focus): void;
  resize(size: "small" | "own"): void;
  settings(spec: LessonSpec): void;
  weights(change: Pick<Run, "spec" | "weights">): void;
  readonly taken: TakenFrom;
  /** To the lesson that follows. */
  onward(lesson: LessonName): void;
  /** Out of the lecture. */
  leave(): void;
  fullscreen(): void;
  open(sheet: Sheet | undefined): void;
  /** A note is opened. */
  note(): void;
  answer(answer: Answered): void;
  question(event: CustomEvent<QuestionWish>): void;
  readonly pointing: PointingController;
}

export type Detail<T> = CustomEvent<T>;
