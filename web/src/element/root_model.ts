/** What the templates of <heads-up> show. */
import type { nothing, TemplateResult } from "lit";
import type { StageStep } from "../draw/picture.js";
import type { Theme } from "../draw/theme.js";
import type { LessonStep } from "../lessons/lesson.js";
import type { Rules } from "../lessons/rules.js";
import type { Refusal } from "../module/errors.js";
import type { Run } from "../store/lesson_runner.js";
import type { PastWords } from "../store/past.js";
import type { State } from "../store/state.js";
import type { DrawersModel } from "../views/drawers/drawers_element.js";
import type { Words } from "../words/words.js";
import type { frameCache } from "./frame_cache.js";
import type { LessonProgram } from "./player.js";
import type { Pointing } from "./pointing.js";
import type { RootActions } from "./root_actions.js";

/** What the first script shows of the second (beside.ts). */
interface Beside {
  sheetTemplate(model: RootModel, actions: RootActions, step: LessonStep): TemplateResult | typeof nothing;
  callout(model: RootModel, pointing: Pointing, step: LessonStep): TemplateResult | undefined;
  changedLine(model: RootModel, actions: RootActions): TemplateResult | typeof nothing;
  offSwitches(model: RootModel, actions: RootActions, step: StageStep): TemplateResult | typeof nothing;
  spokenChanges(model: RootModel): string;
  handout(model: RootModel, pointing: Pointing, step: LessonStep): TemplateResult;
  programOf(run: Run, step: string): LessonProgram;
  readonly panels: DrawersModel["panels"];
}

/** What a screen reader is told of: the step, that it plays, or its result (spoken.ts). */
export type SpokenEvent = "step" | "start" | "end";

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
  /** What is being printed, if anything. */
  readonly printing: "step" | "lesson" | undefined;
  /** What the announcement is about. */
  readonly spoken: SpokenEvent;
  readonly cache: ReturnType<typeof frameCache>;
  /** Undefined until the second script is there (second_script.ts). */
  readonly beside: Beside | undefined;
  /** Why it could not be loaded. */
  readonly missing: Refusal | undefined;
}

export type Detail<T> = CustomEvent<T>;
