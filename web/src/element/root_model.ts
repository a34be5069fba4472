/** What the templates of <heads-up> show, and the actions that their controls call. */
import type { nothing, TemplateResult } from "lit";
import type { Theme } from "../draw/theme.js";
import type { LessonStep } from "../lessons/lesson.js";
import type { Answered } from "../lessons/questions/answered.js";
import type { Rules } from "../lessons/rules.js";
import type { Refusal } from "../module/errors.js";
import type { LessonName } from "../module/types.js";
import type { Action } from "../store/actions.js";
import type { Run } from "../store/lesson_runner.js";
import type { PastWords } from "../store/past.js";
import type { State } from "../store/state.js";
import type { Store } from "../store/store.js";
import type { DrawersModel } from "../views/drawers/drawers_element.js";
import type { QuestionWish } from "../views/questions/question_stage.js";
import type { TakenFrom } from "../views/take_away/take_away_menu.js";
import type { Words } from "../words/words.js";
import type { frameCache } from "./frame_cache.js";
import type { Pointing } from "./pointing.js";

/** What the first script shows of the second (beside.ts). */
interface Beside {
  sheetTemplate(model: RootModel, actions: RootActions, step: LessonStep): TemplateResult | typeof nothing;
  callout(model: RootModel, pointing: Pointing, step: LessonStep): TemplateResult | undefined;
  readonly panels: DrawersModel["panels"];
}

export interface RootModel {
  readonly words: Words;
  readonly language: string;
  /** The run on the stage: `state.run`, not undefined. */
  readonly run: Run;
  readonly state: State;
  readonly controls: "full" | "minimal" | "none";
  readonly rules: Rules;
  readonly theme: Theme;
  /** The labels of undo and redo. */
  readonly past: PastWords;
  readonly cache: ReturnType<typeof frameCache>;
  /** Undefined until the second script is there (second_script.ts). */
  readonly beside: Beside | undefined;
  /** Why it could not be loaded. */
  readonly missing: Refusal | undefined;
}

export interface RootActions {
  readonly dispatch: (action: Action) => void;
  readonly store: Store;
  /** A button or the scrubber of the transport. */
  transport(name: string, value?: number): void;
  /** Shows the lesson in small sizes, or in its own. */
  resize(size: "small" | "own"): void;
  readonly taken: TakenFrom;
  /** Goes to another lesson, at a step of it or from its beginning. */
  onward(lesson: LessonName, step?: string): void;
  /** Leaves lecture mode. */
  leave(): void;
  fullscreen(): void;
  answer(answer: Answered): void;
  question(event: CustomEvent<QuestionWish>): void;
  goToQuestion(): void;
  readonly pointing: Pointing;
}

export type Detail<T> = CustomEvent<T>;
