/** What a question asks of the stage: to stand where nothing is seen yet, or to play to the answer and stop there. */
import type { CellRef } from "../../draw/picture.js";
import type { Focus } from "../../draw/tensor_view.js";
import type { PlayerState } from "../../timeline/player.js";

/** What became of an answer; told to the page around as `heads-up-answer`. */
export interface Answered {
  readonly lesson: string;
  readonly step: string;
  readonly question: string;
  readonly kind: string;
  readonly right: boolean;
  readonly answer: unknown;
  readonly expected: unknown;
  /** How many answers were given to it, this one among them. */
  readonly tries: number;
}

export interface StageWish {
  /** To stand before the result, to play to it, to come into view and play to it, or to show it: the question was left. */
  readonly what: "hide" | "play" | "watch" | "leave";
  readonly focus?: Partial<Focus> | undefined;
  /** The cell that shows the answer. */
  readonly cell?: CellRef | undefined;
}

/** The detail of a `question-wish`, which the parts send up to <heads-up>. */
export interface QuestionWish {
  readonly answered?: Answered;
  readonly stage?: StageWish;
}

/** The side of <heads-up> that a question may use. */
export interface Stage {
  readonly renderRoot: ParentNode;
  readonly player: {
    readonly state: PlayerState;
    subscribe(listener: (state: PlayerState) => void): () => void;
  };
  seek(step: number, t: number): void;
  play(): void;
  pause(): void;
  choose(focus: Partial<Focus>): void;
  openCell(name: string, index: readonly number[]): boolean;
}

export function showOnStage(stage: Stage, { what, focus, cell }: StageWish): void {
  const { index } = stage.player.state;
  if (focus) stage.choose(focus);
  stage.seek(index, what === "leave" ? 1 : 0);
  if (what === "watch")
    stage.renderRoot.querySelector("heads-up-stage")?.scrollIntoView({ block: "nearest" });
  if (what === "play" || what === "watch") playToEnd(stage, index, cell);
}

/** Plays this step and no further; whoever pauses or leaves before has other plans. */
function playToEnd(stage: Stage, index: number, cell: CellRef | undefined): void {
  stage.play();
  const leave = stage.player.subscribe((state) => {
    const isDone = state.index === index && state.t >= 1;
    if (state.index === index && state.playing && !isDone) return;
    leave();
    if (!isDone) return;
    stage.pause();
    if (cell) stage.openCell(cell.name, cell.index);
  });
}
