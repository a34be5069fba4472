/** Everything that determines what the notebook's page shows, as one immutable value. */
import type { CellRef } from "../draw/picture.js";
import type { DrawnStep } from "../draw/program/relation.js";
import type { Refusal } from "../module/errors.js";
import type { ProgramResult } from "../module/python/types.js";
import { AT_REST, type Playback } from "../timeline/playback.js";
import { groupAt, type Paths, type Stop } from "./groups.js";
import { type ProgramRun, wholeStep } from "./steps.js";

/** Another program, and what it did. */
export interface OtherProgram {
  /** The id of an example, or "opened" for the reader's own program as it was opened. */
  readonly id: string;
  readonly run: ProgramRun;
}

export interface NotebookState {
  /** What the editor has. */
  readonly source: string;
  /** What the newest text did; undefined until the interpreter has loaded. */
  readonly latest: ProgramResult | undefined;
  /** The program on the stage: the newest that got as far as the step that was shown. */
  readonly run: ProgramRun | undefined;
  readonly playback: Playback;
  /** How many of the groups around the step are entered; the next one is shown as one step. */
  readonly level: number;
  /** The first cell of the result that is drawn; empty for the first of all. */
  readonly origin: readonly number[];
  /** The numbers that the reader asked about, the last one last. */
  readonly asked: readonly CellRef[];
  /** The program as it was opened. */
  readonly opened: string;
  /** The line whose step it opens at. */
  readonly line: number | undefined;
  /** What the reader's program is compared with. */
  readonly other: OtherProgram | undefined;
  /** Why the interpreter could not be loaded. */
  readonly failure: Refusal | undefined;
}

export const EMPTY: NotebookState = {
  source: "",
  latest: undefined,
  run: undefined,
  playback: AT_REST,
  level: 0,
  origin: [],
  asked: [],
  opened: "",
  line: undefined,
  other: undefined,
  failure: undefined,
};

const NO_PATHS: Paths = [];
export const pathsIn = ({ run }: NotebookState): Paths => run?.paths ?? NO_PATHS;
export const stopIn = ({ playback: { index }, level }: NotebookState): Stop => ({ index, level });

/** What is on the stage: a step, or a group that is not entered. */
export function stepOnStage(state: NotebookState): DrawnStep | undefined {
  const { run, playback } = state;
  const group = groupAt(pathsIn(state), stopIn(state));
  return run && group ? wholeStep(run, group) : run?.steps[playback.index];
}
