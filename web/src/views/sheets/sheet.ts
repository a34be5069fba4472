/** What a sheet shows, what it can do, and what the templates of sheets return to the one element that shows them. */
import type { CSSResult, TemplateResult } from "lit";
import type { CellRef, Focus } from "../../draw/picture.js";
import type { Theme } from "../../draw/theme.js";
import type { LessonStep } from "../../lessons/lesson.js";
import type { Answered } from "../../lessons/questions/answered.js";
import type { Rules } from "../../lessons/rules.js";
import type { Core } from "../../module/page_entry.js";
import type { LessonName } from "../../module/types.js";
import type { UserAction } from "../../store/actions.js";
import type { Drafts } from "../../store/drafts.js";
import type { Run } from "../../store/lesson_runner.js";
import type { Sheet } from "../../store/state.js";
import type { WholeWords } from "../../words/words.js";

/** A step of a lesson of the course. */
export interface LessonPlace {
  readonly lesson: LessonName;
  readonly step: string;
}

export interface SheetModel {
  readonly words: WholeWords;
  readonly run: Run;
  /** The step on the stage. */
  readonly step: LessonStep;
  readonly focus: Focus;
  readonly theme: Theme;
  readonly rules: Rules;
  readonly sheet: Sheet;
  readonly drafts: Drafts;
  /** Computes other runs. */
  readonly core: Core;
  /** The width of a panel; 0 until it has been measured. */
  readonly width: number;
}

/** What the element that holds the sheets asks of <heads-up>. */
export interface SheetHost {
  dispatch(action: UserAction): void;
  answer(answered: Answered): void;
  /** Where a program can be changed; undefined if the page around has no such place. */
  readonly codeUrl: ((program: string) => string) | undefined;
  /** Closes the sheet and goes to a step of this lesson or of another. */
  goTo(place: LessonPlace): void;
  /** Closes the sheet and opens the arithmetic of a cell. */
  openCell(cell: CellRef, byKeyboard: boolean): void;
}

export interface SheetActions extends SheetHost {
  /** Opens a sheet; undefined closes the one that is open. */
  open(sheet: Sheet | undefined): void;
  draft(change: Partial<Drafts>): void;
  /** Focuses what the selector finds once the present change has been rendered. */
  focus(selector: string): void;
  measured(width: number): void;
}

export interface SheetContent {
  readonly title: string | TemplateResult;
  readonly inside: TemplateResult;
  readonly styles: readonly CSSResult[];
  /** Another place begins at its top, with the focus on its title or on what `first` finds. */
  readonly place: string;
  readonly first?: string;
  /** The id that the address should have, if it is another than that of the sheet. */
  readonly id?: string;
  /** Called once when the place is shown. */
  arrive?(): void;
}

/** Undefined where the step or the page does not offer the sheet. */
export type SheetView = (model: SheetModel, actions: SheetActions) => SheetContent | undefined;
