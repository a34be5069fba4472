/** Requests of a question to the stage: to show its sentence and head, or to play to the answer and stop there. */
import type { CellRef, Focus } from "../../draw/picture.js";
import type { Answered } from "../../lessons/questions/answered.js";
import type { Change } from "../../module/types.js";
import { currentStep } from "../../store/selectors.js";
import type { State } from "../../store/state.js";
import type { Listener } from "../../store/store.js";
import { momentOf } from "../../timeline/playback.js";

export interface StageWish {
  /**
   * `focus` shows the sentence and the head of the question, `play` plays the step, in view of the reader, and so does
   * `answer`, unless its result is on the stage already. `look` opens the cell of a reason. `ask` and `leave` do nothing: the
   * question was opened or closed.
   */
  readonly what: "focus" | "play" | "answer" | "look" | "ask" | "leave";
  /** The question's step; the parts beside the stage are updated late, and the reader may have left it. */
  readonly step: string;
  readonly focus?: Partial<Focus> | undefined;
  /** The cell that shows the answer. */
  readonly cell?: CellRef | undefined;
}

/** The detail of a `question-wish`, which the parts send up to <heads-up>. */
export interface QuestionWish {
  readonly answered?: Answered;
  /** What the question supposed, for the reader to see on the stage. */
  readonly change?: Change;
  readonly stage?: StageWish;
}

/** The part of <heads-up> that questions may use. */
export interface QuestionStage {
  readonly renderRoot: ParentNode;
  readonly store: { readonly state: State; subscribe(listener: Listener): () => void };
  seek(step: number, t: number): void;
  play(): void;
  pause(): void;
  choose(focus: Partial<Focus>): void;
  openCell(name: string, index: readonly number[]): boolean;
}

export function showOnStage(stage: QuestionStage, { what, step, focus, cell }: StageWish): void {
  if (what === "ask" || what === "leave" || step !== currentStep(stage.store.state)) return;
  const { playback } = stage.store.state;
  if (focus) stage.choose(focus);
  if (what === "focus") return;
  if (what === "look" && cell) {
    stage.openCell(cell.name, cell.index);
    return;
  }
  bringIntoView(stage.renderRoot.querySelector("heads-up-stage"));
  if (what === "play" || momentOf(playback) < 1) {
    stage.seek(playback.index, 0);
    playToEnd(stage, playback.index, cell);
  } else if (cell) stage.openCell(cell.name, cell.index);
}

/** On a phone the question lies below the stage. A page does not scroll if it shows half of the picture or more. */
export function bringIntoView(picture: Element | null): void {
  if (!picture) return;
  const { top, height } = picture.getBoundingClientRect();
  const middle = top + height / 2;
  if (middle < 0 || middle > innerHeight) picture.scrollIntoView({ block: "nearest" });
}

/** Plays this step and stops at its end; gives up if the reader pauses or leaves the step earlier. */
function playToEnd(stage: QuestionStage, index: number, cell: CellRef | undefined): void {
  stage.play();
  const unsubscribe = stage.store.subscribe(({ playback }) => {
    const isDone = playback.index === index && momentOf(playback) >= 1;
    if (playback.index === index && playback.playing && !isDone) return;
    unsubscribe();
    if (!isDone) return;
    stage.pause();
    if (cell) stage.openCell(cell.name, cell.index);
  });
}
